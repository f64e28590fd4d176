import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Command, CommandError, type CommandResult, type TypedInput } from '#platform/cli/command.ts';
import { formatHelp, parseCommand } from '#platform/cli/parse-command.ts';
import { StartupError } from '#platform/startup-error.ts';
import { AppError } from '#shared/errors.ts';
import { readConfig } from './config.ts';
import { features } from './features.ts';
import { openSite } from './open-site.ts';
import { root } from './root.ts';

type Described = Omit<Command, 'run'> & Partial<Pick<Command, 'run'>>;

/** `start` and `version` need no open site. */
const commands: readonly Described[] = [
  { name: 'start', summary: 'serve the site' },
  ...features.flatMap(feature => feature.commands ?? []),
  { name: 'version', summary: 'show the version of Freehold and Node.js' },
];

/** Where a command gets its settings and input from, and prints to. */
interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
  readonly stderr: Pick<NodeJS.WritableStream, 'write'>;
}

/**
 * Runs one command of the command line and prints its result. Returns the exit code: 0, 1 for a failure, 2 for wrong
 * usage. With `--json`, errors are JSON on the standard error output.
 */
export async function runCommand(typed: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = typed.includes('--json');
  try {
    const parsed = parseCommand(commands, typed);
    if ('help' in parsed) terminal.stdout.write(`${formatHelp(commands, parsed.help)}\n`);
    else {
      const { command, input } = parsed;
      const result = command.run ? await runOnSite({ ...command, run: command.run }, input, terminal) : version();
      terminal.stdout.write(`${isJson ? JSON.stringify(result.json, null, 2) : result.text}\n`);
    }
    return 0;
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof StartupError || error instanceof AppError;
    if (!isExpected) throw error;
    const details = error instanceof AppError ? Object.values(error.fields ?? {}) : [];
    const message = [...new Set([error.message, ...details])].join(' ');
    terminal.stderr.write(isJson ? `${JSON.stringify({ error: { message } })}\n` : `${message}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

async function runOnSite(command: Command, input: TypedInput, terminal: Terminal): Promise<CommandResult> {
  const config = readConfig({ LOG_LEVEL: 'error', ...terminal.env });
  const site = await openSite(config, notice => terminal.stderr.write(`${notice}\n`));
  try {
    return await command.run(site.context, {
      ...input,
      resolvePath: name => resolve(terminal.env.INIT_CWD ?? '.', name),
      isInteractive: terminal.stdin.isTTY === true,
      readSecret: question => readSecret(terminal, question),
    });
  } finally {
    await site.close();
  }
}

function version(): CommandResult {
  const { version: name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const json = { version: name, node: process.version, platform: `${process.platform}-${process.arch}` };
  return { text: `Freehold ${json.version} (Node.js ${json.node}, ${json.platform})`, json };
}

/** Reads a line: in a terminal after a question and without showing it, else from the standard input. */
async function readSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? '';
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const line = Promise.withResolvers<string>();
  lines.once('line', line.resolve).once('SIGINT', () => line.reject(new CommandError('Canceled.')));
  try {
    return await line.promise;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
