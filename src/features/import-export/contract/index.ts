import { z } from 'zod';
import { statuses } from '#features/publishing/contract/status.ts';
import { importPreview as subscriberPreview } from '#features/newsletter/contract/subscribers.ts';
import { sectionKeys } from '#features/site/contract/content.ts';
import { endpoint, fileBody, instant, singleLineText, emptyInput, pageNumber, integerParam } from '#shared/contract.ts';
import { importSources, importStatuses, previewFilters } from './constants.ts';

const importId = z.string().regex(/^[0-9a-f]{16}$/, 'There is no such import.');

const choices = z.strictObject({
  /** Whether posts and projects keep where they stand elsewhere, or all become drafts. */
  standing: z.enum(['keep', 'draft'], 'Choose keep or draft.').prefault('draft'),
  /** Whether they stay under the names of their authors, or come under the owner's own. */
  authors: z.enum(['keep', 'own'], 'Choose keep or own.').prefault('keep'),
  /**
   * Whether the site's documents stay as they are here, or those of the archive take their place. Without a word they are
   * taken only while none of them is the owner's own.
   */
  documents: z.enum(['keep', 'take'], 'Choose keep or take.').optional(),
});
export type ImportOptions = z.infer<typeof choices>;

const outcome = z.object({
  /** Posts that were made. */
  made: z.int(),
  projects: z.int().prefault(0),
  comments: z.int().prefault(0),
  documents: z.int().prefault(0),
  /** Posts and projects that were here already. */
  present: z.int(),
  /** Of those, posts that got pictures which they had come without. */
  completed: z.int().prefault(0),
  refused: z.int(),
  pictures: z.int(),
  redirects: z.int().prefault(0),
});
export type ImportResult = z.infer<typeof outcome>;

const importLine = z.object({
  id: z.string(),
  source: z.enum(importSources),
  name: z.string(),
  bytes: z.int(),
  posts: z.int(),
  projects: z.int(),
  comments: z.int(),
  documents: z.int(),
  state: z.enum(importStatuses),
  error: z.string().nullable(),
  outcome: outcome.nullable(),
  uploadedAt: instant,
  endedAt: instant.nullable(),
});
export type ImportSummary = z.infer<typeof importLine>;

const kind = z.enum(['post', 'project']);

const plannedItem = z.object({
  kind,
  /** Its place among those of its kind in the archive. */
  position: z.int(),
  title: z.string(),
  /** The address that it gets. */
  slug: z.string(),
  status: z.enum(statuses),
  date: instant.nullable(),
  words: z.int(),
  author: z.string().nullable(),
  /** How many come with it. */
  comments: z.int(),
  picturesFound: z.int(),
  picturesMissing: z.array(z.string()),
  /** How many pictures are added to a post that is here already. */
  fills: z.int(),
  /** Whether it will be made, is there already, or cannot be. */
  fate: z.enum(['new', 'present', 'refused']),
  notes: z.array(z.string()),
});
export type PlannedItem = z.infer<typeof plannedItem>;

const skippedEntry = z.object({ name: z.string(), reason: z.string() });

/** Old addresses that get a redirect, and the first of those that can't. */
const plannedRedirects = z
  .object({
    total: z.int(),
    refused: z.array(z.object({ from: z.string(), reason: z.string() })),
    refusedTotal: z.int(),
  })
  .prefault({ total: 0, refused: [], refusedTotal: 0 });

/** What is worth knowing about an import after it is done. */
const importReport = z.object({
  notes: z.array(z.string()),
  skipped: z.array(skippedEntry),
  skippedTotal: z.int(),
  /** Posts and projects with a note, missing pictures, or without a place here; the first of them. */
  items: z.array(plannedItem),
  subscribers: subscriberPreview.nullable(),
  redirects: plannedRedirects,
});
export type ImportReport = z.infer<typeof importReport>;

/** What an archive has of the business: what is sold, under which terms, how documents are issued, what clients say. */
export const businessSectionKeys = ['prices', 'paymentTerms', 'billing', 'clientTestimonials'] as const;
export const archiveSectionKeys = [...sectionKeys, ...businessSectionKeys] as const;

const plannedDocument = z.object({
  key: z.enum(archiveSectionKeys),
  title: z.string(),
  /** Whether it says something else than here, the same, or does not fit this site. */
  fate: z.enum(['new', 'same', 'refused']),
  /** Whether what it would replace is the owner's own, or what the site began with. */
  here: z.enum(['own', 'first']),
});
export type PlannedSiteSection = z.infer<typeof plannedDocument>;

const preview = z.object({
  import: importLine,
  choices: choices.required(),
  items: z.array(plannedItem),
  /** How many the part that is shown has. */
  total: z.int(),
  page: z.int(),
  /** How many each part has. */
  parts: z.record(z.enum(previewFilters), z.int()),
  counts: z.object({
    posts: z.int(),
    projects: z.int(),
    comments: z.int(),
    present: z.int(),
    refused: z.int(),
    /** Pictures that come along and are not here yet; and those that are not in the archive. */
    pictures: z.int(),
    missing: z.int(),
  }),
  documents: z.array(plannedDocument),
  skipped: z.array(skippedEntry),
  skippedTotal: z.int(),
  notes: z.array(z.string()),
  /** What the list of members in a Ghost archive changes of the subscribers, or has changed. */
  subscribers: subscriberPreview.nullable(),
  redirects: plannedRedirects,
  /** What was made, once it was; a project is found by its address. */
  made: z.array(
    z.object({ kind, id: z.int().nullable(), slug: z.string(), title: z.string(), status: z.enum(statuses) }),
  ),
});
export type ImportPreview = z.infer<typeof preview>;

const tags = ['transfers'];
const byId = z.strictObject({ id: importId });

/** Moving a site's content in and out. The archive that moves it out is a file of its own (handlers). */
export const importExportContract = {
  list: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/imports', tags, summary: 'Archives that were sent, the newest first' })
    .input(emptyInput)
    .output(z.object({ items: z.array(importLine) })),
  upload: endpoint
    .meta({ access: 'owner' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'PUT',
      path: '/imports/{id}',
      tags,
      inputStructure: 'detailed',
      summary:
        'Upload an archive to preview: the body is a ZIP of any size that the disk has room for, or an export of Ghost (JSON) or WordPress (XML) of at most 100 MiB',
    })
    .input(
      z.object({
        params: z.strictObject({ id: importId }),
        query: z.strictObject({ name: singleLineText.trim().max(200, 'This name is too long.').prefault('archive') }),
        body: z.file('Send the archive itself.'),
      }),
    )
    .output(importLine),
  preview: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/imports/{id}', tags, summary: 'What an import would make, or has made' })
    .input(
      byId.extend({
        ...choices.shape,
        /** Which of its posts and projects are listed. */
        show: z.enum(previewFilters, `Choose one of: ${previewFilters.join(', ')}.`).prefault('all'),
        page: pageNumber.prefault(1),
        /** Any number: with another one, an answer that was kept is not taken. */
        look: integerParam.optional(),
      }),
    )
    .output(preview),
  run: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/imports/{id}/run', tags, successStatus: 202, summary: 'Move it in' })
    .input(byId.extend(choices.shape))
    .output(importLine),
  discard: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'DELETE',
      path: '/imports/{id}',
      tags,
      summary: 'Forget an archive; what was moved in from it stays',
    })
    .input(byId)
    .output(z.object({ discarded: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    transfers: typeof importExportContract;
  }
}
