import { z } from 'zod';
import { defineEndpoints, slug, integerParam } from '#shared/contract.ts';

/** Number of likes, and whether the caller is among them. */
const likeStatus = z.object({ likes: z.int(), liked: z.boolean() });
export type LikeStatus = z.infer<typeof likeStatus>;

const post = z.strictObject({ id: integerParam });
const project = z.strictObject({ id: slug });
const { publicEndpoint } = defineEndpoints('likes');

export const likesContract = {
  getPostLikes: publicEndpoint('GET /blogs/{id}/like', 'Get a post’s likes and whether you like it')
    .input(post)
    .output(likeStatus),
  likePost: publicEndpoint('PUT /blogs/{id}/like', 'Like a post').input(post).output(likeStatus),
  unlikePost: publicEndpoint('DELETE /blogs/{id}/like', 'Unlike a post').input(post).output(likeStatus),
  getProjectLikes: publicEndpoint('GET /projects/{id}/like', 'Get a project’s likes and whether you like it')
    .input(project)
    .output(likeStatus),
  likeProject: publicEndpoint('PUT /projects/{id}/like', 'Like a project').input(project).output(likeStatus),
  unlikeProject: publicEndpoint('DELETE /projects/{id}/like', 'Unlike a project').input(project).output(likeStatus),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    likes: typeof likesContract;
  }
}
