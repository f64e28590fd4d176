import { createPublishQueue } from '#features/publishing/rules/queues.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

export const publishPostsQueue = createPublishQueue('blog.publish');
export const cleanupPostsQueue = createRecurringQueue('blog.cleanup');
