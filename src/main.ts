import { loadEnvironmentFile, readConfig } from '#app/config.ts';
import { startSite } from '#app/site.ts';
import { StartupError } from '#platform/startup-error.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** `start` runs the built site; `dev` runs it from the sources with hot reloading. */
async function run(command: string | undefined): Promise<void> {
  if (command !== 'start' && command !== 'dev') {
    throw new StartupError(`There is no command "${command ?? ''}". Use start or dev.`);
  }
  const development = command === 'dev';
  loadEnvironmentFile();
  // On a terminal the person reads our sentences; where the output is collected, each request is logged.
  const config = readConfig({ LOG_LEVEL: process.stdout.isTTY ? 'warn' : 'info', ...process.env }, { development });
  const site = await startSite(config, {
    notice: say,
    ...(development ? { openRenderer: (await import('#app/development.ts')).openDevelopmentRenderer } : {}),
  });
  say(`Freehold is running at ${config.siteUrl}`);
  if (site.setUpLink) say(`No owner yet. Whoever opens this link becomes the owner, once:\n  ${site.setUpLink}`);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void site.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The launcher's end, however sudden, ends the site in order too.
  process.on('disconnect', stop);
  process.channel?.unref();
}

try {
  await run(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Freehold cannot start. ${error.message}\n`);
  process.exit(1);
}
