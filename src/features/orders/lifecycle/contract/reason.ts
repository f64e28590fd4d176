import { z } from 'zod';

/** A reason shown to both parties, with the payment term that causes it, if any. */
export const reasonSchema = z.object({ term: z.int().nullable(), message: z.string() });
export type ReasonDto = z.infer<typeof reasonSchema>;
