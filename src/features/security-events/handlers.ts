import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { pageOf } from '#shared/lists.ts';
import { securityEventsContract } from './contract/index.ts';
import { countSecurityEvents, listSecurityEvents } from './queries.ts';

const securityEvents = implement(securityEventsContract).$context<ApiContext>();

export const securityEventsHandlers = securityEvents.router({
  list: securityEvents.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([
      listSecurityEvents(context.db, input),
      countSecurityEvents(context.db, input),
    ]);
    return pageOf(input, items, total);
  }),
});
