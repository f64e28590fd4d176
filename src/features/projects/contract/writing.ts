import { z } from 'zod';
import { moves } from '#features/publishing/contract.ts';
import { endpoint, listOf, nothing, slug, wholeNumber } from '#shared/contract.ts';
import {
  changes,
  draft,
  draftLine,
  draftQuery,
  LONGEST_ORDER,
  orderedProject,
  revisionLine,
  writtenContent,
} from './drafts.ts';
import { project } from './reading.ts';

const byId = z.strictObject({ id: slug });
const version = z.int('Say which version was changed.').min(1, 'Say which version was changed.');
const tags = ['projects'];

/** What people with an account do with projects: their own, and the owner with everybody's. */
export const writingContract = {
  mine: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/my-projects',
      tags,
      summary: 'One’s own projects; the owner’s list has everybody’s',
    })
    .input(draftQuery)
    .output(listOf(draftLine)),
  draft: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-projects/{id}', tags, summary: 'A project as its writers see it' })
    .input(byId)
    .output(draft),
  create: endpoint
    .meta({ access: 'member', takes: 'long text' })
    .route({ method: 'POST', path: '/projects', tags, summary: 'Begin a project, as a draft', successStatus: 201 })
    .input(changes)
    .output(draft),
  update: endpoint
    .meta({ access: 'member', takes: 'long text' })
    .route({
      method: 'PUT',
      path: '/projects/{id}',
      tags,
      summary: 'Save a project; refused with 409 when somebody saved it since the version that is named',
    })
    .input(changes.extend({ id: slug, version }))
    .output(draft),
  move: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/projects/{id}/moves',
      tags,
      summary: 'Submit, publish, schedule, archive a project, or take that back',
    })
    .input(
      byId.extend({
        move: z.enum(moves, 'There is no such move.'),
        /**
         * When a scheduled project is to appear, or the earlier date to publish under: an instant, or wall time in the site's
         * zone, such as 2026-12-01T09:00.
         */
        at: z.iso.datetime({ local: true, error: 'Give a date and a time.' }).optional(),
        /** What the writer is told when a project is sent back. */
        note: z.string().trim().max(2000, 'A note has at most 2,000 characters.').optional(),
      }),
    )
    .output(draft),
  remove: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'DELETE',
      path: '/projects/{id}',
      tags,
      summary: 'Delete a project; for 30 days it can be had back',
    })
    .input(byId)
    .output(draftLine),
  restore: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/projects/{id}/restore', tags, summary: 'Have a deleted project back' })
    .input(byId)
    .output(draftLine),
  order: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/projects-order',
      tags,
      summary: 'The public projects in the order of the showcase',
    })
    .input(nothing)
    .output(z.object({ items: z.array(orderedProject) })),
  saveOrder: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/projects-order',
      tags,
      summary: 'Put the showcase into an order; projects that are left out lose their place',
    })
    .input(
      z.strictObject({
        ids: z
          .array(slug)
          .max(LONGEST_ORDER, 'This is too long.')
          .refine(ids => new Set(ids).size === ids.length, 'Name each project once.'),
      }),
    )
    .output(z.object({ items: z.array(orderedProject) })),
  revisions: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/projects/{id}/revisions',
      tags,
      summary: 'What a project said before, newest first',
    })
    .input(byId)
    .output(z.object({ items: z.array(revisionLine) })),
  revision: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/projects/{id}/revisions/{revision}', tags, summary: 'One of them, whole' })
    .input(byId.extend({ revision: wholeNumber }))
    .output(revisionLine.extend({ content: z.object(writtenContent) })),
  restoreRevision: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/projects/{id}/revisions/{revision}/restore',
      tags,
      summary: 'Write what a project said before into it again',
    })
    .input(byId.extend({ revision: wholeNumber, version }))
    .output(draft),
  sharePreview: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/projects/{id}/preview-link',
      tags,
      summary: 'Make a link to a preview for people without an account; one that is there becomes void',
    })
    .input(byId)
    .output(z.object({ path: z.string() })),
  endPreview: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/projects/{id}/preview-link', tags, summary: 'Make the preview’s link void' })
    .input(byId)
    .output(z.object({ ended: z.literal(true) })),
  setCommenting: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/projects/{id}/commenting',
      tags,
      summary: 'Let readers comment on a project, or no more; what they said stays',
    })
    .input(byId.extend({ open: z.boolean('Say true or false.') }))
    .output(z.object({ open: z.boolean() })),
  ownPreview: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/my-projects/{id}/preview', tags, summary: 'A project as readers will see it' })
    .input(byId)
    .output(project),
  preview: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/preview/project/{token}',
      tags,
      summary: 'A project that was shared before it is published',
    })
    .input(z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This link is not whole.') }))
    .output(project),
};
