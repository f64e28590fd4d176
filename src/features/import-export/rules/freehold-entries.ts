import { z } from 'zod';
import { postContentSchema } from '#features/blog/contract/editing.ts';
import { MAX_GALLERY_PICTURES, projectContentSchema } from '#features/projects/contract/drafts.ts';
import { plainDate, singleLineText, slug } from '#shared/contract.ts';
import {
  nullableInstantSchema,
  imageReferenceSchema,
  statusFieldSchemas,
  trimMarkdownBody,
  omitEmpty,
  formatMarkdownFile,
  contentFieldSchemas,
} from './freehold.ts';
import { splitFrontMatter } from './front-matter.ts';

/** Fields that archives have under other names (`contentFieldSchemas`). */
const renamed = { coverImageId: true, socialImageId: true, socialTitle: true, socialDescription: true } as const;

const { description, tags, ...postFields } = postContentSchema.omit(renamed).shape;
const postContent = z.object({
  ...postFields,
  description: description.prefault(''),
  tags: tags.prefault([]),
  ...contentFieldSchemas,
});
/** A post's text and fields, with the names that they have in archives. */
export type ImportedContent = z.infer<typeof postContent>;

const postEntry = z.object({
  ...statusFieldSchemas,
  slug,
  author: z.object({
    name: z.string().min(1).max(200),
    role: z.string().max(200).prefault(''),
    avatar: imageReferenceSchema,
  }),
  likes: z.int().min(0).max(2_000_000_000).prefault(0),
  publishedAt: nullableInstantSchema,
  /** The slug that its feed id is derived from, if different. */
  feedSlug: slug.nullable().prefault(null),
  /** Changes that are not published yet. */
  pending: postContent.nullable().prefault(null),
});
export type PostEntry = z.infer<typeof postEntry>;

/** Formats a post as an archive file. */
export function formatPostFile(post: z.input<typeof postEntry> & { readonly content: ImportedContent }): string {
  const { content, pending, author, ...rest } = post;
  const { markdown, title, ...others } = content;
  const edits = pending && { ...omitEmpty(pending), markdown: pending.markdown };
  return formatMarkdownFile({ title, ...rest, author: omitEmpty({ ...author }), ...others, pending: edits }, markdown);
}

/** Reads the fields of a post or project and those of its content; undefined if the file is invalid. */
function parseFile<Entry extends z.ZodObject, Content extends z.ZodObject>(
  text: string,
  entry: Entry,
  content: Content,
) {
  const file = splitFrontMatter(text);
  const [parsed, written] = [entry.safeParse(file?.front), content.safeParse(file?.front)];
  if (!file || !parsed.success || !written.success) return undefined;
  return { entry: parsed.data, content: { ...written.data, markdown: trimMarkdownBody(file.body) } };
}

/** Reads a post file; undefined if it is invalid. */
export function parsePostFile(text: string) {
  const read = parseFile(text, postEntry, postContent.omit({ markdown: true }));
  if (!read) return undefined;
  const { entry, content } = read;
  return { ...entry, sourceId: `${entry.slug}@${entry.createdAt}`, content, comments: [], notes: [] };
}

const { repositoryUrl, summary, link, price, stars, likes, forks, ...projectFields } = projectContentSchema.omit({
  ...renamed,
  gallery: true,
}).shape;

const pictureText = singleLineText.max(300).prefault('');
const projectContent = z.object({
  ...projectFields,
  summary: summary.prefault(''),
  tags: projectFields.tags.prefault([]),
  link: link.prefault(null),
  repository: repositoryUrl.prefault(null),
  // Highest price that the database can store.
  price: price.refine(({ minor }) => minor <= 2_147_483_647),
  stars: stars.prefault(0),
  likes: likes.prefault(0),
  forks: forks.prefault(0),
  ...contentFieldSchemas,
  gallery: z
    .array(z.object({ picture: z.string().max(200), alt: pictureText, caption: pictureText }))
    .max(MAX_GALLERY_PICTURES)
    .prefault([]),
});
/** A project's text and fields, with the names that they have in archives. */
export type ImportedProjectContent = z.infer<typeof projectContent>;

const projectEntry = z.object({
  ...statusFieldSchemas,
  id: slug,
  owner: singleLineText.min(1).max(200),
  position: z.int().min(1).max(1_000_000).nullable().prefault(null),
  publishedOn: plainDate.nullable().prefault(null),
  /** Unpublished changes; without `likes`, the readers' likes stay. */
  pending: projectContent
    .extend({ likes: likes.nullable().prefault(null) })
    .nullable()
    .prefault(null),
});
export type ProjectEntry = z.infer<typeof projectEntry>;

const toGallery = (gallery: ImportedProjectContent['gallery']) => gallery.map(item => omitEmpty(item));

/** Formats a project as an archive file. */
export function formatProjectFile(
  project: Omit<ProjectEntry, 'id'> & { readonly slug: string; readonly content: ImportedProjectContent },
): string {
  const { content, pending, slug: id, ...rest } = project;
  const { markdown, title, gallery, ...others } = content;
  const edits = pending && {
    ...omitEmpty({ ...pending, gallery: toGallery(pending.gallery) }),
    // Without a number it follows the readers' likes, which is different from zero.
    ...(pending.likes === null ? {} : { likes: pending.likes }),
    markdown: pending.markdown,
  };
  return formatMarkdownFile({ title, id, ...rest, ...others, gallery: toGallery(gallery), pending: edits }, markdown);
}

const FILES_LEFT_OUT = 'The files for sale aren’t in the archive. Add them before clients can buy this project.';

/** Reads a project file; undefined if it is invalid. */
export function parseProjectFile(text: string) {
  const read = parseFile(text, projectEntry, projectContent.omit({ markdown: true }));
  if (!read) return undefined;
  const { content } = read;
  const { id, ...entry } = read.entry;
  return {
    ...entry,
    sourceId: `${id}@${entry.createdAt}`,
    content,
    slug: id,
    comments: [],
    notes: content.price.minor > 0 ? [FILES_LEFT_OUT] : [],
  };
}
