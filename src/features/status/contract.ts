import { z } from 'zod';
import { defineEndpoints, emptyInput, instant } from '#shared/contract.ts';
import { healthGroups, healthStatuses } from '#shared/health.ts';

const report = z.object({
  name: z.string(),
  label: z.string(),
  group: z.enum(healthGroups),
  status: z.enum(healthStatuses),
  /** The finding, in a sentence. */
  message: z.string(),
  /** What to do. */
  help: z.string().nullable(),
});
export type CheckReport = z.infer<typeof report>;

const failingCheck = report.pick({ name: true, label: true, message: true }).extend({
  /** The first of the failed runs. */
  failingSince: instant,
});

const { ownerEndpoint } = defineEndpoints('status');

export const statusContract = {
  get: ownerEndpoint('GET /status', 'Run all health checks and get their results')
    .input(emptyInput)
    .output(z.object({ checkedAt: instant, items: z.array(report) })),
  listFailing: ownerEndpoint('GET /status/failing', 'List the checks that failed in the last two scheduled runs')
    .input(emptyInput)
    .output(z.object({ items: z.array(failingCheck) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    status: typeof statusContract;
  }
}
