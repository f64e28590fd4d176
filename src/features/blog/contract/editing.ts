import { z } from 'zod';
import { version, writingEndpoints } from '#features/publishing/contract/endpoints.ts';
import {
  asAnswered,
  cover,
  draftFacts,
  draftQueryOf,
  lineFacts,
  lineStanding,
  markdown,
  outsideLook,
  tags,
  title,
} from '#features/publishing/contract/schemas.ts';
import { line, rowNumber, slug, wholeNumber } from '#shared/contract.ts';
import { postCategories } from './categories.ts';
import { post, postCategory } from './public.ts';

export type { RevisionLine } from '#features/publishing/contract/schemas.ts';

/** What is written of a post. A draft may lack nearly all of it; publishing asks for what readers need. */
export const postContent = z.strictObject({
  title,
  description: line.trim().max(300, 'An excerpt has at most 300 characters.'),
  markdown: markdown(
    'This post is too long: it may have 500,000 characters.',
    'There is a zero byte in this text, which no post may have.',
  ),
  category: postCategory,
  tags: tags('A post has at most 20 tags.'),
  ...cover,
  ...outsideLook,
});
export type PostContent = z.infer<typeof postContent>;

/** The body of createBlog and updateBlog: what is left out stays as it is. */
const changes = postContent.partial().extend({
  /** The address that the writer chose; without one it follows the title until the post is published. */
  slug: slug.optional(),
});

/** A post in the writers’ list. */
const draftLine = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  ...lineFacts,
  words: z.int(),
  likes: z.int(),
  comments: z.int(),
  ...lineStanding,
});
export type DraftLine = z.infer<typeof draftLine>;

/** A post as its writers see it, with what readers may not see yet. */
const draft = draftLine.extend({ ...postContent.shape, ...asAnswered, ...draftFacts });
export type Draft = z.infer<typeof draft>;

const draftQuery = draftQueryOf(postCategories, rowNumber);
export type DraftQuery = z.infer<typeof draftQuery>;
export type DraftFilter = Omit<DraftQuery, 'page' | 'pageSize' | 'after' | 'before'>;

/** What people with an account do with posts: their own, and the owner with everybody's. */
export const writingContract = writingEndpoints({
  noun: 'post',
  tag: 'blogs',
  id: wholeNumber,
  query: draftQuery,
  line: draftLine,
  created: changes,
  saved: changes.extend({ blogId: wholeNumber, version }),
  savePath: '/blogs/{blogId}',
  draft,
  content: postContent.extend(asAnswered),
  shown: post,
  /** An instant, or wall time in the site's zone, such as 2026-12-01T09:00. */
  publishDate: z.iso.datetime({ local: true, error: 'Enter a date and a time.' }),
  previewPath: '/preview/{token}',
});
