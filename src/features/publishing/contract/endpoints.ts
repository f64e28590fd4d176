import { z } from 'zod';
import { endpoint, createPageSchema, integerParam } from '#shared/contract.ts';
import { transitions } from './status.ts';
import { revisionSummarySchema } from './schemas.ts';

/** The version that a save goes out from. */
export const versionSchema = z.int('Say which version was changed.').min(1, 'Say which version was changed.');

/** What people with an account do with posts or projects: their own, and the owner with everybody's. */
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
  /** As in "post". */
  noun: string;
  /** Under which the API's description lists them; their addresses begin with it, too. */
  tag: string;
  /** How one is named in an address. */
  id: Id;
  /** What the writers' list is asked, and a line of it. */
  query: Query;
  line: Line;
  /** What is sent to begin one, and to save one, which has an address of its own. */
  created: Created;
  saved: Saved;
  savePath: `/${string}`;
  /** One as its writers see it, what a revision keeps of it, and as its readers will see it. */
  draft: Draft;
  content: Content;
  shown: Shown;
  /** What the date of a published one is given as. */
  publishDate: PublishDate;
  /** Where a preview is to be had by its token. */
  previewPath: `/${string}`;
}) {
  const { noun, tag } = kind;
  const tags = [tag];
  const byId = z.strictObject({ id: kind.id });
  return {
    mine: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'GET',
        path: `/my-${tag}`,
        tags,
        summary: `One’s own ${noun}s; the owner’s list has everybody’s`,
      })
      .input(kind.query)
      .output(createPageSchema(kind.line)),
    draft: endpoint
      .meta({ access: 'member' })
      .route({ method: 'GET', path: `/my-${tag}/{id}`, tags, summary: `A ${noun} as its writers see it` })
      .input(byId)
      .output(kind.draft),
    create: endpoint
      .meta({ access: 'member', takes: 'long text' })
      .route({ method: 'POST', path: `/${tag}`, tags, summary: `Begin a ${noun}, as a draft`, successStatus: 201 })
      .input(kind.created)
      .output(kind.draft),
    update: endpoint
      .meta({ access: 'member', takes: 'long text' })
      .route({
        method: 'PUT',
        path: kind.savePath,
        tags,
        summary: `Save a ${noun}; refused with 409 when somebody saved it since the version that is named`,
      })
      .input(kind.saved)
      .output(kind.draft),
    move: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'POST',
        path: `/${tag}/{id}/moves`,
        tags,
        summary: `Submit, publish, schedule, archive a ${noun}, or take that back`,
      })
      .input(
        byId.extend({
          move: z.enum(transitions, 'There is no such move.'),
          /**
           * When a scheduled text is to appear, or the earlier date to publish under: an instant, or wall time in the site's
           * zone, such as 2026-12-01T09:00.
           */
          at: z.iso.datetime({ local: true, error: 'Give a date and a time.' }).optional(),
          /** What the writer is told when a text is sent back. */
          note: z.string().trim().max(2000, 'A note has at most 2,000 characters.').optional(),
        }),
      )
      .output(kind.draft),
    remove: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'DELETE',
        path: `/${tag}/{id}`,
        tags,
        summary: `Delete a ${noun}; for 30 days it can be had back`,
      })
      .input(byId)
      .output(kind.line),
    restore: endpoint
      .meta({ access: 'member' })
      .route({ method: 'POST', path: `/${tag}/{id}/restore`, tags, summary: `Have a deleted ${noun} back` })
      .input(byId)
      .output(kind.line),
    revisions: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'GET',
        path: `/${tag}/{id}/revisions`,
        tags,
        summary: `What a ${noun} said before, newest first`,
      })
      .input(byId)
      .output(z.object({ items: z.array(revisionSummarySchema) })),
    revision: endpoint
      .meta({ access: 'member' })
      .route({ method: 'GET', path: `/${tag}/{id}/revisions/{revision}`, tags, summary: 'One of them, whole' })
      .input(byId.extend({ revision: integerParam }))
      .output(revisionSummarySchema.extend({ content: kind.content })),
    restoreRevision: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'POST',
        path: `/${tag}/{id}/revisions/{revision}/restore`,
        tags,
        summary: `Write what a ${noun} said before into it again`,
      })
      .input(byId.extend({ revision: integerParam, version: versionSchema }))
      .output(kind.draft),
    sharePreview: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'PUT',
        path: `/${tag}/{id}/preview-link`,
        tags,
        summary: 'Make a link to a preview for people without an account; one that is there becomes void',
      })
      .input(byId)
      .output(z.object({ path: z.string() })),
    endPreview: endpoint
      .meta({ access: 'member' })
      .route({ method: 'DELETE', path: `/${tag}/{id}/preview-link`, tags, summary: 'Make the preview’s link void' })
      .input(byId)
      .output(z.object({ ended: z.literal(true) })),
    setCommenting: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'PUT',
        path: `/${tag}/{id}/commenting`,
        tags,
        summary: `Let readers comment on a ${noun}, or no more; what they said stays`,
      })
      .input(byId.extend({ open: z.boolean('Say true or false.') }))
      .output(z.object({ open: z.boolean() })),
    setPublishDate: endpoint
      .meta({ access: 'member' })
      .route({
        method: 'PUT',
        path: `/${tag}/{id}/publish-date`,
        tags,
        summary: `Change the date that a published ${noun} is listed under`,
      })
      .input(byId.extend({ at: kind.publishDate }))
      .output(kind.draft),
    ownPreview: endpoint
      .meta({ access: 'member' })
      .route({ method: 'GET', path: `/my-${tag}/{id}/preview`, tags, summary: `A ${noun} as readers will see it` })
      .input(byId)
      .output(kind.shown),
    preview: endpoint
      .meta({ access: 'everyone' })
      .route({
        method: 'GET',
        path: kind.previewPath,
        tags,
        summary: `A ${noun} that was shared before it is published`,
      })
      .input(z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not whole.') }))
      .output(kind.shown),
  };
}
