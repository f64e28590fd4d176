import { z } from 'zod';
import { MOST_GALLERY_PICTURES, projectContentSchema } from '#features/projects/contract/drafts.ts';
import { plainDate, singleLineText, slug } from '#shared/contract.ts';
import type { ImportedProject } from './imported-content.ts';
import {
  dirname,
  statusFieldSchemas,
  trimMarkdownBody,
  omitEmpty,
  formatMarkdownFile,
  contentFieldSchemas,
} from './freehold.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { TextFile } from './markdown-folder.ts';

// The fields of `contentFieldSchemas` and `repository` have the archive's names.
const {
  coverImageId: _cover,
  socialImageId: _card,
  socialTitle: _title,
  socialDescription: _description,
  repositoryUrl,
  gallery: _gallery,
  ...kept
} = projectContentSchema.shape;

const words = singleLineText.max(300).prefault('');
const fields = z.object({
  ...kept,
  summary: kept.summary.prefault(''),
  tags: kept.tags.prefault([]),
  link: kept.link.prefault(null),
  repository: repositoryUrl.prefault(null),
  // Highest price that the database can store.
  price: kept.price.refine(({ minor }) => minor <= 2_147_483_647),
  stars: kept.stars.prefault(0),
  likes: kept.likes.prefault(0),
  forks: kept.forks.prefault(0),
  ...contentFieldSchemas,
  gallery: z
    .array(z.object({ picture: z.string().max(200), alt: words, caption: words }))
    .max(MOST_GALLERY_PICTURES)
    .prefault([]),
});

const front = fields.omit({ markdown: true }).extend({
  ...statusFieldSchemas,
  id: slug,
  owner: singleLineText.min(1).max(200),
  position: z.int().min(1).max(1_000_000).nullable().prefault(null),
  publishedOn: plainDate.nullable().prefault(null),
  pending: fields
    .extend({ likes: kept.likes.nullable().prefault(null) })
    .nullable()
    .prefault(null),
});

const galleryOut = (gallery: ImportedProject['content']['gallery']) => gallery.map(item => omitEmpty(item));

/** Formats a project as an archive file. */
export function formatProjectFile(
  project: Omit<ImportedProject, 'sourceId' | 'folder' | 'comments' | 'notes'>,
): string {
  const { content, pending, slug: id, ...rest } = project;
  const { markdown, title, gallery, ...others } = content;
  const waits = pending && {
    ...omitEmpty({ ...pending, gallery: galleryOut(pending.gallery) }),
    // Without a number it follows the readers' likes, which is different from zero.
    ...(pending.likes === null ? {} : { likes: pending.likes }),
    markdown: pending.markdown,
  };
  return formatMarkdownFile({ title, id, ...rest, ...others, gallery: galleryOut(gallery), pending: waits }, markdown);
}

const FILES_LEFT_OUT =
  'The files that it is sold with are not in the archive. Add them here before clients can buy it.';

/** Reads a project file; undefined if it is invalid. */
export function parseProjectFile({ name, text }: TextFile): ImportedProject | undefined {
  const file = splitFrontMatter(text);
  const parsed = front.safeParse(file?.front);
  if (!file || !parsed.success) return undefined;
  const { id, slugChosen, status, owner, position, publishedOn, pending, formerSlugs: former, ...others } = parsed.data;
  const { createdAt, changedAt, updatedAt, scheduledFor, submittedAt, commentsClosed, ...content } = others;
  return {
    sourceId: `${id}@${createdAt}`,
    folder: dirname(name),
    content: { ...content, markdown: trimMarkdownBody(file.body) },
    pending,
    slug: id,
    slugChosen,
    commentsClosed,
    formerSlugs: former,
    status,
    createdAt,
    changedAt,
    updatedAt,
    scheduledFor,
    submittedAt,
    publishedOn,
    position,
    owner,
    comments: [],
    notes: content.price.minor > 0 ? [FILES_LEFT_OUT] : [],
  };
}
