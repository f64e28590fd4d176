import { AppError } from '#shared/errors.ts';
import { plainDate } from '#shared/contract.ts';
import type { importSources } from '../contract/constants.ts';
import type { ImportedThread } from './freehold-comments.ts';
import type { ImportedContent, ImportedProjectContent, PostEntry, ProjectEntry } from './freehold-entries.ts';
import type { OldAddress } from './old-addresses.ts';

export type ImportSource = (typeof importSources)[number];

/** Fields that every source adds to those of an archive's post or project. */
interface ForeignItem {
  /** Its id in the source, by which a second import recognizes it. */
  readonly sourceId: string;
  /** Oldest first. */
  readonly comments: readonly ImportedThread[];
  /** Notes for the owner, in sentences. */
  readonly notes: readonly string[];
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** A post of any source. Pictures are named by their file in the archive or by their address. */
export interface ImportedPost
  extends ForeignItem,
    Omit<PostEntry, 'author' | 'createdAt' | 'changedAt'>,
    Nullable<Pick<PostEntry, 'author' | 'createdAt' | 'changedAt'>> {
  readonly content: ImportedContent;
  /** The folder of the archive that relative addresses start from. */
  readonly folder?: string;
  /** It must not be public before this instant, if any. */
  readonly hiddenUntil?: string | null;
  /** It must not be public from this instant on, if any. */
  readonly hiddenFrom?: string | null;
  /** Its paths on the old site. */
  readonly oldPaths?: readonly string[];
}

export interface ImportedProject extends ForeignItem, Omit<ProjectEntry, 'id'> {
  readonly slug: string;
  readonly content: ImportedProjectContent;
}

/** Creates an error shown next to the archive's form field. */
export const createArchiveError = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** Content of another program's export. */
export interface ImportedSite<Post = ImportedPost> {
  readonly source: ImportSource;
  /** `read` converts a post, so only one is in memory at a time. */
  readonly posts: readonly { readonly name: string; readonly read: () => Post }[];
  /** The other addresses of the old site. */
  readonly oldAddresses: readonly OldAddress[];
  readonly skipped: readonly Skipped[];
  /** Other notes for the owner, in sentences. */
  readonly notes: readonly string[];
}

/** An empty post. */
export const EMPTY_IMPORTED_POST: Omit<ImportedPost, 'sourceId' | 'content'> = {
  pending: null,
  slug: '',
  slugChosen: true,
  formerSlugs: [],
  status: 'draft',
  createdAt: null,
  changedAt: null,
  publishedAt: null,
  updatedAt: null,
  scheduledFor: null,
  submittedAt: null,
  feedSlug: null,
  likes: 0,
  author: null,
  commentsClosed: false,
  comments: [],
  notes: [],
};

/** Parses another program's date into ISO 8601 in UTC; null if it is unreadable. */
export function parseInstant(written: unknown): string | null {
  // TOML dates may lack a time zone, which their string form shows.
  if (written instanceof Date) return Number.isNaN(written.getTime()) ? null : parseInstant(written.toISOString());
  if (typeof written === 'number') return parseInstant(new Date(written));
  if (typeof written !== 'string' || written.trim() === '') return null;
  const text = written.trim();
  // Date.parse would turn February 30 into March 1.
  const [writtenDay] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (writtenDay && !plainDate.safeParse(writtenDay).success) return null;
  // A date without time is noon in UTC, which is the same day in almost every zone.
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  if (day) return parseInstant(new Date(`${day}T12:00:00Z`));
  // A time without a zone is UTC, independent of the server's zone.
  const zoneless = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text);
  if (zoneless) return parseInstant(new Date(`${zoneless[1]}T${zoneless[2]}Z`));
  const offset = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*([+-]\d{2}):?(\d{2})$/.exec(text);
  if (offset) return parseInstant(new Date(`${offset[1]}T${offset[2]}${offset[3]}:${offset[4]}`));
  if (!/\d{4}/.test(text)) return null;
  const time = Date.parse(/[A-Za-z]{3}$|[+-]\d{4}$|Z$/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
