import { z } from 'zod';
import { endpoint, line, listOf, nothing, slug, wholeNumber } from '#shared/contract.ts';
import { LONGEST_REASON } from './limits.ts';
import {
  byAddress,
  commentBody,
  conversation,
  decisionNames,
  moderatedComment,
  moderationQuery,
  ofPost,
  ofProject,
  ownComment,
  ownQuery,
} from './schemas.ts';

const byId = z.strictObject({ id: wholeNumber });
const said = { body: commentBody, parentId: wholeNumber.optional() };
const mailSettings = z.object({ mails: z.boolean() });
const tags = ['comments'];

export const commentsContract = {
  ofPost: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/blogs/{id}/reviews', tags, summary: 'What is said about a post, oldest first' })
    .input(ofPost)
    .output(conversation),
  about: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/conversations/{kind}/{key}',
      tags,
      summary: 'What is said about a post or project, by the name in its address',
    })
    .input(byAddress)
    .output(conversation),
  ofProject: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/projects/{id}/comments', tags, summary: 'What is said about a project' })
    .input(ofProject)
    .output(conversation),
  review: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/blogs/{id}/review', tags, summary: 'Review a post, or answer a review' })
    .input(z.strictObject({ id: wholeNumber, ...said }))
    .output(ownComment),
  commentOnProject: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/projects/{id}/comments', tags, summary: 'Comment on a project' })
    .input(z.strictObject({ id: slug, ...said }))
    .output(ownComment),
  mine: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-comments', tags, summary: 'Your own comments with their states, newest first' })
    .input(ownQuery)
    .output(listOf(ownComment)),
  edit: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PUT', path: '/comments/{id}', tags, summary: 'Change your comment, within 15 minutes' })
    .input(byId.extend({ body: commentBody }))
    .output(ownComment),
  remove: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/comments/{id}', tags, summary: 'Delete your comment; the owner removes any' })
    .input(byId)
    .output(z.object({ removed: z.literal(true) })),
  report: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/comments/{id}/report',
      tags,
      summary: 'Tell the owner that a comment is wrong here',
    })
    .input(
      byId.extend({
        reason: line
          .trim()
          .max(LONGEST_REASON, `Give your reason in at most ${LONGEST_REASON} characters.`)
          .prefault(''),
      }),
    )
    .output(z.object({ reported: z.literal(true) })),
  list: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/comments', tags, summary: 'All comments with their states, a page at a time' })
    .input(moderationQuery)
    .output(listOf(moderatedComment)),
  moderate: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/comments/{id}/moderation', tags, summary: 'Decide about a comment' })
    .input(byId.extend({ decision: z.enum(decisionNames, `Decide one of: ${decisionNames.join(', ')}.`) }))
    .output(moderatedComment),
  waiting: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/comments/waiting', tags, summary: 'How many comments wait for the owner' })
    .input(nothing)
    .output(z.object({ held: z.int(), reported: z.int() })),
  mailSettings: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-comments/mails', tags, summary: 'Whether you get mail about your comments' })
    .input(nothing)
    .output(mailSettings),
  saveMailSettings: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PUT', path: '/my-comments/mails', tags, summary: 'Get mail about your comments, or none' })
    .input(mailSettings.strict())
    .output(mailSettings),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    comments: typeof commentsContract;
  }
}
