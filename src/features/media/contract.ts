import { z } from 'zod';
import {
  endpoint,
  fileBody,
  instant,
  singleLineText,
  createPageSchema,
  emptyInput,
  pagedBy,
  picture,
  rowName,
} from '#shared/contract.ts';
import { FILE_TYPES, ACCEPTED_FILE_TYPES, pictureTypes } from '#shared/uploads.ts';

/** The first is the default. */
export const mediaSorts = ['newest', 'oldest', 'name_asc', 'size_desc'] as const;

export const mediaUsageFilters = ['used', 'unused', 'missing_alt'] as const;

const pictureUse = z.object({ label: z.string(), path: z.string().nullable() });

const libraryPicture = picture.extend({
  name: z.string(),
  /** Alt text. */
  alt: z.string(),
  /** Size of the re-encoded original; null if unknown. */
  sizeBytes: z.int().nullable(),
  createdAt: instant,
  /** Null for samples, and for uploads of deleted accounts. */
  uploadedBy: z.string().nullable(),
  isSample: z.boolean(),
  usages: z.array(pictureUse),
});
export type LibraryPicture = z.infer<typeof libraryPicture>;

const libraryQuery = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  usage: z.enum(mediaUsageFilters, 'Choose used, unused or without-alt.').optional(),
  sort: z.enum(mediaSorts, `Sort by one of: ${mediaSorts.join(', ')}.`).prefault('newest'),
  ...pagedBy(rowName, 24),
});
export type MediaListQuery = z.infer<typeof libraryQuery>;

const document = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(FILE_TYPES),
  sizeBytes: z.int(),
  createdAt: instant,
  uploadedBy: z.string().nullable(),
});
export type MediaFile = z.infer<typeof document>;

const documentQuery = z.strictObject(pagedBy(rowName, 20));
export type MediaFileListQuery = z.infer<typeof documentQuery>;

const quota = z.object({
  /** Storage used by pictures and files, in bytes. */
  usedBytes: z.int(),
  /** Allowed storage in bytes; null if unlimited. */
  limitBytes: z.int().nullable(),
  pictures: z.int(),
  documents: z.int(),
});
export type StorageQuota = z.infer<typeof quota>;

const byId = z.strictObject({ id: singleLineText.regex(/^[0-9a-f]{16}$/, 'This is not the id of a file.') });

const alt = singleLineText.trim().max(300, 'Use at most 300 characters to describe it.');

/** A file name, as plain text. */
const fileName = singleLineText
  .regex(/^[^/\\\u202A-\u202E\u2066-\u2069]*$/u, 'Leave out slashes and control characters.')
  .trim()
  .min(1, 'Give it a name.')
  .max(120, 'A name has at most 120 characters.');

/** Name of the uploaded file, as the API's description documents it. */
const nameParameter = {
  name: 'name',
  in: 'query' as const,
  description: 'What the file is called. Kept as text.',
  schema: { type: 'string' as const },
};

const tags = ['media'];
const removed = z.object({ deleted: z.literal(true) });

export const mediaContract = {
  listPictures: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/media/pictures',
      tags,
      summary: 'Your pictures, or everybody’s to the owner, a page at a time, with where each is used',
    })
    .input(libraryQuery)
    .output(createPageSchema(libraryPicture)),
  getPicture: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/media/pictures/{id}', tags, summary: 'A picture, with where it is used' })
    .input(byId)
    .output(libraryPicture),
  uploadPicture: endpoint
    .meta({ access: 'member' })
    .route({
      spec: operation => ({ ...operation, parameters: [nameParameter], requestBody: fileBody(pictureTypes) }),
      method: 'POST',
      path: '/media/pictures',
      successStatus: 201,
      tags,
      summary:
        'Add a picture: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB and 40 megapixels, which is encoded anew',
    })
    .input(z.file())
    .output(libraryPicture),
  updatePicture: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PATCH', path: '/media/pictures/{id}', tags, summary: 'Describe a picture, or rename it' })
    .input(byId.extend({ alt: alt.optional(), name: fileName.optional() }))
    .output(libraryPicture),
  deletePicture: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'DELETE',
      path: '/media/pictures/{id}',
      tags,
      summary: 'Delete a picture that is used nowhere, for good',
    })
    .input(byId)
    .output(removed),
  listDamagedFiles: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/media/damaged-files',
      tags,
      summary: 'Stored files that are missing or damaged, the latest 20, and how many there are',
    })
    .input(emptyInput)
    .output(z.object({ items: z.array(z.object({ name: z.string(), foundAt: instant })), total: z.int() })),
  getQuota: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/media/quota', tags, summary: 'How much room your files take, and may take' })
    .input(emptyInput)
    .output(quota),
  listFiles: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/media/files',
      tags,
      summary: 'Your documents, or everybody’s to the owner, newest first, a page at a time',
    })
    .input(documentQuery)
    .output(createPageSchema(document)),
  uploadFile: endpoint
    .meta({ access: 'member' })
    .route({
      spec: operation => ({ ...operation, parameters: [nameParameter], requestBody: fileBody(ACCEPTED_FILE_TYPES) }),
      method: 'POST',
      path: '/media/files',
      successStatus: 201,
      tags,
      summary: 'Add a document: the body is a PDF or a ZIP of at most 50 MiB, which is kept as it is',
    })
    .input(z.file())
    .output(document),
  deleteFile: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/media/files/{id}', tags, summary: 'Delete a document, for good' })
    .input(byId)
    .output(removed),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    media: typeof mediaContract;
  }
}
