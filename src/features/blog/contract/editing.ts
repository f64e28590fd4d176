import { z } from 'zod';
import { versionSchema, createEditingEndpoints } from '#features/publishing/contract/endpoints.ts';
import {
  storedContentFields,
  coverFields,
  draftDetailFields,
  createDraftListQuery,
  draftSummaryFields,
  publishingStateFields,
  markdown,
  seoFields,
  tags,
  title,
} from '#features/publishing/contract/schemas.ts';
import { singleLineText, rowNumber, slug, integerParam } from '#shared/contract.ts';
import { postCategories } from './categories.ts';
import { postSchema, postCategorySchema } from './public.ts';

export type { RevisionSummary } from '#features/publishing/contract/schemas.ts';

/** Content of a post. Most fields are optional in a draft and required only for publishing. */
export const postContentSchema = z.strictObject({
  title,
  description: singleLineText.trim().max(300, 'The excerpt must be 300 characters or fewer.'),
  markdown: markdown('This post is too long. It can have up to 500,000 characters.'),
  category: postCategorySchema,
  tags: tags('A post can have up to 20 tags.'),
  ...coverFields,
  ...seoFields,
});
export type PostContent = z.infer<typeof postContentSchema>;

/** Body of createBlog and updateBlog: omitted fields stay unchanged. */
const changes = postContentSchema.partial().extend({
  /** The slug that the writer chose; without one it follows the title until the post is published. */
  slug: slug.optional(),
});

const draftLine = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  ...draftSummaryFields,
  words: z.int(),
  likes: z.int(),
  comments: z.int(),
  ...publishingStateFields,
});
export type DraftSummary = z.infer<typeof draftLine>;

/** A post as its writers see it, including unpublished content. */
const draft = draftLine.extend({
  ...postContentSchema.shape,
  ...storedContentFields,
  ...draftDetailFields,
  /** Whether it will be sent as a newsletter once it is public. */
  sendsNewsletter: z.boolean(),
});
export type Draft = z.infer<typeof draft>;

/** Endpoints for editing posts. Users edit their own; the owner edits all. */
export const blogEditingContract = createEditingEndpoints({
  noun: 'post',
  tag: 'blogs',
  id: integerParam,
  query: createDraftListQuery(postCategories, rowNumber),
  summary: draftLine,
  createInput: changes,
  updateInput: changes.extend({ blogId: integerParam, version: versionSchema }),
  savePath: '/blogs/{blogId}',
  draft,
  content: postContentSchema.extend(storedContentFields),
  published: postSchema,
  /** An instant, or wall time in the site's time zone, such as 2026-12-01T09:00. */
  publishDate: z.iso.datetime({ local: true, error: 'Enter a date and time.' }),
  previewPath: '/blogs/previews/{token}',
});
