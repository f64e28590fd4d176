import { parseArgs } from 'node:util';
import { type Command, CommandError, type CommandOption, type TypedInput } from './command.ts';

type Described = Pick<Command, 'name' | 'summary' | 'arguments' | 'options' | 'isInternal'>;

/** The command that was typed, with its options and arguments, or a request for help with one or with all. */
type ParsedCommand<Known> =
  | { readonly help: Known | undefined }
  | { readonly command: Known; readonly isJson: boolean; readonly input: TypedInput };

const commonOptions = {
  json: { type: 'boolean', summary: 'print the result as JSON' },
  help: { type: 'boolean', summary: 'show this help', short: 'h' },
} as const;

/** Finds a command and parses the text after its name. Throws a CommandError with exit code 2 for wrong usage. */
export function parseCommand<Known extends Described>(
  commands: readonly Known[],
  typed: readonly string[],
): ParsedCommand<Known> {
  const [first = 'help', ...others] = typed;
  if (['--help', '-h'].includes(first)) return { help: undefined };
  if (first === 'help') {
    const name = others.filter(word => !word.startsWith('-'));
    return { help: name.length > 0 ? findCommand(commands, name) : undefined };
  }
  if (['--version', '-v'].includes(first)) return parseCommand(commands, ['version', ...others]);
  const command = findCommand(commands, typed);
  const { values, positionals } = parseOptions(command, typed.slice(command.name.split(' ').length));
  const { json, help, ...options } = values;
  if (help) return { help: command };
  if (positionals.length > (command.arguments?.length ?? 0)) {
    throw new CommandError(`Unexpected "${positionals.at(-1)}". Run freehold ${command.name} --help.`, 2);
  }
  return { command, isJson: json === true, input: { options, arguments: positionals } };
}

function findCommand<Known extends Described>(commands: readonly Known[], typed: readonly string[]): Known {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => word === typed[index]));
  if (command) return command;
  const names = commands.flatMap(({ name }) => (name.split(' ')[0] === typed[0] ? [name] : []));
  const hint = names.length > 0 ? `Use ${names.join(', ')}.` : 'Run freehold help for a list.';
  throw new CommandError(`Unknown command "${typed.slice(0, 2).join(' ')}". ${hint}`, 2);
}

function parseOptions(command: Described, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...(command.options as Record<string, { type: 'boolean' | 'string' }>), ...commonOptions },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new CommandError(`${reason}. Run freehold ${command.name} --help.`, 2);
  }
}

/** Describes all commands, or one with its options. */
export function formatHelp(commands: readonly Described[], command?: Described): string {
  if (!command) {
    return [
      'Usage: freehold <command> [options]',
      '',
      ...columns(commands.filter(({ isInternal }) => !isInternal).map(({ name, summary }) => [name, summary])),
      '',
      'freehold <command> --help shows the options of a command.',
    ].join('\n');
  }
  const options: [string, CommandOption][] = Object.entries({ ...command.options, ...commonOptions });
  return [
    `Usage: ${['freehold', command.name, ...(command.arguments ?? []), '[options]'].join(' ')}`,
    '',
    `${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`,
    '',
    ...columns(
      options.map(([name, option]) => [`--${name}${option.value ? ` <${option.value}>` : ''}`, option.summary]),
    ),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
