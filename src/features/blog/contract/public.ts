import { z } from 'zod';
import { seo } from '#features/publishing/contract/schemas.ts';
import {
  endpoint,
  instant,
  listQueryOf,
  picture,
  rowNumber,
  searchableListOf,
  slug,
  topics,
  wholeNumber,
  nothing,
} from '#shared/contract.ts';
import { postCategories } from './categories.ts';

export const postCategory = z.enum(postCategories, 'There is no such category.');

/** The ways a list of posts can be ordered. */
export const postSorts = ['newest', 'oldest', 'liked', 'discussed'] as const;

const author = z.object({ name: z.string(), role: z.string(), avatar: picture.nullable() });

const postCard = z.object({
  id: z.int(),
  slug,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author,
  cover: picture.nullable(),
  coverAlt: z.string(),
  likes: z.int(),
  comments: z.int(),
  words: z.int(),
  publishedAt: instant,
});
export type PostCard = z.infer<typeof postCard>;

const neighbor = z.object({ slug, title: z.string() }).nullable();

export const post = postCard.extend({
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int() })),
  updatedAt: instant,
  seo,
  newer: neighbor,
  older: neighbor,
  related: z.array(postCard),
});
export type Post = z.infer<typeof post>;

export const postQuery = listQueryOf(postCategories, postSorts, rowNumber);
export type PostQuery = z.infer<typeof postQuery>;
/** The query as a caller writes it. */
export type PostListInput = z.input<typeof postQuery>;

const tags = ['blogs'];

/** What readers ask. */
export const readingContract = {
  list: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/blogs', tags, summary: 'Published posts, a page at a time' })
    .input(postQuery)
    .output(searchableListOf(postCard)),
  byId: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/blogs/{id}', tags, summary: 'A post by its number' })
    .input(z.strictObject({ id: wholeNumber }))
    .output(post),
  bySlug: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/blog/{slug}', tags, summary: 'A post by its title in the address' })
    .input(z.strictObject({ slug }))
    .output(post),
  topics: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/blog-topics',
      tags,
      summary: 'Categories and tags of the published posts, with counts',
    })
    .input(nothing)
    .output(topics),
};
