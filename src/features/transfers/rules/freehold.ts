import { stringify } from 'yaml';
import { z } from 'zod';
import { postContent } from '#features/blog/contract/writing.ts';
import { statuses } from '#features/publishing/contract.ts';
import { instant } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { emptyForeignPost, type ForeignContent, type ForeignPost, type ForeignSite } from './entries.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { TextFile } from './markdown-folder.ts';

/** The version of the archive's form: raised when a reader of the one before would misread it. */
export const FORMAT_VERSION = 1;

/** The list of an archive's files. */
export const MANIFEST = 'freehold.json';

/** What the list says of the whole archive. */
export const manifest = z.looseObject({
  format: z.literal('freehold'),
  version: z.int(),
  files: z.record(z.string(), z.string()),
  pictures: z
    .record(
      z.string(),
      z.object({
        name: z.string().max(200).prefault(''),
        alt: z.string().max(1000).prefault(''),
      }),
    )
    .prefault({}),
});

/** How a text names a picture of the site, and how the archive's texts do: relative, so that any editor shows it. */
const OF_SITE = /\/media\/pictures\/([0-9a-f]{16})-(\d{2,4})\.(avif|webp)/g;
const OF_ARCHIVE = /\.\.\/pictures\/([0-9a-f]{16})\.webp(?:#(\d{2,4})-(avif|webp))?/g;

/** The size that a text shows where it says nothing else. */
const USUAL = { width: 800, format: 'webp' } as const;

const fileOf = (id: string) => `../pictures/${id}.webp`;
const idOf = (reference: string | null) =>
  reference ? /^\.\.\/pictures\/([0-9a-f]{16})\.webp$/.exec(reference)?.[1] : undefined;

/** A text of the site with its pictures named by the archive's files. */
export function withArchivePictures(markdown: string): string {
  return markdown.replaceAll(OF_SITE, (_whole, id: string, width: string, format: string) => {
    const usual = Number(width) === USUAL.width && format === USUAL.format;
    return fileOf(id) + (usual ? '' : `#${width}-${format}`);
  });
}

/** The same the other way; a picture that came under another id is named by that one. */
export function withSitePictures(markdown: string, ids: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(OF_ARCHIVE, (_whole, id: string, width?: string, format?: string) =>
    pictureFile(ids.get(id) ?? id, Number(width ?? USUAL.width), format === 'avif' ? 'avif' : 'webp'),
  );
}

/** The ids of the pictures that a post of an archive names. */
export function pictureIdsOf(content: ForeignContent): string[] {
  const inText = [...content.markdown.matchAll(OF_ARCHIVE)].map(([, id]) => id);
  return [...new Set([...inText, idOf(content.cover), idOf(content.cardPicture)])].filter(id => id !== undefined);
}

/** A picture's id, from how an archive's fields name it. */
export const pictureIdOf = idOf;

/** How an archive's fields name a picture. */
export const archivePicture = (id: string | null) => (id === null ? null : fileOf(id));

const { coverId: _cover, cardPictureId: _card, ...kept } = postContent.shape;

const reference = z.string().max(200).nullable().prefault(null);
const orNull = instant.nullable().prefault(null);
const fields = z.object({
  ...kept,
  description: kept.description.prefault(''),
  coverAlt: kept.coverAlt.prefault(''),
  tags: kept.tags.prefault([]),
  title: kept.title.prefault(''),
  canonicalUrl: kept.canonicalUrl.prefault(null),
  metaTitle: kept.metaTitle.prefault(null),
  metaDescription: kept.metaDescription.prefault(null),
  cardTitle: kept.cardTitle.prefault(null),
  cardDescription: kept.cardDescription.prefault(null),
  cover: reference,
  cardPicture: reference,
});

const front = fields.omit({ markdown: true }).extend({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(120),
  slugChosen: z.boolean().prefault(false),
  status: z.enum(statuses),
  author: z.object({ name: z.string().min(1).max(200), role: z.string().max(200) }),
  likes: z.int().min(0).max(2_000_000_000).prefault(0),
  createdAt: instant,
  changedAt: instant,
  publishedAt: orNull,
  updatedAt: orNull,
  scheduledFor: orNull,
  submittedAt: orNull,
  formerSlugs: z.array(z.object({ slug: z.string().max(200), at: orNull })).prefault([]),
  pending: fields.nullable().prefault(null),
});

/** Leaves out what is empty, so that a file says only what there is to say. */
function withoutEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const empty = (value: unknown) =>
    value === null || value === '' || value === false || value === 0 || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !empty(value)));
}

/** Markdown with YAML in front, the same bytes for the same values. */
export function writeDocument(values: Readonly<Record<string, unknown>>, markdown: string): string {
  return `---\n${stringify(withoutEmpty(values), { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${markdown}\n`;
}

/** A post of the site as a file of the archive. */
export function writePostFile(post: Omit<ForeignPost, 'sourceId' | 'folder' | 'notes'>): string {
  const { content, pending, ...rest } = post;
  const { markdown, ...before } = content;
  const { title, ...others } = before;
  const waits = pending && { ...withoutEmpty(pending), markdown: pending.markdown };
  return writeDocument({ title, ...rest, ...others, pending: waits }, markdown);
}

/** Reads a post of the archive; undefined where it is none. */
export function readPostFile({ name, text }: TextFile): ForeignPost | undefined {
  const file = splitFrontMatter(text);
  const parsed = front.safeParse(file?.front);
  if (!file || !parsed.success) return undefined;
  const { pending, slug, slugChosen, status, author, likes, formerSlugs, ...others } = parsed.data;
  const { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt, ...content } = others;
  // An empty line stands between the two, and the last line ends.
  const markdown = file.body.replace(/^\n/, '').replace(/\n$/, '');
  const instants = { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt };
  return {
    ...emptyForeignPost,
    ...instants,
    sourceId: `${slug}@${createdAt}`,
    folder: name.split('/').slice(0, -1).join('/'),
    content: { ...content, markdown },
    pending,
    slug,
    slugChosen,
    status,
    author,
    likes,
    formerSlugs,
  };
}

/** Reads the texts of an archive that a site of this kind made. */
export function readFreehold(files: readonly TextFile[]): ForeignSite {
  const inFolder = (folder: string) => files.filter(({ name }) => name.startsWith(folder) && name.endsWith('.md'));
  const read = inFolder('posts/').map(file => ({ file, post: readPostFile(file) }));
  const projects = inFolder('projects/').length;
  return {
    source: 'freehold',
    posts: read.flatMap(({ post }) => post ?? []),
    skipped: read.flatMap(({ file, post }) =>
      post ? [] : [{ name: file.name, reason: 'What stands in front of its text does not fit a post.' }],
    ),
    notes: projects > 0 ? [`${projects} projects are in the archive. Projects are not moved in.`] : [],
  };
}
