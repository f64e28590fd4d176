import { z } from 'zod';
import { defineEndpoints, instant, searchTerm, createPageSchema, pagedBy, rowNumber } from '#shared/contract.ts';
import { eventLabels, type SecurityEventType } from './event-labels.ts';

export const securityEventTypes = Object.keys(eventLabels) as SecurityEventType[];

const securityEvent = z.object({
  id: z.int(),
  occurredAt: instant,
  type: z.enum(securityEventTypes),
  email: z.string().nullable(),
  /** Who caused the event, if not the affected user. */
  actorEmail: z.string().nullable(),
  ip: z.string(),
  userAgent: z.string(),
  detail: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const securityEventQuery = z.strictObject({
  type: z.enum(securityEventTypes, 'Choose an event from the list.').optional(),
  search: searchTerm.optional(),
  ...pagedBy(rowNumber, 25),
});
export type SecurityEventQuery = z.infer<typeof securityEventQuery>;

const { ownerEndpoint } = defineEndpoints('security-events');

export const securityEventsContract = {
  list: ownerEndpoint('GET /security-events', 'List security events, newest first')
    .input(securityEventQuery)
    .output(createPageSchema(securityEvent)),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    securityEvents: typeof securityEventsContract;
  }
}
