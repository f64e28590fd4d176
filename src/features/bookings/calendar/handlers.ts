import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { listCalendarDays, getTodaySummary } from './actions.ts';
import { calendarContract } from './contract.ts';

const calendar = implement(calendarContract).$context<ApiContext>();

export const calendarHandlers = calendar.router({
  days: calendar.days.handler(({ context, input }) => listCalendarDays(context.db, context, input)),
  today: calendar.today.handler(({ context }) => getTodaySummary(context.db, context)),
});
