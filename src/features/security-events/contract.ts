import { z } from 'zod';
import { defineEndpoints, instant, singleLineText, createPageSchema, pagedBy, rowNumber } from '#shared/contract.ts';

/** Types of security events; `rules.ts` has their labels. */
export const securityEventTypes = [
  'owner_created',
  'registration_requested',
  'email_verified',
  'signed_in',
  'sign_in_failed',
  'sign_in_rate_limited',
  'signed_out',
  'sessions_revoked',
  'password_reset_requested',
  'code_rejected',
  'password_reset',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'sign_in_method_added',
  'sign_in_method_removed',
  'recovery_code_used',
  'role_changed',
  'account_disabled',
  'account_enabled',
  'data_exported',
  'account_deleted',
] as const;
export type SecurityEventType = (typeof securityEventTypes)[number];

const securityEvent = z.object({
  id: z.int(),
  occurredAt: instant,
  type: z.enum(securityEventTypes),
  email: z.string().nullable(),
  /** Who caused the event, if someone else. */
  actorEmail: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string(),
  detail: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventQuery = z.strictObject({
  type: z.enum(securityEventTypes, 'This event doesn’t exist.').optional(),
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
  ...pagedBy(rowNumber, 25),
});
export type SecurityEventQuery = z.infer<typeof securityEventQuery>;

const { ownerEndpoint } = defineEndpoints('security-events');

export const securityEventsContract = {
  list: ownerEndpoint('GET /security-events', 'What happened to accounts, newest first')
    .input(securityEventQuery)
    .output(createPageSchema(securityEvent)),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    securityEvents: typeof securityEventsContract;
  }
}
