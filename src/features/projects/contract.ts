import { z } from 'zod';
import {
  day,
  endpoint,
  listQueryOf,
  money,
  nothing,
  picture,
  searchableListOf,
  slug,
  topics,
  webAddress,
} from '#shared/contract.ts';

/** The six categories (specification, point 3). */
export const projectCategories = ['React', 'Full Stack', 'WordPress', 'Framer', 'Wix', 'Astro'] as const;
export const projectCategory = z.enum(projectCategories, 'There is no such category.');

export const projectSorts = ['newest', 'oldest', 'stars', 'price-low', 'price-high'] as const;

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
  publishedAt: day,
});
export type ProjectCard = z.infer<typeof projectCard>;

const neighbor = z.object({ id: slug, title: z.string() }).nullable();

const project = projectCard.extend({
  html: z.string(),
  link: webAddress,
  owner: z.string(),
  comments: z.array(z.object({ id: z.int(), user: z.string(), text: z.string() })),
  newer: neighbor,
  older: neighbor,
  related: z.array(projectCard),
});
export type Project = z.infer<typeof project>;

export const projectQuery = listQueryOf(projectCategories, projectSorts);
export type ProjectQuery = z.infer<typeof projectQuery>;
/** The query as a caller writes it. */
export type ProjectListInput = z.input<typeof projectQuery>;

const tags = ['projects'];

export const projectsContract = {
  list: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/projects', tags, summary: 'Showcase projects, a page at a time' })
    .input(projectQuery)
    .output(searchableListOf(projectCard)),
  byId: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/projects/{id}', tags, summary: 'A project' })
    .input(z.strictObject({ id: slug }))
    .output(project),
  topics: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/project-topics',
      tags,
      summary: 'Categories and tags of the projects, with counts',
    })
    .input(nothing)
    .output(topics),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    projects: typeof projectsContract;
  }
}
