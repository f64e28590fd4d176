import { z } from 'zod';
import { seo } from '#features/publishing/contract/schemas.ts';
import {
  defineEndpoints,
  instant,
  createListQuerySchema,
  picture,
  rowNumber,
  createSearchPageSchema,
  slug,
  facetsSchema,
  integerParam,
  emptyInput,
} from '#shared/contract.ts';
import { postCategories } from './categories.ts';

export const postCategorySchema = z.enum(postCategories, 'This category doesn’t exist.');

export const postSorts = ['newest', 'oldest', 'most_liked', 'most_commented'] as const;

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
  commentCount: z.int(),
  wordCount: z.int(),
  publishedAt: instant,
});
export type PostCard = z.infer<typeof postCard>;

const neighbor = z.object({ slug, title: z.string() }).nullable();

export const postSchema = postCard.extend({
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int() })),
  updatedAt: instant,
  seo,
  next: neighbor,
  previous: neighbor,
  related: z.array(postCard),
});
export type Post = z.infer<typeof postSchema>;

export const postListQuerySchema = createListQuerySchema(postCategories, postSorts, rowNumber);
/** The query before validation. */
export type PostListInput = z.input<typeof postListQuerySchema>;

const { publicEndpoint } = defineEndpoints('blogs');

export const publicBlogContract = {
  list: publicEndpoint('GET /blogs', 'List published posts')
    .input(postListQuerySchema)
    .output(createSearchPageSchema(postCard)),
  get: publicEndpoint('GET /blogs/{id}', 'Get a post by ID')
    .input(z.strictObject({ id: integerParam }))
    .output(postSchema),
  getBySlug: publicEndpoint('GET /blog/{slug}', 'Get a post by slug')
    .input(z.strictObject({ slug }))
    .output(postSchema),
  listFacets: publicEndpoint('GET /blog-facets', 'List the categories and tags of published posts with counts')
    .input(emptyInput)
    .output(facetsSchema),
};
