import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { listCalendarDays, getTodaySummary } from './actions.ts';
import { calendarContract } from './contract.ts';

const calendar = implement(calendarContract).$context<ApiContext>();

export const calendarHandlers = calendar.router({
  listDays: calendar.listDays.handler(({ context, input }) => listCalendarDays(context.db, context, input)),
  getToday: calendar.getToday.handler(({ context }) => getTodaySummary(context.db, context)),
});
