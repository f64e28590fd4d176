import type { JobServices } from '#platform/feature.ts';
import { runChecks } from '#platform/health/check.ts';
import { recordReports } from './actions.ts';

/** Runs all checks and records their results. */
export async function checkHealth(services: JobServices): Promise<void> {
  await recordReports(services, await runChecks({ ...services, isServer: true }));
}
