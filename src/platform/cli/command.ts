import type { ApiContext } from '../api/context.ts';

/** An option of a command, such as `--json`. */
export interface CommandOption {
  readonly type: 'boolean' | 'string';
  readonly summary: string;
  /** Names the value in the help, such as `file`. */
  readonly value?: string;
}

/** The options and arguments that were typed after a command's name. */
export interface TypedInput {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly arguments: readonly string[];
}

/** A command's input. */
export interface CommandInput extends TypedInput {
  /** Returns the absolute path of a file that was named relative to the folder where the command was typed. */
  readonly resolvePath: (name: string) => string;
  /** Whether a person at a terminal can answer questions. */
  readonly isInteractive: boolean;
  /** Reads a line of input without showing it; without a terminal, from the standard input. */
  readonly readSecret: (question: string) => Promise<string>;
}

/** The result of a command: as text for a person, and as JSON for a program (`--json`). */
export interface CommandResult {
  readonly text: string;
  readonly json: unknown;
  /** 1 if the command found a problem; 0 by default. */
  readonly exitCode?: number;
}

/** A command of the command line that works on the site's data, even while the site runs. */
export interface Command {
  /** One or two words, such as `owner link`. */
  readonly name: string;
  readonly summary: string;
  /** Whether it is hidden from the help, because only the site runs it. */
  readonly isInternal?: true;
  /** Names of the arguments in the help, such as `[file]`. */
  readonly arguments?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Throws AppError, StartupError or CommandError; each has a message for the person who typed the command. */
  readonly run: (context: ApiContext, input: CommandInput) => Promise<CommandResult>;
}

/** Thrown for a failure that the person at the command line can fix. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** The exit code is 1 for a failure, 2 for wrong usage. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
