import { z } from 'zod';
import { transitions } from '#features/publishing/contract/status.ts';
import { securityEventTypes } from '#features/security-events/contract/index.ts';
import { defineEndpoints, instant, emptyInput } from '#shared/contract.ts';
import { setupSteps } from './setup-steps.ts';

const { memberEndpoint, ownerEndpoint } = defineEndpoints('dashboard');

const textKind = z.enum(['post', 'project']);

const event = z.object({ occurredAt: instant, path: z.string() });
const textEvent = event.extend({ actorName: z.string().nullable(), contentType: textKind, title: z.string() });

/** An event of a post, project, order, comment, user or account, with the path of the page about it. */
const activity = z.discriminatedUnion('kind', [
  /** Without an actor, the site did it automatically, or the account was deleted. */
  textEvent.extend({
    kind: z.literal('content_transition'),
    transition: z.enum(transitions),
    isOwnAction: z.boolean(),
  }),
  textEvent.extend({
    kind: z.literal('comment'),
    /** Whether it waits for the owner's review. */
    isHeld: z.boolean(),
  }),
  event.extend({
    kind: z.literal('order'),
    /** Client of the order; null if it is the caller's own. */
    actorName: z.string().nullable(),
    number: z.int(),
    title: z.string(),
    /** A sentence, as in the order's history. */
    message: z.string(),
  }),
  event.extend({ kind: z.literal('user_registered'), actorName: z.string() }),
  event.extend({
    kind: z.literal('security'),
    event: z.enum(securityEventTypes),
    /** Email of the account; null if it is the caller's own. */
    email: z.string().nullable(),
  }),
]);
export type Activity = z.infer<typeof activity>;

export const moneyTaskNames = [
  'payments',
  'refunds',
  'disputes',
  'mismatches',
  'overdue',
  'late_fees',
  'recurring_invoices',
  'e_invoices',
  'bookings',
  'project_files',
] as const;
export type MoneyTaskName = (typeof moneyTaskNames)[number];

const moneyTask = z.object({
  name: z.enum(moneyTaskNames),
  total: z.int(),
  /** The first few, each with the path of its page, if it has one. */
  items: z.array(z.object({ text: z.string(), path: z.string().nullable() })),
});
export type MoneyTask = z.infer<typeof moneyTask>;

export const dashboardContract = {
  listMoneyTasks: ownerEndpoint('GET /money-tasks', 'List payments and bookings that need the owner’s attention')
    .input(emptyInput)
    .output(z.object({ items: z.array(moneyTask) })),
  getSetupChecklist: ownerEndpoint('GET /dashboard/setup-checklist', 'List the remaining setup steps')
    .input(emptyInput)
    .output(
      z.object({
        remainingSteps: z.array(z.enum(setupSteps)),
        total: z.int(),
        /** Whether a site without SITE_URL is visited under a host other than this machine. */
        isReachedElsewhere: z.boolean(),
        /** Set while cleanups are paused because the clock jumped. */
        clockJump: z.object({ jumpedFrom: instant, pausedUntil: instant }).nullable(),
      }),
    ),
  listActivity: memberEndpoint(
    'GET /dashboard/activity',
    'List recent activity, newest first: the site’s for the owner, your own for members',
  )
    .input(emptyInput)
    .output(z.object({ items: z.array(activity) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    dashboard: typeof dashboardContract;
  }
}
