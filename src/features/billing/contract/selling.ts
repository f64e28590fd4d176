import { z } from 'zod';

export const priceTax = z.object({ name: z.string(), basisPoints: z.int(), isIncluded: z.boolean() });

/** Notes shown next to prices. */
export const sellingNotes = z.object({
  /** Null without tax. */
  tax: priceTax.nullable(),
  /** Why nothing can be ordered yet, as shown to visitors; null if ordering is open. */
  closed: z.string().nullable(),
});
export type SellingNotes = z.infer<typeof sellingNotes>;
