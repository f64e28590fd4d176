import { z } from 'zod';
import {
  defineEndpoints,
  singleLineText,
  createPageSchema,
  emptyInput,
  idempotencyKey,
  slug,
  integerParam,
} from '#shared/contract.ts';
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
const commentInput = { body: commentBody, parentId: integerParam.optional(), idempotencyKey };
const mailSettings = z.object({ emailNotifications: z.boolean() });
const { publicEndpoint, memberEndpoint, ownerEndpoint } = defineEndpoints('comments');

export const commentsContract = {
  listPostComments: publicEndpoint('GET /blogs/{id}/reviews', 'List the reviews of a post, oldest first')
    .input(postCommentsQuery)
    .output(commentPage),
  listCommentsBySlug: publicEndpoint(
    'GET /comments/{kind}/{slug}',
    'List the comments on a post or project by its slug',
  )
    .input(commentsBySlugQuery)
    .output(commentPage),
  listProjectComments: publicEndpoint('GET /projects/{id}/comments', 'List the comments on a project')
    .input(projectCommentsQuery)
    .output(commentPage),
  addReview: memberEndpoint('POST /blogs/{id}/review', 'Review a post, or reply to a review')
    .input(z.strictObject({ id: integerParam, ...commentInput }))
    .output(ownComment),
  addProjectComment: memberEndpoint('POST /projects/{id}/comments', 'Comment on a project')
    .input(z.strictObject({ id: slug, ...commentInput }))
    .output(ownComment),
  listOwnComments: memberEndpoint('GET /my-comments', 'List your comments with their status, newest first')
    .input(ownCommentsQuery)
    .output(createPageSchema(ownComment)),
  updateComment: memberEndpoint('PUT /comments/{id}', 'Edit your comment within 15 minutes')
    .input(byId.extend({ body: commentBody }))
    .output(ownComment),
  deleteComment: memberEndpoint('DELETE /comments/{id}', 'Delete your comment; the owner can delete any')
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
  reportComment: memberEndpoint('POST /comments/{id}/report', 'Report a comment to the owner')
    .input(
      byId.extend({
        reason: singleLineText
          .trim()
          .max(MAX_REPORT_REASON_LENGTH, `The reason must be ${MAX_REPORT_REASON_LENGTH} characters or fewer.`)
          .prefault(''),
      }),
    )
    .output(z.object({ reported: z.literal(true) })),
  listAllComments: ownerEndpoint('GET /comments', 'List all comments with their status')
    .input(moderationQuery)
    .output(createPageSchema(moderatedComment)),
  moderateComment: ownerEndpoint('POST /comments/{id}/moderation', 'Moderate a comment')
    .input(byId.extend({ action: z.enum(moderationActions, `Choose one of: ${moderationActions.join(', ')}.`) }))
    .output(moderatedComment),
  getModerationCounts: ownerEndpoint('GET /comments/counts', 'Count comments that need moderation')
    .input(emptyInput)
    .output(z.object({ pending: z.int(), reported: z.int() })),
  getNotificationSettings: memberEndpoint(
    'GET /my-comments/notification-settings',
    'Get whether you receive emails about your comments',
  )
    .input(emptyInput)
    .output(mailSettings),
  updateNotificationSettings: memberEndpoint(
    'PUT /my-comments/notification-settings',
    'Turn emails about your comments on or off',
  )
    .input(mailSettings.strict())
    .output(mailSettings),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    comments: typeof commentsContract;
  }
}
