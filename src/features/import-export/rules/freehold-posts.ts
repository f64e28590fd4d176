import { z } from 'zod';
import { postContentSchema } from '#features/blog/contract/editing.ts';
import { slug } from '#shared/contract.ts';
import { EMPTY_IMPORTED_POST, type ImportedPost } from './imported-content.ts';
import {
  dirname,
  nullableInstantSchema,
  imageReferenceSchema,
  statusFieldSchemas,
  trimMarkdownBody,
  omitEmpty,
  formatMarkdownFile,
  contentFieldSchemas,
} from './freehold.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { TextFile } from './markdown-folder.ts';

// The fields of `contentFieldSchemas` have the archive's names.
const {
  coverImageId: _cover,
  socialImageId: _card,
  socialTitle: _title,
  socialDescription: _description,
  ...kept
} = postContentSchema.shape;

const fields = z.object({
  ...kept,
  description: kept.description.prefault(''),
  tags: kept.tags.prefault([]),
  ...contentFieldSchemas,
});

const front = fields.omit({ markdown: true }).extend({
  ...statusFieldSchemas,
  slug,
  author: z.object({
    name: z.string().min(1).max(200),
    role: z.string().max(200).prefault(''),
    avatar: imageReferenceSchema,
  }),
  likes: z.int().min(0).max(2_000_000_000).prefault(0),
  publishedAt: nullableInstantSchema,
  feedSlug: slug.nullable().prefault(null),
  pending: fields.nullable().prefault(null),
});

/** Formats a post as an archive file. */
export function formatPostFile(post: Omit<ImportedPost, 'sourceId' | 'folder' | 'comments' | 'notes'>): string {
  const { content, pending, author, ...rest } = post;
  const { markdown, title, ...others } = content;
  const waits = pending && { ...omitEmpty(pending), markdown: pending.markdown };
  return formatMarkdownFile(
    { title, ...rest, author: author && omitEmpty({ ...author }), ...others, pending: waits },
    markdown,
  );
}

/** Reads a post file; undefined if it is invalid. */
export function parsePostFile({ name, text }: TextFile): ImportedPost | undefined {
  const file = splitFrontMatter(text);
  const parsed = front.safeParse(file?.front);
  if (!file || !parsed.success) return undefined;
  const { pending, slug: address, slugChosen, commentsClosed, status, author, likes, ...further } = parsed.data;
  const { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt, ...others } = further;
  const { formerSlugs: former, feedSlug, ...content } = others;
  const instants = { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt };
  return {
    ...EMPTY_IMPORTED_POST,
    ...instants,
    sourceId: `${address}@${createdAt}`,
    folder: dirname(name),
    content: { ...content, markdown: trimMarkdownBody(file.body) },
    pending,
    slug: address,
    slugChosen,
    feedSlug,
    commentsClosed,
    status,
    author,
    likes,
    formerSlugs: former,
  };
}
