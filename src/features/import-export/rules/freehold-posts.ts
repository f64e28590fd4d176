import { z } from 'zod';
import { postContent } from '#features/blog/contract/editing.ts';
import { slug } from '#shared/contract.ts';
import { emptyForeignPost, type ForeignPost } from './imported-content.ts';
import {
  folderOf,
  instantOrNull,
  reference,
  standingFields,
  textBelow,
  withoutEmpty,
  writeDocument,
  writtenFields,
} from './freehold.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { TextFile } from './markdown-folder.ts';

const { coverId: _cover, cardPictureId: _card, ...kept } = postContent.shape;

const fields = z.object({
  ...kept,
  description: kept.description.prefault(''),
  tags: kept.tags.prefault([]),
  ...writtenFields,
});

const front = fields.omit({ markdown: true }).extend({
  ...standingFields,
  slug,
  author: z.object({
    name: z.string().min(1).max(200),
    role: z.string().max(200).prefault(''),
    avatar: reference,
  }),
  likes: z.int().min(0).max(2_000_000_000).prefault(0),
  publishedAt: instantOrNull,
  feedSlug: slug.nullable().prefault(null),
  pending: fields.nullable().prefault(null),
});

/** A post of the site as a file of the archive. */
export function writePostFile(post: Omit<ForeignPost, 'sourceId' | 'folder' | 'comments' | 'notes'>): string {
  const { content, pending, author, ...rest } = post;
  const { markdown, title, ...others } = content;
  const waits = pending && { ...withoutEmpty(pending), markdown: pending.markdown };
  return writeDocument(
    { title, ...rest, author: author && withoutEmpty({ ...author }), ...others, pending: waits },
    markdown,
  );
}

/** Reads a post of the archive; undefined where it is none. */
export function readPostFile({ name, text }: TextFile): ForeignPost | undefined {
  const file = splitFrontMatter(text);
  const parsed = front.safeParse(file?.front);
  if (!file || !parsed.success) return undefined;
  const { pending, slug: address, slugChosen, commentsClosed, status, author, likes, ...further } = parsed.data;
  const { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt, ...others } = further;
  const { formerSlugs: former, feedSlug, ...content } = others;
  const instants = { createdAt, changedAt, publishedAt, updatedAt, scheduledFor, submittedAt };
  return {
    ...emptyForeignPost,
    ...instants,
    sourceId: `${address}@${createdAt}`,
    folder: folderOf(name),
    content: { ...content, markdown: textBelow(file.body) },
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
