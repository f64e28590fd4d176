import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { developerLinkOf, keepFirstStart, startRunningSite } from './running-site.ts';

const root = join(import.meta.dirname, '../..');

/**
 * One built site for the whole run; its address and set-up link reach the tests through the environment, as does what a
 * first start leaves, with which all sites of the run begin.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'dist/assets.json'))) {
    const built = spawnSync(process.execPath, ['tools/build/build.ts'], { cwd: root, stdio: 'inherit' });
    if (built.status !== 0) throw new Error('The build failed; its reason stands above.');
  }
  const firstStart = await keepFirstStart();
  process.env.E2E_FIRST_START = firstStart.folder;
  const site = await startRunningSite();
  const end = async () => {
    await firstStart.remove();
    await site.stop();
  };
  // Playwright takes leave in order on Ctrl-C only; ended by another signal it would leave the site running.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  process.env.E2E_DEVELOPER_LINK = developerLinkOf(site.url);
  process.env.E2E_SITE = site.url;
  process.env.E2E_SET_UP_LINK = site.setUpLink;
  return end;
}
