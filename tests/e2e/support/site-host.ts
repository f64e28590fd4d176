import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from '#app/site.ts';

const build: string = '../../../dist/server/main.js';
const { readConfig, startServer } = (await import(build)) as typeof import('../../../src/main.ts');

// Runs built sites one after the other, as its parent requests (running-site.ts), with the output of main.ts.
let site: RunningServer | undefined;
const ownEnvironment = process.env;

async function start(environment: Readonly<Record<string, string>>): Promise<string[]> {
  // Pretend that main.ts was started, because a backup's process gets the same program and environment.
  process.argv[1] = fileURLToPath(import.meta.resolve(build));
  process.env = { ...ownEnvironment, ...environment };
  const config = readConfig(environment, { isDevelopment: false });
  site = await startServer(config, { onNotice: () => {} });
  const { developerLink = '', setUpLink = '' } = site;
  return [`Freehold is running at ${config.siteUrl}`, `Developer tools: ${developerLink}`, `  ${setUpLink}`];
}

async function stop(): Promise<string[]> {
  await site?.stop();
  // The site may still be creating a picture for a closed browser. A separate process would exit without waiting for
  // it.
  const isBusy = (resource: string) => resource === 'ProcessWrap' || resource.startsWith('FSReq');
  while (process.getActiveResourcesInfo().some(isBusy)) await delay(10);
  return ['Freehold has stopped'];
}

process.on('message', (message: Readonly<Record<string, string>> | 'stop') => {
  void (message === 'stop' ? stop() : start(message)).then(lines => process.stdout.write(`${lines.join('\n')}\n`));
});
process.on('disconnect', () => process.exit());
