import { defineFeature, defineJob } from '#platform/feature.ts';
import { clockCheck, countJobsByState, databaseCheck, jobsCheck } from '#platform/health/database-checks.ts';
import { processCheck, watchEventLoop } from '#platform/health/process-check.ts';
import { publicAddressCheck } from '#platform/health/public-address.ts';
import { diskCheck, filesCheck } from '#platform/health/storage-checks.ts';
import { statusCommands } from './commands.ts';
import { statusHandlers } from './handlers.ts';
import { checkHealth } from './jobs.ts';
import { checkHealthQueue } from './rules.ts';

export const status = defineFeature({
  name: 'status',
  handlers: { status: statusHandlers },
  routes: watchEventLoop,
  jobs: [defineJob({ queue: checkHealthQueue, run: checkHealth, schedule: '*/10 * * * *' })],
  commands: statusCommands,
  metrics: [{ name: 'freehold_jobs', help: 'Background jobs.', label: 'state', count: countJobsByState }],
  checks: [publicAddressCheck, databaseCheck, filesCheck, diskCheck, jobsCheck, processCheck, clockCheck],
});
