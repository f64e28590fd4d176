import type { PostContent } from '#features/blog/contract/editing.ts';
import type { ProjectContent } from '#features/projects/contract/drafts.ts';
import type { Status } from '#features/publishing/contract/status.ts';
import { AppError } from '#shared/errors.ts';
import type { importSources } from '../contract/constants.ts';
import type { ImportedThread } from './freehold-comments.ts';
import type { OldAddress } from './old-addresses.ts';

export type ImportSource = (typeof importSources)[number];

/** Fields that archives name otherwise than the site. The names are the archive's, which must not change. */
export const ARCHIVE_FIELD_NAMES = {
  socialTitle: 'cardTitle',
  socialDescription: 'cardDescription',
  repositoryUrl: 'repository',
} as const;
type SiteFieldName = keyof typeof ARCHIVE_FIELD_NAMES;

/** Content with the archive's field names. */
export type WithArchiveNames<Content> = {
  [Name in keyof Content as Name extends SiteFieldName ? (typeof ARCHIVE_FIELD_NAMES)[Name] : Name]: Content[Name];
};

/** A post's text and fields. Pictures are named by their file in the archive or by their address. */
export type ImportedContent = WithArchiveNames<Omit<PostContent, 'coverImageId' | 'socialImageId'>> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
};

/** Properties shared by imported posts and projects. Instants are ISO 8601 in UTC. */
interface ForeignItem {
  /** Its id in the source, by which a second import recognizes it. */
  readonly sourceId: string;
  /** The folder of the archive that relative addresses start from. */
  readonly folder: string;
  /** The slug that it had; empty if it had none. */
  readonly slug: string;
  readonly slugChosen: boolean;
  readonly formerSlugs: readonly { readonly slug: string; readonly at: string | null }[];
  readonly status: Status;
  readonly createdAt: string | null;
  readonly changedAt: string | null;
  readonly updatedAt: string | null;
  readonly scheduledFor: string | null;
  /** It must not be public before this instant, if any. */
  readonly hiddenUntil?: string | null;
  /** It must not be public from this instant on, if any. */
  readonly hiddenFrom?: string | null;
  readonly submittedAt: string | null;
  readonly commentsClosed: boolean;
  /** Oldest first. */
  readonly comments: readonly ImportedThread[];
  /** Notes for the owner, in sentences. */
  readonly notes: readonly string[];
}

export interface ImportedPost extends ForeignItem {
  readonly content: ImportedContent;
  /** Changes that are not published yet. */
  readonly pending: ImportedContent | null;
  readonly publishedAt: string | null;
  readonly likes: number;
  /** Null if no author is named. */
  readonly author: ImportedAuthor | null;
  /** The slug that its feed id is derived from, if different. */
  readonly feedSlug?: string | null;
  /** Its paths on the old site. */
  readonly oldPaths?: readonly string[];
}

export interface ImportedAuthor {
  readonly name: string;
  readonly role: string;
  readonly avatar?: string | null | undefined;
}

/** A project's text and fields. Pictures are named by their file in the archive. */
export type ImportedProjectContent = WithArchiveNames<
  Omit<ProjectContent, 'coverImageId' | 'socialImageId' | 'gallery'>
> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
  readonly gallery: readonly { readonly picture: string; readonly alt: string; readonly caption: string }[];
};

export interface ImportedProject extends ForeignItem {
  readonly content: ImportedProjectContent;
  /** Unpublished changes; without `likes`, the readers' likes stay. */
  readonly pending: (Omit<ImportedProjectContent, 'likes'> & { readonly likes: number | null }) | null;
  /** ISO 8601 date. */
  readonly publishedOn: string | null;
  /** Position in the owner's order. */
  readonly position: number | null;
  /** Name of its author. */
  readonly owner: string;
}

/** A post that `read` converts, so that only one is in memory at a time. */
interface UnreadPost {
  readonly name: string;
  readonly read: () => ImportedPost;
}

/** Creates an error shown next to the archive's form field. */
export const createArchiveError = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** Content of another program's export. */
export interface ImportedSite {
  readonly source: ImportSource;
  readonly posts: readonly UnreadPost[];
  /** The other addresses of the old site. */
  readonly oldAddresses: readonly OldAddress[];
  readonly skipped: readonly Skipped[];
  /** Whatever else the owner should know, in sentences. */
  readonly notes: readonly string[];
}

/** An empty post. */
export const EMPTY_IMPORTED_POST: Omit<ImportedPost, 'sourceId' | 'content'> = {
  folder: '',
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
  // A date without time is noon in UTC, which is the same day in almost every zone.
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  if (day) return parseInstant(new Date(`${day}T12:00:00Z`));
  // A time without a zone is UTC, independent of the server's zone.
  const bare = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text);
  if (bare) return parseInstant(new Date(`${bare[1]}T${bare[2]}Z`));
  const offset = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*([+-]\d{2}):?(\d{2})$/.exec(text);
  if (offset) return parseInstant(new Date(`${offset[1]}T${offset[2]}${offset[3]}:${offset[4]}`));
  if (!/\d{4}/.test(text)) return null;
  const time = Date.parse(/[A-Za-z]{3}$|[+-]\d{4}$|Z$/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
