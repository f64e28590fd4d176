import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, useState } from 'react';
import { type TaxOption, TaxSelect } from '#features/billing/browser.ts';
import { lineUnits } from '#features/billing/contract/units.ts';
import { type PriceListItem, PriceListSelect } from '#features/pricing/browser.ts';
import { getAriaProps } from '#ui/FormField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useRowFocus } from '#ui/use-row-focus.ts';
import { quoteLineIndexes } from '../../lifecycle/rules/quote-line-items.ts';

type Values = Readonly<Record<string, string>>;

interface QuoteLinesProps {
  first: Values;
  currency: string;
  /** The proposed one first. */
  taxes: readonly TaxOption[];
  prices: readonly PriceListItem[];
  /** Returns the error of a field by the line's index. */
  errors: (slot: number, name: string) => string | undefined;
  error: string | undefined;
}

/** A shown line: its index in the form, and its initial values by field. */
interface Row {
  readonly slot: number;
  readonly values: Values;
}

const units = {
  '': 'None',
  ...Object.fromEntries(lineUnits.map(unit => [unit, `${unit[0]?.toUpperCase()}${unit.slice(1)}`])),
};

const fieldNames = ['description', 'amount', 'quantity', 'unit', 'discount', 'tax', 'optional'] as const;

/** Returns the filled lines, or an empty one. */
function getInitialRows(first: Values): Row[] {
  const filled = quoteLineIndexes.filter(slot => first[`description-${slot}`] || first[`amount-${slot}`]);
  return (filled.length > 0 ? filled : [0]).map(slot => ({
    slot,
    values: Object.fromEntries(fieldNames.map(name => [name, first[`${name}-${slot}`] ?? ''])),
  }));
}

/** Renders the lines of a quote, to add and remove. Empty ones are ignored. */
export function QuoteLineItems({ first, currency, taxes, prices, errors, error }: QuoteLinesProps) {
  const [rows, setRows] = useState(() => getInitialRows(first));
  const list = useRowFocus<HTMLFieldSetElement>(rows.length);
  const reportedRows = useRef(rows);
  useEffect(() => {
    if (reportedRows.current === rows) return;
    reportedRows.current = rows;
    // Adding or removing a row changes the form's values without an input event.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [rows, list]);
  const add = (values: Values) =>
    setRows(shown => {
      // The order of lines is that of their indexes.
      const next = Math.max(-1, ...shown.map(({ slot }) => slot)) + 1;
      if (next < quoteLineIndexes.length) return [...shown, { slot: next, values }];
      return [...shown.map((row, slot) => ({ ...row, slot })), { slot: shown.length, values }];
    });
  return (
    <fieldset ref={list}>
      <legend className="font-display text-small font-semibold">Line items ({currency})</legend>
      {rows.map(({ slot, values }, index) => (
        <Line
          key={slot}
          slot={slot}
          number={index + 1}
          values={values}
          taxes={taxes}
          error={name => errors(slot, name) ?? (index === 0 && name === 'description' ? error : undefined)}
          onRemove={rows.length > 1 ? () => setRows(shown => shown.filter(row => row.slot !== slot)) : undefined}
        />
      ))}
      <div data-add-row="" className="flex flex-wrap items-end gap-3 pt-4">
        <button
          type="button"
          className="button"
          disabled={rows.length === quoteLineIndexes.length}
          onClick={() => add({})}
        >
          <Plus className="size-4" aria-hidden="true" /> Add line
        </button>
        {rows.length < quoteLineIndexes.length && (
          <PriceListSelect
            prices={prices}
            currency={currency}
            onSelect={({ unitPrice: amount, ...line }) => add({ ...line, amount })}
          />
        )}
      </div>
      <p className="hint mt-2">
        The client can leave out optional lines. Enter a negative price for a discount. Empty lines are ignored.
      </p>
    </fieldset>
  );
}

interface LineProps {
  slot: number;
  number: number;
  values: Values;
  taxes: readonly TaxOption[];
  error: (name: (typeof fieldNames)[number]) => string | undefined;
  onRemove: (() => void) | undefined;
}

function Line({ slot, number, values, taxes, error, onRemove }: LineProps) {
  const field = (name: (typeof fieldNames)[number]) => ({
    name: `${name}-${slot}`,
    defaultValue: values[name],
    error: error(name),
    autoComplete: 'off',
  });
  const optional = useId();
  const hasTaxes = taxes.length > 1 || Boolean(values.tax) || error('tax') !== undefined;
  return (
    <fieldset className="grid gap-4 border-b border-rule py-5">
      <legend className="sr-only">Line {number}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField label="Description" maxLength={200} {...field('description')} />
        </div>
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove line ${number}`}
            className="mt-7 inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-danger"
            onClick={onRemove}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        )}
      </div>
      <div
        className={`grid grid-cols-2 items-start gap-4 ${hasTaxes ? 'sm:grid-cols-[5.5rem_6.5rem_1fr_1fr]' : 'sm:grid-cols-[5.5rem_6.5rem_1fr_1fr_auto]'}`}
      >
        <TextField
          label="Quantity"
          inputMode="decimal"
          maxLength={20}
          {...field('quantity')}
          defaultValue={values.quantity || '1'}
        />
        <SelectField label="Unit" options={units} {...field('unit')} />
        <TextField label="Unit price" inputMode="decimal" maxLength={30} {...field('amount')} />
        <TextField label="Discount" placeholder="10% or 50" maxLength={30} {...field('discount')} />
        {hasTaxes && (
          <div className="col-span-2 sm:col-span-3">
            <TaxSelect {...field('tax')} taxes={taxes} chosen={values.tax ?? ''} />
          </div>
        )}
        <div className="max-sm:col-span-2 sm:pt-7">
          <label className="flex min-h-11 items-center gap-3 text-small">
            <input
              type="checkbox"
              name={`optional-${slot}`}
              className="size-5 shrink-0"
              defaultChecked={values.optional === 'on'}
              {...getAriaProps({ id: optional, error: error('optional') })}
            />
            Optional
          </label>
          {error('optional') && (
            <p id={`${optional}-error`} className="mt-1.5 text-small text-danger">
              {error('optional')}
            </p>
          )}
        </div>
      </div>
    </fieldset>
  );
}
