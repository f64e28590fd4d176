import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import { createArchiveError, type Skipped } from '../rules/imported-content.ts';

/** The post or file that is read next. */
export interface StepStarted {
  readonly position: number;
  readonly name: string;
}

/** Thrown for a file or post that is not imported. The message is the reason, as a sentence. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** Reads an archive in steps, so that an unreadable post or file is noted and the rest is still read. */
export class ReadingSteps {
  readonly skipped: Skipped[] = [];
  readonly #failed: readonly number[];
  readonly #onStep: (step: StepStarted) => void;
  #next = 0;

  /** `failed` has the positions of steps that took too much time or memory before; `onStep` is called before each step. */
  constructor(failed: readonly number[], onStep: (step: StepStarted) => void) {
    this.#failed = failed;
    this.#onStep = onStep;
  }

  /** Runs a step. Returns undefined if it was left out. Archives must be read in the same order each time. */
  async run<Result>(name: string, step: () => Result | Promise<Result>): Promise<Result | undefined> {
    const position = this.#next++;
    if (this.#failed.includes(position)) {
      this.skip(name, 'It takes too much time or memory to read.');
      return undefined;
    }
    this.#onStep({ position, name });
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.skip(name, error.message);
      return undefined;
    }
  }

  /** Notes an item that is not imported. */
  skip(name: string, reason: string): void {
    this.skipped.push({ name, reason });
  }
}

export const MIB = 1024 * 1024;

/** Maximum size of a text file in an archive. */
export const MAX_TEXT_FILE_BYTES = 8 * MIB;

/** Maximum size of a JSON file of comments or redirects. */
export const LARGEST_LIST = 32 * MIB;

/** Parses a standalone JSON export. Throws BAD_REQUEST. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw createArchiveError('This JSON is broken or incomplete. Export it again, and upload the file unchanged.');
  }
}

/** Returns the bytes of a text file. Throws LeftOut if it has more than `most`, or is broken. */
export async function readText(zip: ZipArchive, name: string, most = MAX_TEXT_FILE_BYTES): Promise<Buffer> {
  if (zip.sizeOf(name) > most) throw new LeftOut(`It is a text of more than ${most / MIB} MB.`);
  try {
    return await zip.read(name);
  } catch (error) {
    if (error instanceof AppError) throw new LeftOut('It is broken. Pack the archive again, or download it again.');
    throw error;
  }
}
