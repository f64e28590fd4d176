import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { restoreSite } from '#features/backups/index.ts';
import { type Command, CommandError, type CommandResult, type TypedInput } from '#platform/cli/command.ts';
import { formatHelp, parseCommand } from '#platform/cli/parse-command.ts';
import { version } from '#platform/root.ts';
import { StartupError } from '#platform/startup-error.ts';
import { AppError } from '#shared/errors.ts';
import { readConfig } from './config.ts';
import { features } from './features.ts';
import { openSite } from './open-site.ts';

/** A command that opens no site, or opens it itself. */
interface LocalCommand extends Omit<Command, 'run'> {
  readonly runLocally: (terminal: Terminal, input: TypedInput) => CommandResult | Promise<CommandResult>;
}

const commands: readonly (Command | LocalCommand)[] = [
  {
    name: 'start',
    summary: 'serve the site',
    runLocally: () => {
      throw new CommandError('Start the site with freehold start, without options.', 2);
    },
  },
  ...features.flatMap(feature => feature.commands ?? []),
  {
    name: 'restore',
    summary: 'replace the data and files of a stopped site with those of a backup',
    arguments: ['<file>'],
    options: {
      replace: { type: 'boolean', summary: 'replace a site that has accounts, after a backup of its data' },
    },
    runLocally: restore,
  },
  { name: 'version', summary: 'show the version of Freehold and Node.js', runLocally: showVersion },
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
      const result = await ('run' in command
        ? runOnSite(command, input, terminal)
        : command.runLocally(terminal, input));
      terminal.stdout.write(`${isJson ? JSON.stringify(result.json, null, 2) : result.text}\n`);
      return result.exitCode ?? 0;
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

const readSettings = ({ env }: Terminal) => readConfig({ LOG_LEVEL: 'error', ...env });

/** Returns the path of a file that was named relative to the folder where the command was typed. */
const resolvePath = ({ env }: Terminal, name: string) => resolve(env.INIT_CWD ?? '.', name);

async function runOnSite(command: Command, input: TypedInput, terminal: Terminal): Promise<CommandResult> {
  const site = await openSite(readSettings(terminal), notice => terminal.stderr.write(`${notice}\n`));
  try {
    return await command.run(site.context, {
      ...input,
      resolvePath: name => resolvePath(terminal, name),
      isInteractive: terminal.stdin.isTTY === true,
      readSecret: question => readSecret(terminal, question),
    });
  } finally {
    await site.close();
  }
}

function showVersion(): CommandResult {
  const json = { version, node: process.version, platform: `${process.platform}-${process.arch}` };
  return { text: `Freehold ${version} (Node.js ${json.node}, ${json.platform})`, json };
}

async function restore(terminal: Terminal, input: TypedInput): Promise<CommandResult> {
  const [name] = input.arguments;
  if (name === undefined) throw new CommandError('Name the backup: freehold restore <file>.', 2);
  const path = resolvePath(terminal, name);
  const { head, manifest, replacedBackup } = await restoreSite(readSettings(terminal), path, {
    replace: input.options.replace === true,
    onNotice: notice => terminal.stderr.write(`${notice}\n`),
    readPassphrase: () => readSecret(terminal, 'Passphrase of the backup: '),
  });
  const { rows, files, missingFiles } = manifest;
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return {
    text: `The backup of ${head.createdAt} was restored (${count} rows, ${files} files). Start the site to use it.`,
    json: { createdAt: head.createdAt, version: head.version, rows, files, missingFiles, replacedBackup },
  };
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
