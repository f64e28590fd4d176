import type { PostContent } from '#features/blog/contract/editing.ts';
import type { CommentState } from '#features/comments/contract/schemas.ts';
import type { ProjectContent } from '#features/projects/contract/drafts.ts';
import type { Status } from '#features/publishing/contract/status.ts';
import type { importSources } from '../contract/constants.ts';
import type { OldAddress } from './old-addresses.ts';

/** The program that an export comes from. */
export type ImportSource = (typeof importSources)[number];

/** A post's text and fields. Pictures are named by their file in the archive or by their address. */
export type ImportedContent = Omit<PostContent, 'coverId' | 'cardPictureId'> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
};

/** What posts and projects of other sites have in common. Instants are ISO 8601 in UTC. */
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
  /** What the owner should know, in sentences. */
  readonly notes: readonly string[];
}

/** A post of another site, in one shape for all sources. */
export interface ImportedPost extends ForeignItem {
  readonly content: ImportedContent;
  /** Changes that are not published yet. */
  readonly pending: ImportedContent | null;
  readonly publishedAt: string | null;
  readonly likes: number;
  /** Null if no author is named. */
  readonly author: ImportedAuthor | null;
  /** The slug that its id in feeds is made from, where that is another one. */
  readonly feedSlug?: string | null;
  /** Its paths on the old site. */
  readonly oldPaths?: readonly string[];
}

/** A post's author; the picture is a file of the archive. */
export interface ImportedAuthor {
  readonly name: string;
  readonly role: string;
  readonly avatar?: string | null | undefined;
}

/** A project's text and fields. Pictures are named by their file in the archive. */
export type ImportedProjectContent = Omit<ProjectContent, 'coverId' | 'cardPictureId' | 'gallery'> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
  readonly gallery: readonly { readonly picture: string; readonly alt: string; readonly caption: string }[];
};

/** A project of another Freehold. */
export interface ImportedProject extends ForeignItem {
  readonly content: ImportedProjectContent;
  /** Changes that are not published yet; without likes of their own they keep those of readers. */
  readonly pending: (Omit<ImportedProjectContent, 'likes'> & { readonly likes: number | null }) | null;
  /** A calendar day. */
  readonly publishedOn: string | null;
  /** Its place in the owner's own order. */
  readonly position: number | null;
  /** By what name it was made. */
  readonly owner: string;
}

/** A comment. */
export interface ImportedComment {
  /** Null if the account was deleted. */
  readonly author: ImportedCommentAuthor | null;
  /** Plain text; empty if the comment was deleted but has replies. */
  readonly body: string;
  readonly state: CommentState;
  /** Its state before it was removed. */
  readonly stateBefore: 'held' | 'shown' | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  /** When it was first shown. */
  readonly approvedAt: string | null;
  readonly removedAt: string | null;
}

/** Who wrote a comment. The email address finds the account here, if there is one. */
export interface ImportedCommentAuthor {
  readonly name: string;
  readonly designation: string;
  /** A picture of the archive. */
  readonly avatar: string | null;
  readonly email: string | null;
}

/** A comment with its replies, oldest first. */
export interface ImportedThread extends ImportedComment {
  readonly replies: readonly ImportedComment[];
}

/** A post that is not converted yet. */
export interface UnreadPost {
  readonly name: string;
  readonly read: () => ImportedPost;
}

/** Something that is not imported, and the reason as a sentence. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** What was read out of an export of another program. */
export interface ImportedSite {
  readonly source: ImportSource;
  /** Converted one by one as they are asked for. */
  readonly posts: Iterable<ImportedPost>;
  /** The same before they are converted. */
  readonly unread: readonly UnreadPost[];
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

/** An instant as ISO 8601 in UTC, from what another program wrote; null if it cannot be read. */
export function parseInstant(written: unknown): string | null {
  // TOML's dates may lack a zone, which they say in how they are written.
  if (written instanceof Date) return Number.isNaN(written.getTime()) ? null : parseInstant(written.toISOString());
  if (typeof written === 'number') return parseInstant(new Date(written));
  if (typeof written !== 'string' || written.trim() === '') return null;
  const text = written.trim();
  // A day alone is noon in UTC, which is the same day in almost every zone.
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  if (day) return parseInstant(new Date(`${day}T12:00:00Z`));
  // A time without a zone is read as UTC, whichever zone this machine is in.
  const bare = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text);
  if (bare) return parseInstant(new Date(`${bare[1]}T${bare[2]}Z`));
  const offset = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*([+-]\d{2}):?(\d{2})$/.exec(text);
  if (offset) return parseInstant(new Date(`${offset[1]}T${offset[2]}${offset[3]}:${offset[4]}`));
  if (!/\d{4}/.test(text)) return null;
  const time = Date.parse(/[A-Za-z]{3}$|[+-]\d{4}$|Z$/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Posts that are converted one by one, when each is asked for. */
export function lazyPosts(unread: readonly UnreadPost[]): Pick<ImportedSite, 'posts' | 'unread'> {
  return {
    posts: {
      *[Symbol.iterator]() {
        for (const { read } of unread) yield read();
      },
    },
    unread,
  };
}
