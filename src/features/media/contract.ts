import { z } from 'zod';
import {
  defineEndpoints,
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

const { memberEndpoint, ownerEndpoint } = defineEndpoints('media');
const removed = z.object({ deleted: z.literal(true) });

export const mediaContract = {
  listPictures: memberEndpoint(
    'GET /media/pictures',
    'Your pictures, or everybody’s to the owner, a page at a time, with where each is used',
  )
    .input(libraryQuery)
    .output(createPageSchema(libraryPicture)),
  getPicture: memberEndpoint('GET /media/pictures/{id}', 'A picture, with where it is used')
    .input(byId)
    .output(libraryPicture),
  uploadPicture: memberEndpoint(
    'POST /media/pictures',
    'Add a picture: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB and 40 megapixels, which is encoded anew',
    {
      spec: operation => ({ ...operation, parameters: [nameParameter], requestBody: fileBody(pictureTypes) }),
      successStatus: 201,
    },
  )
    .input(z.file())
    .output(libraryPicture),
  updatePicture: memberEndpoint('PATCH /media/pictures/{id}', 'Describe a picture, or rename it')
    .input(byId.extend({ alt: alt.optional(), name: fileName.optional() }))
    .output(libraryPicture),
  deletePicture: memberEndpoint('DELETE /media/pictures/{id}', 'Delete a picture that is used nowhere, for good')
    .input(byId)
    .output(removed),
  listDamagedFiles: ownerEndpoint(
    'GET /media/damaged-files',
    'Stored files that are missing or damaged, the latest 20, and how many there are',
  )
    .input(emptyInput)
    .output(z.object({ items: z.array(z.object({ name: z.string(), foundAt: instant })), total: z.int() })),
  getQuota: memberEndpoint('GET /media/quota', 'How much room your files take, and may take')
    .input(emptyInput)
    .output(quota),
  listFiles: memberEndpoint(
    'GET /media/files',
    'Your documents, or everybody’s to the owner, newest first, a page at a time',
  )
    .input(documentQuery)
    .output(createPageSchema(document)),
  uploadFile: memberEndpoint(
    'POST /media/files',
    'Add a document: the body is a PDF or a ZIP of at most 50 MiB, which is kept as it is',
    {
      spec: operation => ({ ...operation, parameters: [nameParameter], requestBody: fileBody(ACCEPTED_FILE_TYPES) }),
      successStatus: 201,
    },
  )
    .input(z.file())
    .output(document),
  deleteFile: memberEndpoint('DELETE /media/files/{id}', 'Delete a document, for good').input(byId).output(removed),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    media: typeof mediaContract;
  }
}
