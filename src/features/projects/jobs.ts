import { type PublishingJobServices, publishScheduledEntriesJob } from '#features/publishing/index.ts';
import type { JobServices } from '#platform/feature.ts';
import { projectStore } from './actions/project-store.ts';
import { deleteExpiredProjects } from './queries/deletion.ts';

/** Publishes the projects whose scheduled time has come. */
export const publishScheduledProjectsJob = (services: PublishingJobServices) =>
  publishScheduledEntriesJob(services, projectStore);

/** Permanently deletes projects whose retention period has ended. */
export async function deleteExpiredProjectsJob(
  services: Pick<JobServices, 'db' | 'jobs' | 'log' | 'now'>,
): Promise<void> {
  const { db, jobs, log, now } = services;
  const purged = await db.transaction(tx => deleteExpiredProjects(tx, jobs, now()));
  if (purged > 0) log.info({ purged }, 'expired projects deleted permanently');
}
