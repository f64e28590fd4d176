import type { Feature, FeatureJob, JobServices } from '#platform/feature.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Job, Jobs, Queue } from '#platform/jobs/jobs.ts';
import { features } from './features.ts';

export function listQueues(from: readonly Feature[]): Queue[] {
  return from.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue));
}

export const queues: readonly Queue[] = listQueues(features);

export async function startWorkers(
  jobs: Jobs,
  services: JobServices,
  from: readonly Feature[] = features,
): Promise<void> {
  await jobs.start();
  for (const definition of from.flatMap(feature => feature.jobs ?? [])) {
    const { queue, isEnabled, onStart, recover, schedule } = definition;
    if (isEnabled?.(services) === false) continue;
    if (onStart) await jobs.enqueue(services.db, queue, {}, { key: 'start' });
    await recover?.(services);
    await jobs.work(queue, job => runJob(services, definition, job));
    if (schedule) await jobs.repeat(queue, schedule);
  }
}

/** Runs a job unless it is a cleanup and cleanup is paused. */
export async function runJob(services: JobServices, definition: FeatureJob, job: Job<object>): Promise<void> {
  if (!definition.cleanup || (await mayCleanUp(services))) await definition.run(services, job);
}
