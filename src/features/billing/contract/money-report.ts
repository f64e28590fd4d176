import { z } from 'zod';
import { plainDate, singleLineText } from '#shared/contract.ts';
import { agingStatuses } from './document-list.ts';
import { amount } from './documents.ts';
import { MONEY_PERIOD } from './money-period.ts';
import { EXCHANGE_RATE } from './tax-rate.ts';

export const moneyReportQuery = z.strictObject({
  period: z
    .string()
    .regex(MONEY_PERIOD, 'Enter a year, quarter or month, such as 2026, 2026-Q4 or 2026-11.')
    .optional(),
  /** Lists all clients or all offers, instead of those that brought the most money. */
  all: z.enum(['clients', 'offers'], 'Choose clients or offers.').optional(),
});

/** Amounts of a period. */
const moneyFigures = z.object({
  /** Payments received, minus `refunds`. */
  received: amount,
  /** Money sent back or reversed, minus reversals that were undone. */
  refunds: amount,
  invoiced: amount,
  credited: amount,
  /** Of the invoices of this period. */
  writtenOff: amount,
});
export type MoneyFigures = z.infer<typeof moneyFigures>;

/** Received money by client or offer, highest first. */
const moneyShares = z.object({
  items: z.array(z.object({ key: z.string(), label: z.string(), received: amount })),
  /** Those left out of `items`. */
  others: z.object({ count: z.int(), received: amount }),
});
export type MoneyShares = z.infer<typeof moneyShares>;

const RATE = 'Enter a rate above 0 with up to six decimal places, such as 0.92.';

/** The value of one unit of a currency in the site's currency, as a decimal; empty for no rate. */
export const currencyRate = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code, such as EUR.'),
  rate: singleLineText
    .trim()
    .transform(text => text.replace(',', '.'))
    .refine(text => text === '' || (EXCHANGE_RATE.test(text) && Number(text) > 0), RATE),
});
export type CurrencyRate = z.output<typeof currencyRate>;

export const currencyRatesInput = z.strictObject({ rates: z.array(currencyRate).max(30) });

const currencyReport = z.object({
  currency: z.string(),
  current: moneyFigures,
  /** The same period of the year before. */
  previous: moneyFigures,
  /** Received money in each month of the period's year, and of the year before. */
  received: z.array(amount),
  receivedBefore: z.array(amount),
  /** Unpaid amounts today, by the days since their due date; their sum is outstanding. */
  aging: z.record(z.enum(agingStatuses), amount),
  clients: moneyShares,
  offers: moneyShares,
});
export type CurrencyReport = z.infer<typeof currencyReport>;

export const moneyReportSchema = z.object({
  /** The requested period, or the current year. */
  period: z.string(),
  /** The current day in the owner's time zone. */
  today: plainDate,
  /** Years with documents, newest first. */
  years: z.array(z.int()),
  /** By currency, the one with the most received money first. */
  currencies: z.array(currencyReport),
  /** All currencies in the site's, at the owner's rates. */
  converted: z.object({
    currency: z.string(),
    /** The rates of the other currencies of this report; null if it is missing. */
    rates: z.array(z.object({ currency: z.string(), rate: z.string().nullable() })),
    /** Null while a rate is missing. */
    report: currencyReport.nullable(),
  }),
});
export type MoneyReport = z.infer<typeof moneyReportSchema>;
