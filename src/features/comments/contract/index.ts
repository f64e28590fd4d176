import { z } from 'zod';
import { endpoint, singleLineText, createPageSchema, emptyInput, slug, integerParam } from '#shared/contract.ts';
import { MAX_REPORT_REASON_LENGTH } from './limits.ts';
import {
  commentsBySlugQuery,
  commentBody,
  commentPage,
  moderationActions,
  moderatedComment,
  moderationQuery,
  postCommentsQuery,
  projectCommentsQuery,
  ownComment,
  ownCommentsQuery,
} from './schemas.ts';

const byId = z.strictObject({ id: integerParam });
const said = { body: commentBody, parentId: integerParam.optional() };
const mailSettings = z.object({ emailNotifications: z.boolean() });
const tags = ['comments'];

export const commentsContract = {
  listPostComments: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/blogs/{id}/reviews', tags, summary: 'What is said about a post, oldest first' })
    .input(postCommentsQuery)
    .output(commentPage),
  listCommentsBySlug: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/comments/{kind}/{slug}',
      tags,
      summary: 'What is said about a post or project, by the name in its address',
    })
    .input(commentsBySlugQuery)
    .output(commentPage),
  listProjectComments: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/projects/{id}/comments', tags, summary: 'What is said about a project' })
    .input(projectCommentsQuery)
    .output(commentPage),
  addReview: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/blogs/{id}/review', tags, summary: 'Review a post, or answer a review' })
    .input(z.strictObject({ id: integerParam, ...said }))
    .output(ownComment),
  addProjectComment: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/projects/{id}/comments', tags, summary: 'Comment on a project' })
    .input(z.strictObject({ id: slug, ...said }))
    .output(ownComment),
  listOwnComments: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-comments', tags, summary: 'Your own comments with their states, newest first' })
    .input(ownCommentsQuery)
    .output(createPageSchema(ownComment)),
  updateComment: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PUT', path: '/comments/{id}', tags, summary: 'Change your comment, within 15 minutes' })
    .input(byId.extend({ body: commentBody }))
    .output(ownComment),
  deleteComment: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/comments/{id}', tags, summary: 'Delete your comment; the owner removes any' })
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
  reportComment: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/comments/{id}/report',
      tags,
      summary: 'Tell the owner that a comment is wrong here',
    })
    .input(
      byId.extend({
        reason: singleLineText
          .trim()
          .max(MAX_REPORT_REASON_LENGTH, `Give your reason in at most ${MAX_REPORT_REASON_LENGTH} characters.`)
          .prefault(''),
      }),
    )
    .output(z.object({ reported: z.literal(true) })),
  listAllComments: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/comments', tags, summary: 'All comments with their states, a page at a time' })
    .input(moderationQuery)
    .output(createPageSchema(moderatedComment)),
  moderateComment: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/comments/{id}/moderation', tags, summary: 'Decide about a comment' })
    .input(byId.extend({ action: z.enum(moderationActions, `Decide one of: ${moderationActions.join(', ')}.`) }))
    .output(moderatedComment),
  getModerationCounts: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/comments/counts', tags, summary: 'How many comments wait for the owner' })
    .input(emptyInput)
    .output(z.object({ pending: z.int(), reported: z.int() })),
  getNotificationSettings: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/my-comments/notification-settings',
      tags,
      summary: 'Whether you get mail about your comments',
    })
    .input(emptyInput)
    .output(mailSettings),
  updateNotificationSettings: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/my-comments/notification-settings',
      tags,
      summary: 'Get mail about your comments, or none',
    })
    .input(mailSettings.strict())
    .output(mailSettings),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    comments: typeof commentsContract;
  }
}
