import { z } from 'zod';

/** The tax of a price. */
export const priceTax = z.object({ name: z.string(), basisPoints: z.int(), isIncluded: z.boolean() });

/** What every price page says beside its prices. */
export const sellingNotes = z.object({
  /** Null without a tax. */
  tax: priceTax.nullable(),
  /** Why nothing can be ordered yet, for visitors to read; null where it can. */
  closed: z.string().nullable(),
});
export type SellingNotes = z.infer<typeof sellingNotes>;
