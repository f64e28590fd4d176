import { setFlagsFromString } from 'node:v8';
import { runCommand } from '#app/cli.ts';
import { loadDotenv, readConfig } from '#app/config.ts';
import { type RunningServer, startServer } from '#app/site.ts';
import { StartupError } from '#platform/startup-error.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs the built site or, for development, the sources with hot reloading. */
async function serve({ isDevelopment }: { isDevelopment: boolean }): Promise<void> {
  // In a terminal, show only our own messages; where output is collected, log every request.
  const config = readConfig({ LOG_LEVEL: process.stdout.isTTY ? 'warn' : 'info', ...process.env }, { isDevelopment });
  let site: RunningServer | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Before startup has finished there is nothing to shut down: the next start completes or undoes the work of this
    // one.
    void (site?.stop() ?? Promise.resolve()).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Shut down cleanly even if the launcher is killed.
  process.on('disconnect', stop);
  process.channel?.unref();

  site = await startServer(config, {
    onNotice: say,
    ...(isDevelopment ? { openRenderer: (await import('#app/development.ts')).createDevRenderer } : {}),
  });
  // Once started, collect garbage when the heap has grown by 50%. By default it may grow to several times its size.
  setFlagsFromString('--heap-growing-percent=50');
  const lines = [`Freehold is running at ${config.siteUrl}`];
  if (site.developerLink) lines.push(`Developer tools: ${site.developerLink}`);
  if (site.setUpLink)
    lines.push(`No owner yet. Open this link to become the owner. It works only once:\n  ${site.setUpLink}`);
  say(lines.join('\n'));
}

// Browser tests import the build and run several sites in one process.
export { readConfig, startServer };

if (import.meta.main) {
  const [command, ...others] = process.argv.slice(2);
  // Other accounts of the machine must not read clients' files.
  process.umask(0o077);
  loadDotenv();
  try {
    // A build can't serve the sources.
    const isServing = command === 'start' || (command === 'dev' && import.meta.url.endsWith('.ts'));
    if (isServing && others.length === 0) {
      await serve({ isDevelopment: command === 'dev' });
    } else {
      process.exitCode = await runCommand(process.argv.slice(2), process);
    }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`Freehold cannot start. ${error.message}\n`);
    process.exit(1);
  }
}
