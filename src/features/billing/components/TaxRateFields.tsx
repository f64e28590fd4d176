import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { requiresTaxNote, taxCategories, taxCategoryLabels } from '../contract/tax-categories.ts';
import { MAX_TAX_RATES } from '../contract/tax-rate.ts';
import type { TaxRate } from '../contract/tax-rates.ts';

const parts = ['name', 'rate', 'category', 'validFrom', 'validUntil', 'note'] as const;
const nameOf = (row: number, part: (typeof parts)[number]) => `taxRates.${row}.${part}`;

/** Returns the saved rates as form fields, padded with empty rows. */
export function toTaxRateFields(rates: readonly TaxRate[]): Record<string, string> {
  const rows = Array.from({ length: MAX_TAX_RATES }, (_, row) => rates[row]);
  return Object.fromEntries(
    rows.flatMap((rate, row) =>
      parts.map(part => [nameOf(row, part), rate?.[part] ?? (part === 'category' ? 'standard' : '')]),
    ),
  );
}

/** Returns the rows of a form up to the last one that is not empty. */
export function parseTaxRates(read: (name: string) => string) {
  const rows = Array.from({ length: MAX_TAX_RATES }, (_, row) => {
    const category = taxCategories.find(one => one === read(nameOf(row, 'category'))) ?? 'standard';
    const texts = { name: '', rate: '', validFrom: '', validUntil: '', note: '' };
    for (const part of parts) if (part !== 'category') texts[part] = read(nameOf(row, part));
    // The field is hidden then, and keeps its text.
    return { ...texts, note: requiresTaxNote(category) ? texts.note : '', category };
  });
  return rows.slice(
    0,
    rows.findLastIndex(row => parts.some(part => part !== 'category' && row[part].trim() !== '')) + 1,
  );
}

interface TaxRateFieldsProps {
  typed: Readonly<Record<string, string>>;
  field: (name: string) => { name: string; defaultValue: string; error: string | undefined };
}

/** Form fields for the owner's tax rates, with an empty row for another one. */
export function TaxRateFields({ typed, field }: TaxRateFieldsProps) {
  const filled = parseTaxRates(name => typed[name] ?? '').length;
  return (
    <fieldset>
      <legend className="font-display font-semibold">Tax rates</legend>
      <p className="mt-1 text-small text-ink-soft">
        The first rate is the default. To change a rate on a date, end it and add another one with the same name. To
        remove a rate, clear its fields.
      </p>
      {Array.from({ length: MAX_TAX_RATES }, (_, row) => (
        <fieldset key={row} hidden={row > filled} className="tax-rate mt-5 border-t border-rule pt-5">
          <legend className="sr-only">Tax rate {row + 1}</legend>
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,2fr)]">
            <TextField label="Tax name" hint="For example, VAT." autoComplete="off" {...field(nameOf(row, 'name'))} />
            <TextField
              label="Tax rate (%)"
              hint="Such as 7.5."
              inputMode="decimal"
              autoComplete="off"
              {...field(nameOf(row, 'rate'))}
            />
            <SelectField label="Category" options={taxCategoryLabels} {...field(nameOf(row, 'category'))} />
          </div>
          <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
            <TextField label="From (optional)" type="date" {...field(nameOf(row, 'validFrom'))} />
            <TextField label="Until (optional)" type="date" {...field(nameOf(row, 'validUntil'))} />
          </div>
          {/* Only categories without tax have a note. */}
          <div className="mt-4 [.tax-rate:has(option:is([value=standard],[value=zero]):checked)_&]:hidden">
            <TextField
              label="Note on invoices (optional)"
              hint="Why there’s no tax. Leave it empty for the usual text."
              autoComplete="off"
              {...field(nameOf(row, 'note'))}
            />
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
