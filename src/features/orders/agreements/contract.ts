import { z } from 'zod';
import { instant } from '#shared/contract.ts';

export const contactSchema = z.object({ name: z.string(), email: z.string() });

/** An agreement as both parties see it (term 15). */
export const agreement = z.object({
  kind: z.enum(['signed', 'recorded']),
  /** The parties' contact details and the time zone, as they were at the time of the agreement. */
  owner: contactSchema,
  client: contactSchema,
  timeZone: z.string(),
  signature: z.string(),
  sha256: z.string(),
  text: z.string(),
  message: z.string().nullable(),
  /** When the owner recorded the message; null if the client signed. */
  recordedAt: instant.nullable(),
  ip: z.string().nullable(),
  agreedAt: instant,
  /** Path of the PDF. */
  pdfPath: z.string(),
});
