import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { commentsPersonalData, reportsPersonalData } from './queries/personal-data.ts';
import { commentsHandlers } from './handlers.ts';
import { cleanUpComments, sendModerationDigest } from './jobs.ts';
import { listCommentPictureUses } from './queries/picture-uses.ts';
import { commentsCleanupQueue, moderationDigestQueue } from './rules/queues.ts';
import { insertSampleComments, listSamplePortraits } from './samples.ts';

export const comments = defineFeature({
  name: 'comments',
  handlers: { comments: commentsHandlers },
  jobs: [
    defineJob({ queue: moderationDigestQueue, run: sendModerationDigest }),
    defineJob({ queue: commentsCleanupQueue, run: cleanUpComments, schedule: '41 4 * * *', cleanup: true }),
  ],
  personalData: [commentsPersonalData, reportsPersonalData],
  pictureUses: listCommentPictureUses,
  samples: {
    load: insertSampleComments,
    async remove(tx) {
      // The comments are deleted along with their posts and projects.
      await invalidateTag(tx, 'comments');
      return { pictures: await listSamplePortraits(tx) };
    },
  },
});
