import { z } from 'zod';
import { statuses } from '#features/publishing/contract/status.ts';
import { importPreview as subscriberPreview } from '#features/newsletter/contract/subscribers.ts';
import { sectionKeys } from '#features/site/contract/content.ts';
import { defineEndpoints, fileBody, instant, singleLineText, emptyInput, pageNumber } from '#shared/contract.ts';
import { importSources, importStatuses, previewFilters } from './constants.ts';

const importId = z.string().regex(/^[0-9a-f]{16}$/, 'This import doesn’t exist.');

const choices = z.strictObject({
  /** Whether posts and projects keep their status, or become drafts. */
  status: z.enum(['keep', 'draft'], 'Choose “keep” or “draft”.').prefault('draft'),
  /** Whether they keep their authors, or get the owner as author. */
  authors: z.enum(['keep', 'me'], 'Choose “keep” or “me”.').prefault('keep'),
  /**
   * Whether to keep this site's sections or take the archive's. By default they are taken only if the owner changed
   * none of them.
   */
  siteSections: z.enum(['keep', 'replace'], 'Choose “keep” or “replace”.').optional(),
});
export type ImportOptions = z.infer<typeof choices>;

const outcome = z.object({
  /** Imported posts. */
  created: z.int(),
  projects: z.int().prefault(0),
  comments: z.int().prefault(0),
  siteSections: z.int().prefault(0),
  /** Posts and projects that already exist. */
  existing: z.int(),
  /** Existing posts that received missing pictures. */
  completed: z.int().prefault(0),
  invalid: z.int(),
  pictures: z.int(),
  redirects: z.int().prefault(0),
});
export type ImportResult = z.infer<typeof outcome>;

const importLine = z.object({
  id: z.string(),
  source: z.enum(importSources),
  fileName: z.string(),
  sizeBytes: z.int(),
  postCount: z.int(),
  projectCount: z.int(),
  commentCount: z.int(),
  siteSectionCount: z.int(),
  status: z.enum(importStatuses),
  /** Images and texts prepared so far, of `prepareTotal`, while the import runs. */
  preparedCount: z.int(),
  prepareTotal: z.int(),
  errorMessage: z.string().nullable(),
  result: outcome.nullable(),
  uploadedAt: instant,
  finishedAt: instant.nullable(),
});
export type ImportSummary = z.infer<typeof importLine>;

const kind = z.enum(['post', 'project']);

const plannedItem = z.object({
  kind,
  /** Position among entries of its kind in the archive. */
  position: z.int(),
  title: z.string(),
  /** Its slug on this site. */
  slug: z.string(),
  status: z.enum(statuses),
  date: instant.nullable(),
  words: z.int(),
  author: z.string().nullable(),
  /** Number of its comments. */
  comments: z.int(),
  picturesFound: z.int(),
  picturesMissing: z.array(z.string()),
  /** Number of pictures added to an existing post. */
  fills: z.int(),
  /** Whether it is imported, already exists, or is invalid. */
  action: z.enum(['create', 'skip', 'reject']),
  notes: z.array(z.string()),
});
export type PlannedItem = z.infer<typeof plannedItem>;

const skippedEntry = z.object({ name: z.string(), reason: z.string() });

/** Old addresses with a redirect, and the first without one. */
const plannedRedirects = z
  .object({
    total: z.int(),
    invalid: z.array(z.object({ from: z.string(), reason: z.string() })),
    refusedTotal: z.int(),
  })
  .prefault({ total: 0, invalid: [], refusedTotal: 0 });

/** Report on a finished import. */
const importReport = z.object({
  notes: z.array(z.string()),
  skipped: z.array(skippedEntry),
  skippedTotal: z.int(),
  /** The first posts and projects that have notes or missing pictures, or are invalid. */
  items: z.array(plannedItem),
  /** Changes to subscribers by the members list of a Ghost archive. */
  subscribers: subscriberPreview.nullable(),
  redirects: plannedRedirects,
});
export type ImportReport = z.infer<typeof importReport>;

/** Business settings in an archive. */
export const businessSectionKeys = [
  'prices',
  'paymentTerms',
  'paymentReminders',
  'billing',
  'documentDesign',
  'documentEmails',
  'datev',
  'currencyRates',
  'clientTestimonials',
] as const;
export const archiveSectionKeys = [...sectionKeys, ...businessSectionKeys] as const;

const plannedDocument = z.object({
  key: z.enum(archiveSectionKeys),
  title: z.string(),
  /** Whether it differs from this site's, equals it, or is invalid here. */
  action: z.enum(['create', 'unchanged', 'reject']),
  /** Whether this site's version was changed by the owner or is the initial one. */
  current: z.enum(['own', 'default']),
});
export type PlannedSiteSection = z.infer<typeof plannedDocument>;

/** The plan of an import, or the report of a finished one with the items it created. */
const preview = importReport.extend({
  import: importLine,
  options: choices.required(),
  /** Number of items that match the filter. */
  total: z.int(),
  page: z.int(),
  /** Number of items per filter. */
  filterCounts: z.record(z.enum(previewFilters), z.int()),
  counts: z.object({
    posts: z.int(),
    projects: z.int(),
    comments: z.int(),
    existing: z.int(),
    invalid: z.int(),
    /** New pictures, and those missing from the archive. */
    pictures: z.int(),
    missing: z.int(),
  }),
  siteSections: z.array(plannedDocument),
  /** Imported items; a project is identified by its slug. */
  created: z.array(
    z.object({ kind, id: z.int().nullable(), slug: z.string(), title: z.string(), status: z.enum(statuses) }),
  ),
});
export type ImportPreview = z.infer<typeof preview>;

const { ownerEndpoint } = defineEndpoints('import-export');
const byId = z.strictObject({ id: importId });

/** Import and export. The export itself is a file download (handlers). */
export const importExportContract = {
  list: ownerEndpoint('GET /imports', 'List imports, newest first')
    .input(emptyInput)
    .output(z.object({ items: z.array(importLine) })),
  uploadArchive: ownerEndpoint(
    'PUT /imports/{id}',
    'Upload an archive to preview: a ZIP of any size, or a Ghost (JSON) or WordPress (XML) export of up to 100 MiB',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      inputStructure: 'detailed',
    },
  )
    .input(
      z.object({
        params: z.strictObject({ id: importId }),
        query: z.strictObject({
          fileName: singleLineText
            .trim()
            .max(200, 'This file name is too long. Use at most 200 characters.')
            .prefault('archive'),
        }),
        body: z.file('Send the archive as the request body.'),
      }),
    )
    .output(importLine),
  get: ownerEndpoint('GET /imports/{id}', 'Get an import’s preview or result')
    .input(
      byId.extend({
        ...choices.shape,
        /** Filter of its posts and projects. */
        filter: z.enum(previewFilters, `Choose one of: ${previewFilters.join(', ')}.`).prefault('all'),
        page: pageNumber.prefault(1),
      }),
    )
    .output(preview),
  start: ownerEndpoint('POST /imports/{id}/start', 'Start an import', { successStatus: 202 })
    .input(byId.extend(choices.shape))
    .output(importLine),
  delete: ownerEndpoint('DELETE /imports/{id}', 'Delete an import; imported content stays')
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    importExport: typeof importExportContract;
  }
}
