import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react';
import { getAriaProps } from '#ui/FormField.tsx';
import { quoteLineIndexes } from '../../lifecycle/rules/quote-line-items.ts';

/** The least number of rows at first. */
const ROWS = 5;

const ROW = 'grid grid-cols-[1fr_7rem_2.75rem] gap-x-2 sm:grid-cols-[1fr_10rem_2.75rem]';

interface QuoteLinesProps {
  first: Readonly<Record<string, string>>;
  currency: string;
  /** Errors by row index. */
  descriptionErrors: Readonly<Record<number, string | undefined>>;
  amountErrors: Readonly<Record<number, string | undefined>>;
  error: string | undefined;
}

/** Returns the initial rows: all filled ones, padded with empty ones to five. */
function getInitialRows(first: QuoteLinesProps['first']): number[] {
  const filled = quoteLineIndexes.filter(slot => first[`description-${slot}`] || first[`amount-${slot}`]);
  const empty = quoteLineIndexes.filter(slot => !filled.includes(slot));
  return [...filled, ...empty.slice(0, Math.max(0, ROWS - filled.length))].toSorted((one, other) => one - other);
}

/** Renders the lines of a quote, to add and remove. Empty ones are ignored. */
export function QuoteLineItems({ first, currency, descriptionErrors, amountErrors, error }: QuoteLinesProps) {
  const [rows, setRows] = useState(() => getInitialRows(first));
  const list = useRef<HTMLFieldSetElement>(null);
  const reportedRows = useRef(rows);
  useEffect(() => {
    if (reportedRows.current === rows) return;
    reportedRows.current = rows;
    // Removing a row changes the form's values without an input event.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [rows]);
  const add = () =>
    setRows(shown => {
      const next =
        quoteLineIndexes.find(slot => slot > Math.max(-1, ...shown)) ??
        quoteLineIndexes.find(slot => !shown.includes(slot));
      return next === undefined ? shown : [...shown, next].toSorted((one, other) => one - other);
    });
  return (
    <fieldset ref={list} className="grid gap-3">
      <legend className="mb-3 font-display text-small font-semibold">Line items ({currency})</legend>
      <div aria-hidden="true" className={`${ROW} meta -mb-1`}>
        <span>Description</span>
        <span>Amount</span>
      </div>
      {rows.map((slot, index) => (
        <div key={slot} className={`${ROW} items-start`}>
          <Cell
            label={`Description, line ${index + 1}`}
            name={`description-${slot}`}
            maxLength={200}
            defaultValue={first[`description-${slot}`]}
            error={descriptionErrors[slot] ?? (index === 0 ? error : undefined)}
          />
          <Cell
            label={`Amount, line ${index + 1}`}
            name={`amount-${slot}`}
            inputMode="decimal"
            maxLength={30}
            defaultValue={first[`amount-${slot}`]}
            error={amountErrors[slot]}
          />
          <button
            type="button"
            aria-label={`Remove line ${index + 1}`}
            className="inline-flex size-11 items-center justify-center text-ink-soft hover:text-danger disabled:text-ink-faint"
            disabled={rows.length === 1}
            onClick={() => setRows(shown => shown.filter(one => one !== slot))}
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="button" className="button" disabled={rows.length === quoteLineIndexes.length} onClick={add}>
          <Plus className="size-4" aria-hidden="true" /> Add line
        </button>
        <p className="meta">Enter a negative amount for a discount. Empty lines are ignored.</p>
      </div>
    </fieldset>
  );
}

interface CellProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error: string | undefined;
}

/** Renders a table field; its column heading is its visible label. */
function Cell({ label, error, ...input }: CellProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <input {...input} id={id} aria-label={label} className="field" {...getAriaProps({ id, error })} />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
