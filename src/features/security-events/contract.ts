import { z } from 'zod';
import { endpoint, instant, line, listOf, pageNumber, pageSize } from '#shared/contract.ts';

/** What can happen to an account, with the words that the owner reads. */
export const securityEvents = {
  'owner-set-up': 'Became the owner',
  registered: 'Asked for an account',
  'address-confirmed': 'Confirmed the address',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Was refused at sign-in',
  'sign-in-blocked': 'Was held off after too many tries',
  'signed-out': 'Signed out',
  'sessions-ended': 'Was signed out elsewhere',
  'reset-requested': 'Asked for a code to reset the password',
  'code-refused': 'Typed a wrong or old code',
  'password-reset': 'Set a new password by code',
  'password-changed': 'Changed the password',
  'address-change-requested': 'Asked to change the address',
  'address-changed': 'Changed the address',
  'method-added': 'Added a way to sign in',
  'method-removed': 'Removed a way to sign in',
  'role-changed': 'Was given another role',
  disabled: 'Was disabled',
  enabled: 'Was enabled again',
  'data-exported': 'Took a copy of their data',
  deleted: 'Deleted the account',
} as const;
export type SecurityEvent = keyof typeof securityEvents;
const eventNames = Object.keys(securityEvents) as [SecurityEvent, ...SecurityEvent[]];

const securityEvent = z.object({
  id: z.int(),
  at: instant,
  event: z.enum(eventNames),
  email: z.string().nullable(),
  /** Who did it, where that was somebody else. */
  actorEmail: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string(),
  detail: z.string().nullable(),
});
export type SecurityEventRow = z.infer<typeof securityEvent>;

export const securityEventQuery = z.strictObject({
  event: z.enum(eventNames, 'There is no such event.').optional(),
  search: line.trim().max(120, 'Search for at most 120 characters.').optional(),
  page: pageNumber.prefault(1),
  pageSize: pageSize.prefault(25),
});
export type SecurityEventQuery = z.infer<typeof securityEventQuery>;

export const securityEventsContract = {
  list: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'GET',
      path: '/security-events',
      tags: ['security-events'],
      summary: 'What happened to accounts, newest first',
    })
    .input(securityEventQuery)
    .output(listOf(securityEvent)),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    securityEvents: typeof securityEventsContract;
  }
}
