import { countSamples } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { blogHandlers } from './handlers.ts';
import { deleteExpiredPostsJob, publishScheduledPostsJob } from './jobs.ts';
import { postsPersonalData } from './queries/personal-data.ts';
import { listBlogPictureUses } from './queries/picture-uses.ts';
import { cleanupPostsQueue, publishPostsQueue } from './rules/queues.ts';
import { deleteSamplePosts, loadBlogSamples } from './samples.ts';
import { posts } from './tables.ts';

export const blog = defineFeature({
  name: 'blog',
  handlers: { blog: blogHandlers },
  jobs: [
    defineJob({ queue: publishPostsQueue, run: publishScheduledPostsJob, onStart: true }),
    defineJob({ queue: cleanupPostsQueue, run: deleteExpiredPostsJob, schedule: '41 3 * * *', cleanup: true }),
  ],
  personalData: [postsPersonalData],
  pictureUses: listBlogPictureUses,
  samples: {
    count: async db => [{ kind: 'posts', count: await countSamples(db, posts) }],
    load: loadBlogSamples,
    async remove(tx) {
      const pictures = await deleteSamplePosts(tx);
      await invalidateTag(tx, 'blog');
      return { pictures };
    },
  },
});
