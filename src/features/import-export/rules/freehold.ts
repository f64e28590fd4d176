import { stringify } from 'yaml';
import { z } from 'zod';
import { statuses } from '#features/publishing/contract/status.ts';
import { coverFields, seoFields, title } from '#features/publishing/contract/schemas.ts';
import { instant } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';

/** Version of the archive format; increase it if older readers would misread the archive. */
export const FORMAT_VERSION = 1;

/** The list of an archive's files. */
export const MANIFEST_FILE_NAME = 'freehold.json';

/** The file of an archive that has its redirects. */
export const REDIRECTS = 'redirects.json';

/** Archive-level fields of the manifest. */
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
        /** Whether it is listed in the library; otherwise it is a portrait. */
        inLibrary: z.boolean().prefault(true),
        createdAt: instant.optional(),
      }),
    )
    .prefault({}),
});

/** Picture URLs in the site's texts and in the archive's, where they are relative, so any editor shows them. */
const OF_SITE = /\/media\/pictures\/([0-9a-f]{16})-(\d{2,4})\.(avif|webp)/g;
const OF_ARCHIVE = /\.\.\/pictures\/([0-9a-f]{16})\.webp(?:#(\d{2,4})-(avif|webp))?/g;

/** Default size of pictures in texts. */
const DEFAULT_SIZE = { width: 800, format: 'webp' } as const;

/** Returns a picture's path in archive files. */
export const toArchiveImagePath = (id: string) => `../pictures/${id}.webp`;

/** Returns a picture's id from its path in an archive field. */
export const pictureIdOf = (reference: string | null) =>
  reference ? /^\.\.\/pictures\/([0-9a-f]{16})\.webp$/.exec(reference)?.[1] : undefined;

/** Returns a picture's path in archive files, or null. */
export const archivePicture = (id: string | null) => (id === null ? null : toArchiveImagePath(id));

/** Replaces the site's picture URLs in a text with archive paths. */
export function withArchivePictures(markdown: string): string {
  return markdown.replaceAll(OF_SITE, (_whole, id: string, width: string, format: string) => {
    const isDefault = Number(width) === DEFAULT_SIZE.width && format === DEFAULT_SIZE.format;
    return toArchiveImagePath(id) + (isDefault ? '' : `#${width}-${format}`);
  });
}

/** Replaces archive paths in a text with the site's picture URLs; `ids` maps pictures whose id changed. */
export function withSitePictures(markdown: string, ids: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(OF_ARCHIVE, (_whole, id: string, width?: string, format?: string) =>
    pictureFile(ids.get(id) ?? id, Number(width ?? DEFAULT_SIZE.width), format === 'avif' ? 'avif' : 'webp'),
  );
}

/** Returns the ids of the pictures in an archive's text. */
export const pictureIdsInText = (markdown: string) => [...markdown.matchAll(OF_ARCHIVE)].flatMap(([, id]) => id ?? []);

/** Returns the ids of the pictures of an archive's post or project. */
export function pictureIdsOf(content: {
  readonly markdown: string;
  readonly cover: string | null;
  readonly cardPicture: string | null;
  readonly gallery?: readonly { readonly picture: string }[];
}): string[] {
  const named = [content.cover, content.cardPicture, ...(content.gallery ?? []).map(({ picture }) => picture)];
  return [...new Set([...pictureIdsInText(content.markdown), ...named.map(pictureIdOf)])].flatMap(id => id ?? []);
}

/** A picture's path in an archive file; null if there is none. */
export const imageReferenceSchema = z.string().max(200).nullable().prefault(null);

export const nullableInstantSchema = instant.nullable().prefault(null);

/** Fields shared by posts and projects, with their defaults. */
export const contentFieldSchemas = {
  title: title.prefault(''),
  coverAlt: coverFields.coverAlt.prefault(''),
  canonicalUrl: seoFields.canonicalUrl.prefault(null),
  metaTitle: seoFields.metaTitle.prefault(null),
  metaDescription: seoFields.metaDescription.prefault(null),
  cardTitle: seoFields.socialTitle.prefault(null),
  cardDescription: seoFields.socialDescription.prefault(null),
  cover: imageReferenceSchema,
  cardPicture: imageReferenceSchema,
};

/** Status fields shared by posts and projects. */
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

/** Omits empty values, to keep files short. */
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

/** Formats Markdown with YAML front matter; equal values give equal bytes. */
export function formatMarkdownFile(values: Readonly<Record<string, unknown>>, markdown: string): string {
  return `---\n${stringify(omitEmpty(values), { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${markdown}\n`;
}

/** Strips the empty line after the front matter and the final line break. */
export const trimMarkdownBody = (body: string) => body.replace(/^\n/, '').replace(/\n$/, '');
