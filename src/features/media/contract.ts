import { z } from 'zod';
import {
  defineEndpoints,
  fileBody,
  instant,
  searchTerm,
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
  search: searchTerm.optional(),
  usage: z.enum(mediaUsageFilters, `Choose one of: ${mediaUsageFilters.join(', ')}.`).optional(),
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

const byId = z.strictObject({ id: singleLineText.regex(/^[0-9a-f]{16}$/, 'This isn’t a valid file ID.') });

const alt = singleLineText.trim().max(300, 'Alt text must be 300 characters or fewer.');

/** A file name, as plain text. */
const fileName = singleLineText
  .regex(/^[^/\\\u202A-\u202E\u2066-\u2069]*$/u, 'Remove slashes and control characters.')
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'The name must be 120 characters or fewer.');

const { memberEndpoint, ownerEndpoint } = defineEndpoints('media');

/** Name of the uploaded file, as the API's description documents it. */
const nameParameter = {
  name: 'name',
  in: 'query' as const,
  description: 'Name of the file, as plain text.',
  schema: { type: 'string' as const },
};

const uploadEndpoint = (path: `POST /${string}`, summary: string, types: readonly string[]) =>
  memberEndpoint(path, summary, {
    spec: operation => ({ ...operation, parameters: [nameParameter], requestBody: fileBody(types) }),
    successStatus: 201,
  }).input(z.file());

const removed = z.object({ deleted: z.literal(true) });

export const mediaContract = {
  listPictures: memberEndpoint(
    'GET /media/pictures',
    'List images and where they are used: your own, or all for the owner',
  )
    .input(libraryQuery)
    .output(createPageSchema(libraryPicture)),
  getPicture: memberEndpoint('GET /media/pictures/{id}', 'Get an image and where it is used')
    .input(byId)
    .output(libraryPicture),
  uploadPicture: uploadEndpoint(
    'POST /media/pictures',
    'Upload an image: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB and 40 megapixels; it is re-encoded',
    pictureTypes,
  ).output(libraryPicture),
  updatePicture: memberEndpoint('PATCH /media/pictures/{id}', 'Update an image’s name and alt text')
    .input(byId.extend({ alt: alt.optional(), name: fileName.optional() }))
    .output(libraryPicture),
  deletePicture: memberEndpoint('DELETE /media/pictures/{id}', 'Permanently delete an unused image')
    .input(byId)
    .output(removed),
  listDamagedFiles: ownerEndpoint(
    'GET /media/damaged-files',
    'Get the latest 20 missing or damaged files and their number',
  )
    .input(emptyInput)
    .output(z.object({ items: z.array(z.object({ name: z.string(), foundAt: instant })), total: z.int() })),
  getQuota: memberEndpoint('GET /media/quota', 'Get your storage usage and limit').input(emptyInput).output(quota),
  listFiles: memberEndpoint('GET /media/files', 'List files, newest first: your own, or all for the owner')
    .input(documentQuery)
    .output(createPageSchema(document)),
  uploadFile: uploadEndpoint(
    'POST /media/files',
    'Upload a file: the body is a PDF or ZIP of at most 50 MiB, stored unchanged',
    ACCEPTED_FILE_TYPES,
  ).output(document),
  deleteFile: memberEndpoint('DELETE /media/files/{id}', 'Permanently delete a file').input(byId).output(removed),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    media: typeof mediaContract;
  }
}
