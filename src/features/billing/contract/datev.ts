import { z } from 'zod';
import { integerBetween } from '#shared/contract.ts';

/** Charts of accounts that DATEV publishes. */
export const datevCharts = ['SKR03', 'SKR04'] as const;
export type DatevChart = (typeof datevCharts)[number];

const between = (min: number, max: number) => integerBetween(min, max, `Enter a whole number from ${min} to ${max}.`);

/** Settings of the DATEV export (DATEV format 700, header fields 11, 12, 14 and 27). */
export const datevSettingsSchema = z.strictObject({
  /** The accountant's number, and the owner's number at the accountant (Beraternummer, Mandantennummer). */
  consultantNumber: between(1001, 9_999_999),
  clientNumber: between(1, 99_999),
  chart: z.enum(datevCharts, 'Choose a chart of accounts.'),
  /** Account that all clients share. */
  debtorAccount: between(10_000, 69_999),
});
export type DatevSettings = z.output<typeof datevSettingsSchema>;
