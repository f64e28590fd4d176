import type { PostContent } from '#features/blog/contract/writing.ts';
import type { CommentState } from '#features/comments/contract/shapes.ts';
import type { ProjectContent } from '#features/projects/contract/drafts.ts';
import type { Status } from '#features/publishing/contract.ts';
import type { importSources } from '../contract/limits.ts';
import type { OldAddress } from './old-addresses.ts';

/** Where what is moved in comes from. */
export type ImportSource = (typeof importSources)[number];

/** A post's text and what stands beside it; pictures are named by where they lie in the archive, or by their address. */
export type ForeignContent = Omit<PostContent, 'coverId' | 'cardPictureId'> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
};

/** What posts and projects have in common elsewhere. Instants are ISO 8601 in UTC. */
interface ForeignItem {
  /** By which it is known again when the same is moved in twice. */
  readonly sourceId: string;
  /** The folder of the archive that relative addresses start from. */
  readonly folder: string;
  /** The address that it asks for; empty where it has none. */
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
  /** What people said about it, oldest first. */
  readonly comments: readonly ForeignThread[];
  /** What the reader of the preview should know. */
  readonly notes: readonly string[];
}

/** A post as another site has it, whatever that site runs on. */
export interface ForeignPost extends ForeignItem {
  readonly content: ForeignContent;
  /** What waits beside what readers see. */
  readonly pending: ForeignContent | null;
  readonly publishedAt: string | null;
  readonly likes: number;
  /** Null where nobody is named. */
  readonly author: ForeignAuthor | null;
  /** The slug that its id in feeds is made from, where that is another one. */
  readonly feedSlug?: string | null;
  /** Its paths on the old site. */
  readonly oldPaths?: readonly string[];
}

/** Under whose name a post stands; the picture is one of the archive. */
export interface ForeignAuthor {
  readonly name: string;
  readonly role: string;
  readonly avatar?: string | null | undefined;
}

/** What is written of a project, with its pictures named by where they lie in the archive. */
export type ForeignProjectContent = Omit<ProjectContent, 'coverId' | 'cardPictureId' | 'gallery'> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
  readonly gallery: readonly { readonly picture: string; readonly alt: string; readonly caption: string }[];
};

/** A project as another site of this kind has it. */
export interface ForeignProject extends ForeignItem {
  readonly content: ForeignProjectContent;
  /** What waits beside what readers see; without likes of its own it keeps those that readers gave. */
  readonly pending: (Omit<ForeignProjectContent, 'likes'> & { readonly likes: number | null }) | null;
  /** A calendar day. */
  readonly publishedOn: string | null;
  /** Its place in the owner's own order. */
  readonly position: number | null;
  /** By what name it was made. */
  readonly owner: string;
}

/** What somebody said. */
export interface ForeignComment {
  /** Null where the account is gone. */
  readonly author: ForeignSpeaker | null;
  /** Plain text; empty where it was erased and only its place is kept. */
  readonly body: string;
  readonly state: CommentState;
  /** What it was before it was taken away. */
  readonly stateBefore: 'held' | 'shown' | null;
  readonly createdAt: string;
  readonly editedAt: string | null;
  /** When it was first shown. */
  readonly approvedAt: string | null;
  readonly removedAt: string | null;
}

/** Who said it: by e-mail somebody is found who has an account here. */
export interface ForeignSpeaker {
  readonly name: string;
  readonly designation: string;
  /** A picture of the archive. */
  readonly avatar: string | null;
  readonly email: string | null;
}

/** A comment with what answers it, oldest first. */
export interface ForeignThread extends ForeignComment {
  readonly replies: readonly ForeignComment[];
}

/** A post that is not converted yet. */
export interface UnreadPost {
  readonly name: string;
  readonly read: () => ForeignPost;
}

/** Something that is not imported, and the reason as a sentence. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** What was read out of an export of another program. */
export interface ForeignSite {
  readonly source: ImportSource;
  /** Converted one by one as they are asked for. */
  readonly posts: Iterable<ForeignPost>;
  /** The same before they are converted. */
  readonly unread: readonly UnreadPost[];
  /** The other addresses of the old site. */
  readonly oldAddresses: readonly OldAddress[];
  readonly skipped: readonly Skipped[];
  /** Whatever else the owner should know, in sentences. */
  readonly notes: readonly string[];
}

/** A post without anything. */
export const emptyForeignPost: Omit<ForeignPost, 'sourceId' | 'content'> = {
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

/** An instant as ISO 8601 in UTC, from whatever another program writes; null where it cannot be told. */
export function instantFrom(written: unknown): string | null {
  // TOML's dates may lack a zone, which they say in how they are written.
  if (written instanceof Date) return Number.isNaN(written.getTime()) ? null : instantFrom(written.toISOString());
  if (typeof written === 'number') return instantFrom(new Date(written));
  if (typeof written !== 'string' || written.trim() === '') return null;
  const text = written.trim();
  // A day alone is noon in UTC, which is the same day in almost every zone.
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  if (day) return instantFrom(new Date(`${day}T12:00:00Z`));
  // A time without a zone is read as UTC, whichever zone this machine is in.
  const bare = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text);
  if (bare) return instantFrom(new Date(`${bare[1]}T${bare[2]}Z`));
  const offset = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*([+-]\d{2}):?(\d{2})$/.exec(text);
  if (offset) return instantFrom(new Date(`${offset[1]}T${offset[2]}${offset[3]}:${offset[4]}`));
  if (!/\d{4}/.test(text)) return null;
  const time = Date.parse(/[A-Za-z]{3}$|[+-]\d{4}$|Z$/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Posts that are converted one by one, when each is asked for. */
export function lazyPosts(unread: readonly UnreadPost[]): Pick<ForeignSite, 'posts' | 'unread'> {
  return {
    posts: {
      *[Symbol.iterator]() {
        for (const { read } of unread) yield read();
      },
    },
    unread,
  };
}
