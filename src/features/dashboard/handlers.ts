import { implement } from '@orpc/server';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { findCleanupPause } from '#platform/jobs/cleanup.ts';
import { listRemainingSteps, readMoneyTasks } from './actions.ts';
import { dashboardContract } from './contract/index.ts';
import { setupSteps } from './contract/setup-steps.ts';
import { listActivity } from './queries.ts';

const dashboard = implement(dashboardContract).$context<ApiContext>();

export const dashboardHandlers = dashboard.router({
  getSetupChecklist: dashboard.getSetupChecklist.handler(async ({ context }) => {
    const remainingSteps = await listRemainingSteps(context);
    const pause = await findCleanupPause(context.db, context.now());
    return {
      remainingSteps,
      total: setupSteps.length,
      isReachedElsewhere: context.foreignHosts.seen,
      clockJump: pause ? { jumpedFrom: pause.jumpedFrom.toString(), pausedUntil: pause.pausedUntil.toString() } : null,
    };
  }),
  listMoneyTasks: dashboard.listMoneyTasks.handler(async ({ context }) => ({ items: await readMoneyTasks(context) })),
  listActivity: dashboard.listActivity.handler(async ({ context }) => ({
    items: await listActivity(context.db, requireUser(context)),
  })),
});
