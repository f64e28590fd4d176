import { join } from 'node:path';
import { LineWriter } from '#platform/files/lines.ts';
import type { ZipArchive } from '#platform/files/zip-reader.ts';
import { parseJson } from '#shared/parse-json.ts';
import { AppError } from '#shared/errors.ts';
import { countComments } from '../rules/freehold-comments.ts';
import type { ArchivedSiteSection } from '../rules/freehold-site-sections.ts';
import { createArchiveError, type ImportSource, type Skipped } from '../rules/imported-content.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import { formatOutline, type StoredPost, type StoredProject } from '../rules/outlines.ts';
import type { PictureDetails } from './pictures.ts';

export interface ImportHead {
  readonly source: ImportSource;
  readonly documents: readonly ArchivedSiteSection[];
  /** The other addresses of the old site. */
  readonly oldAddresses: readonly OldAddress[];
  readonly notes: readonly string[];
  /** The list of members in a Ghost archive, as CSV. */
  readonly members?: string | undefined;
  /** Alt texts and names of a Freehold archive's pictures, by id. */
  readonly pictures: Readonly<Record<string, PictureDetails>>;
  /** The folder of the ZIP that an own archive is in; empty, or with a slash at its end. */
  readonly folder: string;
}

/**
 * The stored data of an archive until the owner imports or deletes it, without the archive itself, entries and
 * outlines.
 */
export interface StoredHead extends ImportHead {
  /** The first skipped items, and their total. */
  readonly skipped: readonly Skipped[];
  readonly skippedTotal: number;
}

/** Destination of the archive's content: posts and projects go to files, skipped items to the steps. */
export interface Reading {
  readonly steps: ReadingSteps;
  readonly entries: EntryWriter;
}

/** Milliseconds that one post or file may take: half a million characters of ordinary HTML take about one second. */
export const STEP_TIME = 5000;

/** The post or file that is read next. */
export interface StepStarted {
  readonly position: number;
  readonly name: string;
}

/** Thrown for a file or post that is not imported. The message is the reason, as a sentence. */
export class SkipError extends Error {
  override readonly name = 'SkipError';
}

/** Reads an archive in steps, so an unreadable post or file is noted and the rest is still read. */
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
      this.skip(name, 'Takes too much time or memory to read.');
      return undefined;
    }
    this.#onStep({ position, name });
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof SkipError)) throw error;
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
export const MAX_LIST_SIZE = 32 * MIB;

/** Parses a standalone JSON export. Throws BAD_REQUEST. */
export function parseJsonFile(bytes: Buffer): unknown {
  const json = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (json !== undefined) return json;
  throw createArchiveError('This JSON file is damaged or incomplete. Export it again and upload it unchanged.');
}

/** Returns the bytes of a text file. Throws SkipError if it has more than `maxBytes`, or is broken. */
export async function readText(zip: ZipArchive, name: string, maxBytes = MAX_TEXT_FILE_BYTES): Promise<Buffer> {
  if (zip.sizeOf(name) > maxBytes) throw new SkipError(`This file is larger than ${maxBytes / MIB} MB.`);
  try {
    return await zip.read(name);
  } catch (error) {
    if (error instanceof AppError) throw new SkipError('This file is damaged. Create or download the archive again.');
    throw error;
  }
}

/** The file with everything that was read of each post and project, a line of JSON each. */
export const entriesIn = (folder: string) => join(folder, 'entries');

/** The file with their outlines, in the same order. */
export const outlinesIn = (folder: string) => join(folder, 'outlines');

/** All outlines are held in memory while an import is planned: those of about a million posts. */
const MAX_OUTLINES_SIZE = 512 * MIB;

/** Creates two files in a folder for posts and projects, written as they are read. It must be closed. */
export async function createEntryWriter(folder: string) {
  const counts = { postCount: 0, projectCount: 0, commentCount: 0 };
  const entries = await LineWriter.create(entriesIn(folder));
  const outlines = await LineWriter.create(outlinesIn(folder));
  return {
    counts,
    async add(entry: StoredPost | StoredProject): Promise<void> {
      const outline = formatOutline(entry, await entries.add(JSON.stringify(entry)));
      if (outlines.bytes + outline.length > MAX_OUTLINES_SIZE) {
        throw createArchiveError('This archive has too many posts for one import. Export it in smaller parts.');
      }
      await outlines.add(outline);
      counts['owner' in entry ? 'projectCount' : 'postCount']++;
      counts.commentCount += countComments(entry.comments);
    },
    async close(): Promise<void> {
      await entries.close();
      await outlines.close();
    },
  };
}
export type EntryWriter = Awaited<ReturnType<typeof createEntryWriter>>;
