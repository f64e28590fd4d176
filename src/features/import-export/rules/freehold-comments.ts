import { z } from 'zod';
import { LONGEST_COMMENT } from '#features/comments/contract/limits.ts';
import { commentStates } from '#features/comments/contract/schemas.ts';
import { instant, line } from '#shared/contract.ts';
import type { ForeignComment, ForeignThread } from './imported-content.ts';
import { instantOrNull, reference, withoutEmpty } from './freehold.ts';

const speaker = z.object({
  name: line.min(1).max(200),
  designation: line.max(200).prefault(''),
  avatar: reference,
  email: line.max(254).nullable().prefault(null),
});

const fields = z.object({
  author: speaker.nullable().prefault(null),
  body: z
    .string()
    .max(LONGEST_COMMENT)
    .regex(/^(?:\P{Cc}|[\n\t])*$/u)
    .prefault(''),
  state: z.enum(commentStates),
  stateBefore: z.enum(['held', 'shown']).nullable().prefault(null),
  createdAt: instant,
  editedAt: instantOrNull,
  approvedAt: instantOrNull,
  removedAt: instantOrNull,
});

/** Only what was erased says nothing, and what was taken away has a day from which on it is forgotten. */
const isWhole = ({ body, state, removedAt }: Pick<z.infer<typeof fields>, 'body' | 'state' | 'removedAt'>) => {
  const isAway = state === 'removed' || state === 'spam';
  return (body.trim() !== '' || isAway) && isAway === (removedAt !== null);
};
const comment = fields.refine(isWhole);
const thread = fields.extend({ replies: z.array(z.unknown()).prefault([]) }).refine(isWhole);

/** Comments on one thing, and how many of its file could not be read. */
export interface ReadComments {
  readonly threads: readonly ForeignThread[];
  readonly unreadable: number;
}

function commentOut({ author, ...rest }: ForeignComment): Record<string, unknown> {
  return { ...withoutEmpty({ author: author && withoutEmpty({ ...author }), ...rest }) };
}

/** What people said about one thing as a file of the archive. */
export function writeComments(threads: readonly ForeignThread[]): string {
  const out = threads.map(({ replies, ...first }) => ({
    ...commentOut(first),
    ...(replies.length > 0 ? { replies: replies.map(commentOut) } : {}),
  }));
  return `${JSON.stringify(out, null, 2)}\n`;
}

/** Reads that file: each comment by itself, so that one that does not fit takes no other along. */
export function readComments(json: unknown): ReadComments {
  if (!Array.isArray(json)) return { threads: [], unreadable: 1 };
  let unreadable = 0;
  const threads: ForeignThread[] = [];
  for (const value of json) {
    const parsed = thread.safeParse(value);
    if (!parsed.success) {
      unreadable += 1;
      continue;
    }
    const { replies: written, ...first } = parsed.data;
    const replies: ForeignComment[] = [];
    for (const reply of written) {
      const answer = comment.safeParse(reply);
      if (answer.success) replies.push(answer.data);
      else unreadable += 1;
    }
    threads.push({ ...first, replies });
  }
  return { threads, unreadable };
}

/** How many comments there are, with those that answer others. */
export const countComments = (threads: readonly ForeignThread[]) =>
  threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0);

/** All comments of threads, in the order in which they stand. */
export const commentsIn = (threads: readonly ForeignThread[]): ForeignComment[] =>
  threads.flatMap(({ replies, ...first }) => [first, ...replies]);
