import { createPublishQueue, createCleanupQueue } from '#features/publishing/rules/queues.ts';

export const publishPostsQueue = createPublishQueue('blog.publish');
export const cleanupPostsQueue = createCleanupQueue('blog.cleanup');
