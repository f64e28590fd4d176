import { publishingQueue, purgingQueue } from '#features/publishing/rules/queues.ts';

export const publishProjectsQueue = publishingQueue('projects.publish');
export const purgeProjectsQueue = purgingQueue('projects.purge');
