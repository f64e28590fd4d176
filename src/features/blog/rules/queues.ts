import { publishingQueue, purgingQueue } from '#features/publishing/rules/queues.ts';

export const publishQueue = publishingQueue('blog.publish');
export const purgeQueue = purgingQueue('blog.purge');
