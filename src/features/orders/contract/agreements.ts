import { z } from 'zod';
import { instant } from '#shared/contract.ts';

export const contactSchema = z.object({ name: z.string(), email: z.string() });

/** What was agreed to, as both sides read it (term 15). */
export const agreement = z.object({
  kind: z.enum(['signed', 'recorded']),
  /** The two sides, and the zone of its times, as they were then. */
  owner: contactSchema,
  client: contactSchema,
  timeZone: z.string(),
  signature: z.string(),
  sha256: z.string(),
  text: z.string(),
  message: z.string().nullable(),
  /** When the owner recorded the message; null where it was signed. */
  recordedAt: instant.nullable(),
  ip: z.string().nullable(),
  at: instant,
  /** Where its PDF is. */
  pdf: z.string(),
});
