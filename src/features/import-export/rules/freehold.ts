import { stringify } from 'yaml';
import { z } from 'zod';
import { statuses } from '#features/publishing/contract/status.ts';
import { coverFields, seoFields, title } from '#features/publishing/contract/schemas.ts';
import { instant } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import type { ImportedThread } from './imported-content.ts';

/** The version of the archive's form: raised when a reader of the one before would misread it. */
export const FORMAT_VERSION = 1;

/** The list of an archive's files. */
export const MANIFEST_FILE_NAME = 'freehold.json';

/** The file of an archive that has its redirects. */
export const REDIRECTS = 'redirects.json';

/** What the list says of the whole archive. */
export const manifestSchema = z.looseObject({
  format: z.literal('freehold'),
  version: z.int(),
  files: z.record(z.string(), z.string()),
  pictures: z
    .record(
      z.string(),
      z.object({
        name: z.string().max(200).prefault(''),
        alt: z.string().max(1000).prefault(''),
        /** Whether it is listed in the library, rather than somebody's portrait. */
        inLibrary: z.boolean().prefault(true),
        createdAt: instant.optional(),
      }),
    )
    .prefault({}),
});

/** How a text names a picture of the site, and how the archive's texts do: relative, so that any editor shows it. */
const OF_SITE = /\/media\/pictures\/([0-9a-f]{16})-(\d{2,4})\.(avif|webp)/g;
const OF_ARCHIVE = /\.\.\/pictures\/([0-9a-f]{16})\.webp(?:#(\d{2,4})-(avif|webp))?/g;

/** The size that a text shows where it says nothing else. */
const USUAL = { width: 800, format: 'webp' } as const;

/** How an archive's files name a picture. */
export const toArchiveImagePath = (id: string) => `../pictures/${id}.webp`;

/** A picture's id, from how an archive's fields name it. */
export const pictureIdOf = (reference: string | null) =>
  reference ? /^\.\.\/pictures\/([0-9a-f]{16})\.webp$/.exec(reference)?.[1] : undefined;

/** The same where there may be none. */
export const archivePicture = (id: string | null) => (id === null ? null : toArchiveImagePath(id));

/** A text of the site with its pictures named by the archive's files. */
export function withArchivePictures(markdown: string): string {
  return markdown.replaceAll(OF_SITE, (_whole, id: string, width: string, format: string) => {
    const usual = Number(width) === USUAL.width && format === USUAL.format;
    return toArchiveImagePath(id) + (usual ? '' : `#${width}-${format}`);
  });
}

/** The same the other way; a picture that came under another id is named by that one. */
export function withSitePictures(markdown: string, ids: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(OF_ARCHIVE, (_whole, id: string, width?: string, format?: string) =>
    pictureFile(ids.get(id) ?? id, Number(width ?? USUAL.width), format === 'avif' ? 'avif' : 'webp'),
  );
}

/** The ids of the pictures that a text of an archive shows. */
export const pictureIdsInText = (markdown: string) => [...markdown.matchAll(OF_ARCHIVE)].flatMap(([, id]) => id ?? []);

/** The ids of the pictures that a post or project of an archive names. */
export function pictureIdsOf(content: {
  readonly markdown: string;
  readonly cover: string | null;
  readonly cardPicture: string | null;
  readonly gallery?: readonly { readonly picture: string }[];
}): string[] {
  const named = [content.cover, content.cardPicture, ...(content.gallery ?? []).map(({ picture }) => picture)];
  return [...new Set([...pictureIdsInText(content.markdown), ...named.map(pictureIdOf)])].flatMap(id => id ?? []);
}

/** The ids of the pictures that an own archive's comments show. */
export function pictureIdsOfComments(threads: readonly ImportedThread[]): string[] {
  const authors = threads.flatMap(({ author, replies }) => [author, ...replies.map(reply => reply.author)]);
  return [...new Set(authors.flatMap(author => pictureIdOf(author?.avatar ?? null) ?? []))];
}

/** How a file of the archive names a picture; null where it has none. */
export const imageReferenceSchema = z.string().max(200).nullable().prefault(null);

/** An instant, or none. */
export const nullableInstantSchema = instant.nullable().prefault(null);

/** What is written alike of a post and a project, with what stands where a file says nothing. */
export const contentFieldSchemas = {
  title: title.prefault(''),
  coverAlt: coverFields.coverAlt.prefault(''),
  canonicalUrl: seoFields.canonicalUrl.prefault(null),
  metaTitle: seoFields.metaTitle.prefault(null),
  metaDescription: seoFields.metaDescription.prefault(null),
  cardTitle: seoFields.cardTitle.prefault(null),
  cardDescription: seoFields.cardDescription.prefault(null),
  cover: imageReferenceSchema,
  cardPicture: imageReferenceSchema,
};

/** Where both stand. */
export const statusFieldSchemas = {
  slugChosen: z.boolean().prefault(false),
  commentsClosed: z.boolean().prefault(false),
  status: z.enum(statuses),
  createdAt: instant,
  changedAt: instant,
  updatedAt: nullableInstantSchema,
  scheduledFor: nullableInstantSchema,
  submittedAt: nullableInstantSchema,
  formerSlugs: z.array(z.object({ slug: z.string().max(200), at: nullableInstantSchema })).prefault([]),
};

/** Leaves out what is empty, so that a file says only what there is to say. */
export function omitEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const empty = (value: unknown) =>
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !empty(value)));
}

/** Markdown with YAML in front, the same bytes for the same values. */
export function formatMarkdownFile(values: Readonly<Record<string, unknown>>, markdown: string): string {
  return `---\n${stringify(omitEmpty(values), { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${markdown}\n`;
}

/** The text of such a file: an empty line stands between the two, and the last line ends. */
export const trimMarkdownBody = (body: string) => body.replace(/^\n/, '').replace(/\n$/, '');

/** The folder that a file's relative addresses start from. */
export const dirname = (name: string) => name.split('/').slice(0, -1).join('/');
