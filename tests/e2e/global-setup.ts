import { isBuildCurrent } from '../../tools/launcher/build-stamp.mjs';
import { developerLinkOf, createSiteSnapshot, startRunningSite } from './support/running-site.ts';

/**
 * One built site for the whole run; its address and set-up link reach the tests through the environment, as does what a
 * first start leaves, with which all sites of the run begin.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!isBuildCurrent()) {
    throw new Error('The build is out of date. Run the tests with "npm test -- --only browser", which builds first.');
  }
  const firstStart = await createSiteSnapshot();
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
