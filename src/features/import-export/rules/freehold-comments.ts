import { z } from 'zod';
import { MAX_COMMENT_LENGTH } from '#features/comments/contract/limits.ts';
import type { CommentState } from '#features/comments/contract/schemas.ts';
import { instant, singleLineText } from '#shared/contract.ts';
import { commentStateNames } from './archive-names.ts';
import { nullableInstantSchema, imageReferenceSchema, omitEmpty, pictureIdOf } from './freehold.ts';

/** This site's states by the archive's names. */
const states = { held: 'pending', shown: 'published', removed: 'removed', spam: 'spam' } as const satisfies Record<
  (typeof commentStateNames)[CommentState],
  CommentState
>;

const commentAuthor = z.object({
  name: singleLineText.min(1).max(200),
  designation: singleLineText.max(200).prefault(''),
  avatar: imageReferenceSchema,
  email: singleLineText.max(254).nullable().prefault(null),
});

const fields = z.object({
  /** Null if the account was deleted. The email address identifies an account here, if there is one. */
  author: commentAuthor.nullable().prefault(null),
  /** Plain text; empty if the comment was deleted but has replies. */
  body: z
    .string()
    .max(MAX_COMMENT_LENGTH)
    .regex(/^(?:\P{Cc}|[\n\t])*$/u)
    .prefault(''),
  state: z.enum(['held', 'shown', 'removed', 'spam']).transform(name => states[name]),
  /** Its state before it was removed. */
  stateBefore: z
    .enum(['held', 'shown'])
    .transform(name => states[name])
    .nullable()
    .prefault(null),
  createdAt: instant,
  editedAt: nullableInstantSchema,
  /** When it was first published. */
  approvedAt: nullableInstantSchema,
  removedAt: nullableInstantSchema,
});

export type ImportedComment = z.infer<typeof fields>;

/** A comment with its replies, oldest first. */
export interface ImportedThread extends ImportedComment {
  readonly replies: readonly ImportedComment[];
}

/** Only deleted comments may be empty, and removed ones need the date of removal. */
const isConsistent = ({ body, state, removedAt }: Pick<ImportedComment, 'body' | 'state' | 'removedAt'>) => {
  const isHidden = state === 'removed' || state === 'spam';
  return (body.trim() !== '' || isHidden) && isHidden === (removedAt !== null);
};
const comment = fields.refine(isConsistent);
const thread = fields.extend({ replies: z.array(z.unknown()).prefault([]) }).refine(isConsistent);

function toArchivedComment({ author, ...rest }: ImportedComment): Record<string, unknown> {
  const written = {
    ...rest,
    state: commentStateNames[rest.state],
    stateBefore: rest.stateBefore && commentStateNames[rest.stateBefore],
  };
  return { ...omitEmpty({ author: author && omitEmpty({ ...author }), ...written }) };
}

/** Formats the comments on one post or project as an archive file. */
export function formatCommentsFile(threads: readonly ImportedThread[]): string {
  const archived = threads.map(({ replies, ...first }) => ({
    ...toArchivedComment(first),
    ...(replies.length > 0 ? { replies: replies.map(toArchivedComment) } : {}),
  }));
  return `${JSON.stringify(archived, null, 2)}\n`;
}

/** Reads a comments file, each comment separately, so unreadable ones are only counted. */
export function parseCommentsFile(json: unknown): { threads: ImportedThread[]; unreadable: number } {
  if (!Array.isArray(json)) return { threads: [], unreadable: 1 };
  let unreadable = 0;
  const threads: ImportedThread[] = [];
  for (const value of json) {
    const parsed = thread.safeParse(value);
    if (!parsed.success) {
      unreadable += 1;
      continue;
    }
    const { replies: unparsed, ...first } = parsed.data;
    const replies: ImportedComment[] = [];
    for (const reply of unparsed) {
      const parsedReply = comment.safeParse(reply);
      if (parsedReply.success) replies.push(parsedReply.data);
      else unreadable += 1;
    }
    threads.push({ ...first, replies });
  }
  return { threads, unreadable };
}

/** Counts comments including replies. */
export const countComments = (threads: readonly ImportedThread[]) =>
  threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0);

export const flattenThreads = (threads: readonly ImportedThread[]): ImportedComment[] =>
  threads.flatMap(({ replies, ...first }) => [first, ...replies]);

/** Returns the ids of the pictures in a Freehold archive's comments. */
export function pictureIdsOfComments(threads: readonly ImportedThread[]): string[] {
  const authors = threads.flatMap(({ author, replies }) => [author, ...replies.map(reply => reply.author)]);
  return [...new Set(authors.flatMap(author => pictureIdOf(author?.avatar ?? null) ?? []))];
}

/**
 * Numbers an archive's comments by date. Comments on one post keep the archive's order regardless of dates, and
 * comments precede their replies. Stores one number per comment.
 */
export class CommentOrder {
  readonly #times: number[] = [];

  /** Adds the comments on one post or project. */
  add(threads: readonly ImportedThread[]): void {
    let latest = -Infinity;
    for (const { createdAt, replies } of threads) {
      latest = Math.max(latest, Date.parse(createdAt));
      this.#times.push(latest);
      let latestReply = latest;
      for (const reply of replies) {
        latestReply = Math.max(latestReply, Date.parse(reply.createdAt));
        this.#times.push(latestReply);
      }
    }
  }

  /** Returns the number of each comment from 0, in the order in which they were added. */
  numbers(): Uint32Array {
    const times = Float64Array.from(this.#times);
    const order = Uint32Array.from(times.keys());
    order.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
    const numbers = new Uint32Array(order.length);
    for (const [number, index] of order.entries()) numbers[index] = number;
    return numbers;
  }
}
