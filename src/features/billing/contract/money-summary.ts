import { z } from 'zod';
import { amount } from './documents.ts';

/** The number of months, including the current one. */
export const SUMMARY_MONTHS = 6;

export const moneySummarySchema = z.object({
  /** The last six months in the owner's time zone, such as 2026-11; the last is the current one. */
  months: z.array(z.string()),
  /** By currency, the one with the most received money first. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Money received in each month, minus refunds. */
      received: z.array(amount),
      outstanding: amount,
      /** The part of `outstanding` that is past its due date. */
      overdue: amount,
    }),
  ),
});
export type MoneySummary = z.infer<typeof moneySummarySchema>;
