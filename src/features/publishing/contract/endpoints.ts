import { z } from 'zod';
import { createPageSchema, defineEndpoints, integerParam, multilineText } from '#shared/contract.ts';
import { transitions } from './status.ts';
import { revisionSummarySchema } from './schemas.ts';

/** The version that a save is based on. */
export const versionSchema = z
  .int('Include the version that you edited.')
  .min(1, 'Include the version that you edited.');

/** Creates the endpoints for editing posts or projects. Users edit their own; the owner edits all. */
export function createEditingEndpoints<
  Id extends z.ZodType,
  Query extends z.ZodType,
  Line extends z.ZodType,
  Created extends z.ZodType,
  Saved extends z.ZodType,
  Draft extends z.ZodType,
  Content extends z.ZodType,
  Shown extends z.ZodType,
  PublishDate extends z.ZodType,
>(kind: {
  noun: string;
  /** The OpenAPI tag, which is also the path prefix. */
  tag: string;
  /** Schema of the ID in paths. */
  id: Id;
  query: Query;
  summary: Line;
  /** Schemas of the create and update bodies, and the path for updates. */
  createInput: Created;
  updateInput: Saved;
  savePath: `/${string}`;
  /** Schemas of the editor's view, of a revision's content, and of the readers' view. */
  draft: Draft;
  content: Content;
  published: Shown;
  /** Schema of a publish date. */
  publishDate: PublishDate;
  /** Path of the preview by token. */
  previewPath: `/${string}`;
}) {
  const { noun, tag } = kind;
  const { publicEndpoint, memberEndpoint } = defineEndpoints(tag);
  const byId = z.strictObject({ id: kind.id });
  return {
    listDrafts: memberEndpoint(`GET /my-${tag}`, `List ${noun}s to edit: your own, or all for the owner`)
      .input(kind.query)
      .output(createPageSchema(kind.summary)),
    getDraft: memberEndpoint(`GET /my-${tag}/{id}`, `Get a ${noun} for editing`).input(byId).output(kind.draft),
    create: memberEndpoint(`POST /${tag}`, `Create a ${noun} as a draft`, { body: 'long_text', successStatus: 201 })
      .input(kind.createInput)
      .output(kind.draft),
    update: memberEndpoint(`PUT ${kind.savePath}`, `Update a ${noun}; 409 if it was saved since the given version`, {
      body: 'long_text',
    })
      .input(kind.updateInput)
      .output(kind.draft),
    transition: memberEndpoint(
      `POST /${tag}/{id}/transitions`,
      `Change the status of a ${noun}, such as by publishing or archiving it`,
    )
      .input(
        byId.extend({
          transition: z.enum(transitions, 'This transition doesn’t exist.'),
          /**
           * When to publish a scheduled text, or the earlier date to publish under: an instant, or wall time in the
           * site's time zone, such as 2026-12-01T09:00.
           */
          publishAt: z.iso.datetime({ local: true, error: 'Enter a date and time.' }).optional(),
          /** The note to the author when changes are requested. */
          message: multilineText(2000).optional(),
          /** Whether a post is also sent as a newsletter once it is public. Only the owner can choose this. */
          sendsNewsletter: z.boolean('Enter true or false.').optional(),
        }),
      )
      .output(kind.draft),
    delete: memberEndpoint(`DELETE /${tag}/{id}`, `Delete a ${noun}; it can be restored for 30 days`)
      .input(byId)
      .output(kind.summary),
    restore: memberEndpoint(`POST /${tag}/{id}/restore`, `Restore a deleted ${noun}`).input(byId).output(kind.summary),
    listRevisions: memberEndpoint(`GET /${tag}/{id}/revisions`, `List the revisions of a ${noun}, newest first`)
      .input(byId)
      .output(z.object({ items: z.array(revisionSummarySchema) })),
    getRevision: memberEndpoint(`GET /${tag}/{id}/revisions/{revision}`, 'Get a revision')
      .input(byId.extend({ revision: integerParam }))
      .output(revisionSummarySchema.extend({ content: kind.content })),
    restoreRevision: memberEndpoint(`POST /${tag}/{id}/revisions/{revision}/restore`, `Restore a revision of a ${noun}`)
      .input(byId.extend({ revision: integerParam, version: versionSchema }))
      .output(kind.draft),
    createPreviewLink: memberEndpoint(
      `PUT /${tag}/{id}/preview-link`,
      'Create a preview link for people without an account; it replaces the previous one',
    )
      .input(byId)
      .output(z.object({ path: z.string() })),
    revokePreviewLink: memberEndpoint(`DELETE /${tag}/{id}/preview-link`, 'Revoke the preview link')
      .input(byId)
      .output(z.object({ revoked: z.literal(true) })),
    updateCommentsEnabled: memberEndpoint(
      `PUT /${tag}/{id}/comment-settings`,
      `Turn comments on a ${noun} on or off; existing comments stay`,
    )
      .input(byId.extend({ enabled: z.boolean('Enter true or false.') }))
      .output(z.object({ enabled: z.boolean() })),
    setPublishDate: memberEndpoint(`PUT /${tag}/{id}/publish-date`, `Change the publish date of a ${noun}`)
      .input(byId.extend({ publishAt: kind.publishDate }))
      .output(kind.draft),
    getDraftPreview: memberEndpoint(`GET /my-${tag}/{id}/preview`, `Preview a ${noun}`)
      .input(byId)
      .output(kind.published),
    getSharedPreview: publicEndpoint(`GET ${kind.previewPath}`, `Get a ${noun} shared by preview link`)
      .input(z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Copy it again.') }))
      .output(kind.published),
  };
}
