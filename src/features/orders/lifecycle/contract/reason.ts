import { z } from 'zod';
import type { PaymentTermNumber } from './enums.ts';

/** A reason shown to both parties, with the payment term that causes it, if any. */
export const reasonSchema = z.object({ term: z.int().nullable(), message: z.string() });
export type ReasonDto = z.infer<typeof reasonSchema>;

/** Like {@link ReasonDto}, as rules return it. */
export interface Reason {
  readonly term: PaymentTermNumber | null;
  readonly message: string;
}
