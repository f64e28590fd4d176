import { z } from 'zod';

/** The amount sent in a currency other than the payment's, and the rate of its day. */
export const sentMoney = z.object({
  amount: z.int().brand<'MinorUnits'>(),
  currency: z.string(),
  /** The value of one unit of the payment's currency, such as "128.50". */
  rate: z.string(),
  on: z.iso.date(),
});
export type SentMoney = z.infer<typeof sentMoney>;
