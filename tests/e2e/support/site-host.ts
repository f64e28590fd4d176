import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from '#app/site.ts';

const build: string = '../../../dist/server/main.js';
const { readConfig, startServer } = (await import(build)) as typeof import('../../../src/main.ts');

// Runs one built site after the other, as its parent asks (running-site.ts), and prints what main.ts prints.
let site: RunningServer | undefined;
const ownEnvironment = process.env;

async function start(environment: Readonly<Record<string, string>>): Promise<string[]> {
  // As if main.ts had been started, because a backup's process gets the same program and environment.
  process.argv[1] = fileURLToPath(import.meta.resolve(build));
  process.env = { ...ownEnvironment, ...environment };
  const config = readConfig(environment, { isDevelopment: false });
  site = await startServer(config, { onNotice: () => {} });
  const { developerLink = '', setUpLink = '' } = site;
  return [`Freehold is running at ${config.siteUrl}`, `Developer tools: ${developerLink}`, `  ${setUpLink}`];
}

async function stop(): Promise<string[]> {
  await site?.stop();
  // A picture may still be made, and then written, for a browser that has closed. A site's own process ends without it.
  const isBusy = (resource: string) => resource === 'ProcessWrap' || resource.startsWith('FSReq');
  while (process.getActiveResourcesInfo().some(isBusy)) await delay(10);
  return ['Freehold has stopped'];
}

process.on('message', (message: Readonly<Record<string, string>> | 'stop') => {
  void (message === 'stop' ? stop() : start(message)).then(lines => process.stdout.write(`${lines.join('\n')}\n`));
});
process.on('disconnect', () => process.exit());
