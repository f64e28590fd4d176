import { z } from 'zod';
import { transitions } from '#features/publishing/contract/status.ts';
import { securityEventTypes } from '#features/security-events/contract.ts';
import { endpoint, instant, emptyInput } from '#shared/contract.ts';
import { setupSteps } from './setup-steps.ts';

const tags = ['overview'];

const textKind = z.enum(['post', 'project']);

/** Something that happened: with a post, a project or an order, to a conversation, to who is here, or to an account. */
const activity = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    at: instant,
    move: z.enum(transitions),
    /** Null where the site did it by itself, or the account is gone. */
    who: z.string().nullable(),
    byCaller: z.boolean(),
    text: textKind,
    title: z.string(),
    /** Where it is written on. */
    path: z.string(),
  }),
  z.object({
    kind: z.literal('comment'),
    at: instant,
    who: z.string().nullable(),
    /** Whether it waits for the owner. */
    held: z.boolean(),
    text: textKind,
    title: z.string(),
    /** Where it is read; where it waits, where that is decided. */
    path: z.string(),
  }),
  z.object({
    kind: z.literal('order'),
    at: instant,
    /** Whose order it is; null where it is the caller's own. */
    who: z.string().nullable(),
    number: z.int(),
    title: z.string(),
    /** A sentence, as the order's log has it. */
    news: z.string(),
    path: z.string(),
  }),
  z.object({ kind: z.literal('person'), at: instant, who: z.string(), path: z.string() }),
  z.object({
    kind: z.literal('security'),
    at: instant,
    event: z.enum(securityEventTypes),
    /** Whose account it is; null where it is the caller's own. */
    email: z.string().nullable(),
    path: z.string(),
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
  'bookings',
  'project_files',
] as const;
export type MoneyTaskName = (typeof moneyTaskNames)[number];

const moneyTask = z.object({
  name: z.enum(moneyTaskNames),
  total: z.int(),
  /** The first few, with the page where each is dealt with if it has one of its own. */
  items: z.array(z.object({ text: z.string(), path: z.string().nullable() })),
});
export type MoneyTask = z.infer<typeof moneyTask>;

export const dashboardContract = {
  money: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/money-tasks', tags, summary: 'Money and consultations that wait for the owner' })
    .input(emptyInput)
    .output(z.object({ items: z.array(moneyTask) })),
  setUp: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/set-up-steps', tags, summary: 'What setting the site up still lacks' })
    .input(emptyInput)
    .output(
      z.object({
        left: z.array(z.enum(setupSteps)),
        total: z.int(),
        /** Whether people visit a site without SITE_URL under another host than this machine. */
        isReachedElsewhere: z.boolean(),
        /** Set while cleanups are paused because the clock jumped. */
        clockJump: z.object({ jumpedFrom: instant, pausedUntil: instant }).nullable(),
      }),
    ),
  recent: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/recent-activity',
      tags,
      summary: 'What happened lately, newest first: on the site for its owner, with one’s own for everybody else',
    })
    .input(emptyInput)
    .output(z.object({ items: z.array(activity) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    overview: typeof dashboardContract;
  }
}
