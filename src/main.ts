import { setFlagsFromString } from 'node:v8';
import { loadDotenv, readConfig } from '#app/config.ts';
import { type RunningServer, startServer } from '#app/site.ts';
import { StartupError } from '#platform/startup-error.ts';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** `start` runs the built site; `dev` runs it from the sources with hot reloading. */
async function run(command: string | undefined): Promise<void> {
  if (command !== 'start' && command !== 'dev') {
    throw new StartupError(`There is no command "${command ?? ''}". Use start or dev.`);
  }
  const isDevelopment = command === 'dev';
  // Other accounts of the machine must not read clients' files.
  process.umask(0o077);
  loadDotenv();
  // On a terminal the person reads our sentences; where the output is collected, each request is logged.
  const config = readConfig({ LOG_LEVEL: process.stdout.isTTY ? 'warn' : 'info', ...process.env }, { isDevelopment });
  let site: RunningServer | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Before it runs there is nothing to end in order: what a start has begun is undone, or done again by the next.
    void (site?.stop() ?? Promise.resolve()).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The launcher's end, however sudden, ends the site in order too.
  process.on('disconnect', stop);
  process.channel?.unref();

  site = await startServer(config, {
    onNotice: say,
    ...(isDevelopment ? { openRenderer: (await import('#app/development.ts')).createDevRenderer } : {}),
  });
  // From here on garbage is collected once the heap has grown by half: by default it may grow to several times its size.
  setFlagsFromString('--heap-growing-percent=50');
  const lines = [`Freehold is running at ${config.siteUrl}`];
  if (site.developerLink) lines.push(`Developer tools: ${site.developerLink}`);
  if (site.setUpLink)
    lines.push(`No owner yet. Open this link to become the owner. It works once:\n  ${site.setUpLink}`);
  say(lines.join('\n'));
}

try {
  await run(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`Freehold cannot start. ${error.message}\n`);
  process.exit(1);
}
