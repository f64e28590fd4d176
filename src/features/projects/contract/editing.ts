import { z } from 'zod';
import { versionSchema, createEditingEndpoints } from '#features/publishing/contract/endpoints.ts';
import { defineEndpoints, emptyInput, plainDate, slug } from '#shared/contract.ts';
import {
  projectInputSchema,
  draft,
  draftSummarySchema,
  draftQuery,
  MAX_SORTED_PROJECTS,
  orderedProject,
  draftContentFields,
} from './drafts.ts';
import { project } from './public.ts';

const { ownerEndpoint } = defineEndpoints('projects');

/** Endpoints for editing projects. Users edit their own; the owner edits all and their sort order. */
export const projectsEditingContract = {
  ...createEditingEndpoints({
    noun: 'project',
    tag: 'projects',
    id: slug,
    query: draftQuery,
    summary: draftSummarySchema,
    createInput: projectInputSchema,
    updateInput: projectInputSchema.extend({ id: slug, version: versionSchema }),
    savePath: '/projects/{id}',
    draft,
    content: z.object(draftContentFields),
    published: project,
    publishDate: plainDate,
    previewPath: '/projects/previews/{token}',
  }),
  getSortOrder: ownerEndpoint('GET /project-sort-order', 'List public projects in showcase order')
    .input(emptyInput)
    .output(z.object({ items: z.array(orderedProject) })),
  updateSortOrder: ownerEndpoint(
    'PUT /project-sort-order',
    'Reorder the showcase; omitted projects lose their position',
  )
    .input(
      z.strictObject({
        ids: z
          .array(slug)
          .max(MAX_SORTED_PROJECTS, 'This list is too long.')
          .refine(ids => new Set(ids).size === ids.length, 'Include each project only once.'),
      }),
    )
    .output(z.object({ items: z.array(orderedProject) })),
};
