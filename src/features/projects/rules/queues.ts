import { createPublishQueue } from '#features/publishing/rules/queues.ts';
import { createRecurringQueue } from '#platform/jobs/recurring-queue.ts';

export const publishProjectsQueue = createPublishQueue('projects.publish');
export const cleanupProjectsQueue = createRecurringQueue('projects.cleanup');
