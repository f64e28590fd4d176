import { z } from 'zod';
import {
  instant,
  singleLineText,
  pagedBy,
  pageNumber,
  pageSize,
  picture,
  rowNumber,
  slug,
  integerParam,
} from '#shared/contract.ts';
import { MAX_COMMENT_LENGTH } from './limits.ts';
import { normalizeCommentText } from './normalize-text.ts';

/**
 * Where a comment is: waiting for the owner, to be read by everybody, taken away by the owner, or taken away because it
 * is spam.
 */
export const commentStates = ['held', 'shown', 'removed', 'spam'] as const;
export type CommentState = (typeof commentStates)[number];

/** What the owner can decide about a comment. */
export const moderationActions = ['approve', 'hold', 'remove', 'spam', 'restore', 'dismiss-reports'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** What somebody says: plain text, whose only signs of control are line breaks. */
export const commentBody = z
  .string()
  .max(4 * MAX_COMMENT_LENGTH, `A comment has at most ${MAX_COMMENT_LENGTH} characters.`)
  .transform(normalizeCommentText)
  .pipe(
    z
      .string()
      .min(1, 'Write something first.')
      .max(MAX_COMMENT_LENGTH, `A comment has at most ${MAX_COMMENT_LENGTH} characters.`)
      .regex(/^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u, 'Leave out control characters.'),
  );

const byline = z.object({
  name: z.string(),
  /** What they are, such as "Author"; empty where the site knows nothing. */
  designation: z.string(),
  avatar: picture.nullable(),
});

const reply = z.object({
  id: z.int(),
  /** Null where the account is gone, and where the comment is. */
  author: byline.nullable(),
  /** Null where the comment is gone, and stands only for those that answer it. */
  body: z.string().nullable(),
  /** Whether it awaits approval. Only a placeholder is shown until then. */
  pending: z.boolean(),
  createdAt: instant,
  editedAt: instant.nullable(),
});
export type Reply = z.infer<typeof reply>;

/** A comment with all that answers it. */
const thread = reply.extend({ replies: z.array(reply) });
export type Thread = z.infer<typeof thread>;

/** One page of what is said about something; `count` is how many comments there are with those that answer others. */
export const commentPage = z.object({
  items: z.array(thread),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  count: z.int(),
  /** Whether there can be more. */
  open: z.boolean(),
});
export type CommentPage = z.infer<typeof commentPage>;

/** How many threads a page of a conversation has unless asked for others. */
const PAGE_SIZE = 20;

const pageOf = { page: pageNumber.prefault(1), pageSize: pageSize.prefault(PAGE_SIZE) };

export const postCommentsQuery = z.strictObject({ id: integerParam, ...pageOf });
/** What is meant by the name that stands in its page's address: a post's title, or a project. */
export const commentsBySlugQuery = z.strictObject({
  kind: z.enum(['post', 'project'], 'Choose post or project.'),
  key: slug,
  ...pageOf,
});
export const projectCommentsQuery = z.strictObject({ id: slug, ...pageOf });

/** What a comment is about. */
const subject = z.object({
  kind: z.enum(['post', 'project']),
  title: z.string(),
  /** The path of its page; null while it is not public. */
  path: z.string().nullable(),
});
export type CommentSubject = z.infer<typeof subject>;

/** A comment as its author sees it. Spam is not told from what was removed. */
export const ownComment = z.object({
  id: z.int(),
  parentId: z.int().nullable(),
  body: z.string(),
  state: z.enum(['held', 'shown', 'removed']),
  createdAt: instant,
  editedAt: instant.nullable(),
  editableUntil: instant,
  subject,
});
export type OwnComment = z.infer<typeof ownComment>;

export const ownCommentsQuery = z.strictObject({
  /** Only those about one post, or one project. */
  post: integerParam.optional(),
  project: slug.optional(),
  state: z.enum(['held', 'shown', 'removed'], 'Choose held, shown or removed.').optional(),
  ...pagedBy(rowNumber, 25),
});
export type OwnCommentsQuery = z.infer<typeof ownCommentsQuery>;

/** The orders of the list that the owner moderates; the first, with what waits on top, is the default. */
export const moderationSorts = ['waiting', 'newest', 'oldest'] as const;

/** What the owner's list can be narrowed to. */
export const moderationFilters = ['waiting', 'held', 'reported', 'shown', 'removed', 'spam'] as const;

export const moderatedComment = z.object({
  id: z.int(),
  author: byline.extend({ email: z.string().nullable() }).nullable(),
  body: z.string(),
  state: z.enum(commentStates),
  createdAt: instant,
  editedAt: instant.nullable(),
  isReply: z.boolean(),
  /** What people gave as their reasons to report it, as far as the owner has not dismissed them; some are empty. */
  reports: z.array(z.string()),
  subject,
});
export type ModeratedComment = z.infer<typeof moderatedComment>;

export const moderationQuery = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  state: z.enum(moderationFilters, `Choose one of: ${moderationFilters.join(', ')}.`).optional(),
  sort: z.enum(moderationSorts, `Sort by one of: ${moderationSorts.join(', ')}.`).prefault('waiting'),
  ...pagedBy(rowNumber, 25),
});
export type ModerationQuery = z.infer<typeof moderationQuery>;
