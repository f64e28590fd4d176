import { TextField } from '#ui/TextField.tsx';
import type { ExchangeRate } from '../contract/exchange.ts';
import { EXCHANGE_RATE, MAX_RATES } from '../contract/tax-rate.ts';

const parts = ['currency', 'rate', 'on'] as const;
const nameOf = (row: number, part: (typeof parts)[number]) => `exchangeRates.${row}.${part}`;

/** Returns the saved rates as form fields, padded with empty rows. */
export function toRateFields(rates: readonly ExchangeRate[]): Record<string, string> {
  const rows = Array.from({ length: MAX_RATES }, (_, row) => rates[row]);
  return Object.fromEntries(rows.flatMap((rate, row) => parts.map(part => [nameOf(row, part), rate?.[part] ?? ''])));
}

/** Returns the rows of a form up to the last one that is not empty. */
export function parseRates(read: (name: string) => string): Record<(typeof parts)[number], string>[] {
  const rows = Array.from({ length: MAX_RATES }, (_, row) => ({
    currency: read(nameOf(row, 'currency')),
    rate: read(nameOf(row, 'rate')),
    on: read(nameOf(row, 'on')),
  }));
  return rows.slice(0, rows.findLastIndex(row => parts.some(part => row[part].trim() !== '')) + 1);
}

/** Returns the rate that was entered for a currency; undefined if it is incomplete. */
export function findTypedRate(typed: Readonly<Record<string, string>>, currency: string): ExchangeRate | undefined {
  return parseRates(name => typed[name] ?? '').find(
    rate => rate.currency === currency && EXCHANGE_RATE.test(rate.rate) && /^\d{4}-\d{2}-\d{2}$/.test(rate.on),
  );
}

interface RateFieldsProps {
  typed: Readonly<Record<string, string>>;
  field: (name: string) => { name: string; defaultValue: string; error: string | undefined };
}

/** Form fields for the owner's exchange rates to BDT, with an empty row for another one. */
export function RateFields({ typed, field }: RateFieldsProps) {
  const rows = Math.min(MAX_RATES, parseRates(name => typed[name] ?? '').length + 1);
  return (
    <fieldset>
      <legend className="font-display font-semibold">Exchange rates to BDT</legend>
      <p className="mt-1 text-small text-ink-soft">
        bKash and Nagad only accept BDT. Invoices in other currencies are converted at your rate and rounded to the
        nearest poisha. Each invoice keeps the rate from the day it was issued. To remove a rate, clear its row.
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="mt-4 grid gap-4 sm:grid-cols-3">
          <TextField
            label="Currency"
            hint="For example, EUR."
            maxLength={3}
            autoComplete="off"
            {...field(nameOf(row, 'currency'))}
          />
          <TextField
            label="Value of 1 unit in BDT"
            hint="For example, 128.50."
            inputMode="decimal"
            autoComplete="off"
            {...field(nameOf(row, 'rate'))}
          />
          <TextField label="Rate date" type="date" {...field(nameOf(row, 'on'))} />
        </div>
      ))}
    </fieldset>
  );
}
