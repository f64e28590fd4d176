import type { PostContent } from '#features/blog/contract/writing.ts';
import type { importSources } from '../contract/limits.ts';
import type { Status } from '#features/publishing/contract.ts';

/** Where what is moved in comes from. */
export type ImportSource = (typeof importSources)[number];

/** A post's text and what stands beside it; pictures are named by where they lie in the archive, or by their address. */
export type ForeignContent = Omit<PostContent, 'coverId' | 'cardPictureId'> & {
  readonly cover: string | null;
  readonly cardPicture: string | null;
};

/** A post as another site has it, whatever that site runs on. Instants are ISO 8601 in UTC. */
export interface ForeignPost {
  /** By which the post is known again when the same is moved in twice. */
  readonly sourceId: string;
  /** The folder of the archive that relative addresses start from. */
  readonly folder: string;
  readonly content: ForeignContent;
  /** What waits beside what readers see. */
  readonly pending: ForeignContent | null;
  /** The address that it asks for; empty where it has none. */
  readonly slug: string;
  readonly slugChosen: boolean;
  readonly formerSlugs: readonly { readonly slug: string; readonly at: string | null }[];
  readonly status: Status;
  readonly createdAt: string | null;
  readonly changedAt: string | null;
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly scheduledFor: string | null;
  readonly submittedAt: string | null;
  readonly likes: number;
  /** Null where nobody is named. */
  readonly author: { readonly name: string; readonly role: string } | null;
  /** What the reader of the preview should know. */
  readonly notes: readonly string[];
}

/** What was read out of an archive. */
export interface ForeignSite {
  readonly source: ImportSource;
  /** Read one after the other while they are asked for, since many take their time. */
  readonly posts: Iterable<ForeignPost>;
  /** What is not moved in, each with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** What there is besides, in sentences. */
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
  const offset = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})\s*([+-]\d{2}):?(\d{2})$/.exec(text);
  if (offset) return instantFrom(new Date(`${offset[1]}T${offset[2]}${offset[3]}:${offset[4]}`));
  if (!/\d{4}/.test(text)) return null;
  const time = Date.parse(/[A-Za-z]{3}$|[+-]\d{4}$|Z$/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Does something with one thing after the other, whenever the next is asked for. */
export function* oneByOne<Item, Result>(items: Iterable<Item>, make: (item: Item) => Result): Generator<Result> {
  for (const item of items) yield make(item);
}
