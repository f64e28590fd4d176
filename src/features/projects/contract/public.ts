import { z } from 'zod';
import { seo } from '#features/publishing/contract/schemas.ts';
import {
  plainDate,
  defineEndpoints,
  instant,
  createListQuerySchema,
  money,
  emptyInput,
  picture,
  rowName,
  createSearchPageSchema,
  slug,
  facetsSchema,
  httpUrl,
} from '#shared/contract.ts';
import { projectCategories } from './categories.ts';

export const projectCategory = z.enum(projectCategories, 'This category doesn’t exist.');

/**
 * Sort orders of the project list; the first is the default. `featured` equals `newest` until the owner sets a sort
 * order.
 */
export const projectSorts = ['featured', 'newest', 'oldest', 'top_rated', 'price_asc', 'price_desc'] as const;

const projectCard = z.object({
  id: slug,
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  cover: picture.nullable(),
  coverAlt: z.string(),
  tags: z.array(z.string()),
  stars: z.number().min(0).max(5),
  likes: z.int(),
  forks: z.int(),
  price: money,
  /** Whether it has a price and files for buyers. */
  isForSale: z.boolean(),
  publishedAt: plainDate,
});
export type ProjectCard = z.infer<typeof projectCard>;

const neighbor = z.object({ id: slug, title: z.string() }).nullable();

const galleryPicture = z.object({ picture, alt: z.string(), caption: z.string() });
export type GalleryPicture = z.infer<typeof galleryPicture>;

export const project = projectCard.extend({
  html: z.string(),
  /** URL of the live project. */
  link: httpUrl.nullable(),
  /** URL of the source code. */
  repository: httpUrl.nullable(),
  gallery: z.array(galleryPicture),
  owner: z.string(),
  updatedAt: instant,
  seo,
  next: neighbor,
  previous: neighbor,
  related: z.array(projectCard),
});
export type Project = z.infer<typeof project>;

export const projectListQuerySchema = createListQuerySchema(projectCategories, projectSorts, rowName);
/** The query before validation. */
export type ProjectListInput = z.input<typeof projectListQuerySchema>;

const { publicEndpoint } = defineEndpoints('projects');

export const publicProjectsContract = {
  list: publicEndpoint('GET /projects', 'List showcase projects')
    .input(projectListQuerySchema)
    .output(createSearchPageSchema(projectCard)),
  get: publicEndpoint('GET /projects/{id}', 'Get a project')
    .input(z.strictObject({ id: slug }))
    .output(project),
  listFacets: publicEndpoint('GET /project-facets', 'List the categories and tags of projects with counts')
    .input(emptyInput)
    .output(facetsSchema),
};
