import { createPublishQueue, createCleanupQueue } from '#features/publishing/rules/queues.ts';

export const publishProjectsQueue = createPublishQueue('projects.publish');
export const cleanupProjectsQueue = createCleanupQueue('projects.cleanup');
