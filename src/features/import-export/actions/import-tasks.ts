import type { ErrorCode } from '#shared/errors.ts';
import type { ImportSource, Skipped } from '../rules/imported-content.ts';
import type { ArchivedSiteSection } from '../rules/freehold-site-sections.ts';
import type { OldAddress } from '../rules/old-addresses.ts';
import type { EntryWriter } from './entry-writer.ts';
import type { PictureWords } from './pictures.ts';
import type { ReadingSteps } from './reading-steps.ts';

/** Tasks of the import worker: read an archive, or put pictures into a text. */
export type ImportTask =
  | {
      readonly kind: 'read';
      readonly path: string;
      /** An empty folder for the files of entries and outlines. */
      readonly folder: string;
      /** Bytes that the archive may unpack to. */
      readonly room: number;
      /** Positions of steps that exceeded the limits before. They are left out. */
      readonly failed: readonly number[];
    }
  | {
      readonly kind: 'text';
      /** The text on this site, if it was imported before. */
      readonly current?: string;
      /** The original text from the archive. */
      readonly source: string;
      /** The site's addresses of pictures, by how the text names them. Others become links. */
      readonly addresses: ReadonlyMap<string, string>;
    };

export type ImportOutcome =
  /** `json` is the `StoredHead`: it may be large, so it is passed on without being parsed. */
  | {
      readonly kind: 'read';
      readonly summary: Pick<ImportHead, 'source'> & EntryWriter['counts'] & { readonly siteSectionCount: number };
      readonly json: Uint8Array;
    }
  | { readonly kind: 'text'; readonly markdown: string; readonly filled: number }
  | {
      readonly kind: 'rejected';
      readonly code: ErrorCode;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** `code` is the system's, such as ENOSPC. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined };

export interface ImportHead {
  readonly source: ImportSource;
  readonly documents: readonly ArchivedSiteSection[];
  /** The other addresses of the old site. */
  readonly oldAddresses: readonly OldAddress[];
  readonly notes: readonly string[];
  /** The list of members in a Ghost archive, as CSV. */
  readonly members?: string | undefined;
  /** Alt texts and names of a Freehold archive's pictures, by id. */
  readonly pictures: Readonly<Record<string, PictureWords>>;
  /** The folder of the ZIP that an own archive is in; empty, or with a slash at its end. */
  readonly folder: string;
}

/** Destination of what is read: posts and projects go to files, skipped items to the steps. */
export interface Reading {
  readonly steps: ReadingSteps;
  readonly entries: EntryWriter;
}

/** What is stored of an archive until the owner decides, besides the archive, entries and outlines. */
export interface StoredHead extends ImportHead {
  /** The first skipped items, and their total. */
  readonly skipped: readonly Skipped[];
  readonly skippedTotal: number;
}

/** Milliseconds that one post or file may take: half a million characters of ordinary HTML take about one second. */
export const STEP_TIME = 5000;
