import { z } from 'zod';
import { endpoint, slug, integerParam } from '#shared/contract.ts';

/** Number of likes, and whether the caller is among them. */
const standing = z.object({ likes: z.int(), liked: z.boolean() });
export type LikeStatus = z.infer<typeof standing>;

const post = z.strictObject({ id: integerParam });
const project = z.strictObject({ id: slug });
const tags = ['likes'];

export const likesContract = {
  getPostLikes: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/blogs/{id}/like', tags, summary: 'How many like a post, and whether you do' })
    .input(post)
    .output(standing),
  likePost: endpoint
    .meta({ access: 'public' })
    .route({ method: 'PUT', path: '/blogs/{id}/like', tags, summary: 'Like a post' })
    .input(post)
    .output(standing),
  unlikePost: endpoint
    .meta({ access: 'public' })
    .route({ method: 'DELETE', path: '/blogs/{id}/like', tags, summary: 'Like a post no more' })
    .input(post)
    .output(standing),
  getProjectLikes: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/projects/{id}/like', tags, summary: 'How many like a project, and whether you do' })
    .input(project)
    .output(standing),
  likeProject: endpoint
    .meta({ access: 'public' })
    .route({ method: 'PUT', path: '/projects/{id}/like', tags, summary: 'Like a project' })
    .input(project)
    .output(standing),
  unlikeProject: endpoint
    .meta({ access: 'public' })
    .route({ method: 'DELETE', path: '/projects/{id}/like', tags, summary: 'Like a project no more' })
    .input(project)
    .output(standing),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    likes: typeof likesContract;
  }
}
