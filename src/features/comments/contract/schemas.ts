import { z } from 'zod';
import {
  instant,
  searchTerm,
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

/** `pending`: waiting for review; `published`: public; `removed` and `spam`: removed by the owner. */
export const commentStates = ['pending', 'published', 'removed', 'spam'] as const;
export type CommentState = (typeof commentStates)[number];

/** Moderation actions of the owner. */
export const moderationActions = ['approve', 'unpublish', 'remove', 'mark_spam', 'restore', 'dismiss_reports'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** Plain text; line breaks are the only control characters allowed. */
export const commentBody = z
  .string()
  .max(4 * MAX_COMMENT_LENGTH, `A comment must be ${MAX_COMMENT_LENGTH} characters or fewer.`)
  .transform(normalizeCommentText)
  .pipe(
    z
      .string()
      .min(1, 'Enter a comment.')
      .max(MAX_COMMENT_LENGTH, `A comment must be ${MAX_COMMENT_LENGTH} characters or fewer.`)
      .regex(/^[^\p{Cc}\p{Cs}]*(?:[\n\t][^\p{Cc}\p{Cs}]*)*$/u, 'Remove control characters.'),
  );

const byline = z.object({
  name: z.string(),
  /** Such as "Author"; empty for others. */
  designation: z.string(),
  avatar: picture.nullable(),
});

const reply = z.object({
  id: z.int(),
  /** Null if the account or the comment was deleted. */
  author: byline.nullable(),
  /** Null if the comment was deleted and remains only as the parent of replies. */
  body: z.string().nullable(),
  /** Whether it is waiting for approval. Until then, only a placeholder is shown. */
  pending: z.boolean(),
  createdAt: instant,
  editedAt: instant.nullable(),
});
export type Reply = z.infer<typeof reply>;

/** A comment with its replies. */
const thread = reply.extend({ replies: z.array(reply) });
export type Thread = z.infer<typeof thread>;

/** A page of comments; `commentCount` includes replies. */
export const commentPage = z.object({
  items: z.array(thread),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  commentCount: z.int(),
  /** Whether comments are open. */
  isOpen: z.boolean(),
});
export type CommentPage = z.infer<typeof commentPage>;

/** Default number of threads per page. */
const PAGE_SIZE = 20;

const pageOf = { page: pageNumber.prefault(1), pageSize: pageSize.prefault(PAGE_SIZE) };

export const postCommentsQuery = z.strictObject({ id: integerParam, ...pageOf });
/** Identifies the page by its slug: a post's title, or a project. */
export const commentsBySlugQuery = z.strictObject({
  kind: z.enum(['post', 'project'], 'Choose post or project.'),
  slug,
  /** Returns the page with this comment instead, if it is public. */
  comment: integerParam.optional(),
  ...pageOf,
});
export const projectCommentsQuery = z.strictObject({ id: slug, ...pageOf });

/** The post or project of a comment. */
const subject = z.object({
  kind: z.enum(['post', 'project']),
  title: z.string(),
  /** Path of its page; null if it is not public. */
  path: z.string().nullable(),
});
export type CommentSubject = z.infer<typeof subject>;

/** A comment as its author sees it: spam and removed comments look the same. */
export const ownComment = z.object({
  id: z.int(),
  parentId: z.int().nullable(),
  body: z.string(),
  state: z.enum(['pending', 'published', 'removed']),
  createdAt: instant,
  editedAt: instant.nullable(),
  editDeadline: instant,
  subject,
});
export type OwnComment = z.infer<typeof ownComment>;

export const ownCommentsQuery = z.strictObject({
  postId: integerParam.optional(),
  projectId: slug.optional(),
  state: z.enum(['pending', 'published', 'removed'], 'Choose pending, published or removed.').optional(),
  ...pagedBy(rowNumber, 25),
});
export type OwnCommentsQuery = z.infer<typeof ownCommentsQuery>;

/** The first is the default: comments to review come first. */
export const moderationSorts = ['pending_first', 'newest', 'oldest'] as const;

/** Filters of the owner's list. */
export const moderationFilters = ['needs_review', 'pending', 'reported', 'published', 'removed', 'spam'] as const;

export const moderatedComment = z.object({
  id: z.int(),
  author: byline.extend({ email: z.string().nullable() }).nullable(),
  body: z.string(),
  state: z.enum(commentStates),
  createdAt: instant,
  editedAt: instant.nullable(),
  isReply: z.boolean(),
  /** Reasons of the reports that the owner has not dismissed; some are empty. */
  reports: z.array(z.string()),
  subject,
});
export type ModeratedComment = z.infer<typeof moderatedComment>;

export const moderationQuery = z.strictObject({
  search: searchTerm.optional(),
  state: z.enum(moderationFilters, `Choose one of: ${moderationFilters.join(', ')}.`).optional(),
  sort: z.enum(moderationSorts, `Sort by one of: ${moderationSorts.join(', ')}.`).prefault('pending_first'),
  ...pagedBy(rowNumber, 25),
});
export type ModerationQuery = z.infer<typeof moderationQuery>;
