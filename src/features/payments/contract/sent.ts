import { z } from 'zod';

/** What is sent for a payment where that is another currency than the payment's, and the rate of its day. */
export const sentMoney = z.object({
  amount: z.int().brand<'MinorUnits'>(),
  currency: z.string(),
  /** What one unit of the payment's currency is, such as "128.50". */
  rate: z.string(),
  on: z.iso.date(),
});
export type SentMoney = z.infer<typeof sentMoney>;
