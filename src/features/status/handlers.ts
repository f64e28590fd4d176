import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { runChecks } from '#platform/health/check.ts';
import { listFailing } from './actions.ts';
import { statusContract } from './contract.ts';

const status = implement(statusContract).$context<ApiContext>();

export const statusHandlers = status.router({
  get: status.get.handler(async ({ context }) => {
    const items = await runChecks({ ...context, isServer: true });
    return { checkedAt: context.now().toString(), items };
  }),
  listFailing: status.listFailing.handler(async ({ context }) => ({ items: await listFailing(context) })),
});
