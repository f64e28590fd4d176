import type { ReactNode } from 'react';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { Order } from '../contract/order.ts';
import { formatLineDetails, formatTaxLabel } from '../rules/line-items.ts';

interface PriceBreakdownProps {
  price: Pick<Order, 'lineItems' | 'total'> &
    Partial<Pick<Order, 'taxNote'>> & { readonly taxes: readonly Parameters<typeof formatTaxLabel>[0][] };
  currency: string;
  totalLabel?: string;
  /** Lines that can be added; shown before discounts and surcharges. */
  options?: ReactNode;
  /** When parts of the total are due; shown below it. */
  parts?: readonly { readonly label: string; readonly amount: MinorUnits; readonly term: number | null }[];
}

/** Renders a price with the payment term behind each line. */
export function PriceBreakdown({ price, currency, totalLabel = 'Total', options, parts = [] }: PriceBreakdownProps) {
  const { lineItems, taxes, taxNote: note, total } = price;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const renderLine = (line: (typeof lineItems)[number], index: number) => (
    <Row
      key={index}
      label={line.description}
      details={formatLineDetails(line, currency)}
      term={line.term}
      amount={format(line.amount)}
    />
  );
  const renderTax = (tax: (typeof taxes)[number], index: number) => (
    <Row
      key={index}
      label={formatTaxLabel(tax, { currency, isOnly: taxes.length === 1 })}
      term={null}
      amount={format(tax.amount)}
    />
  );
  const lineCount = lineItems.findLastIndex(({ amount, term }) => amount >= 0 && term === null) + 1;
  const rows = (
    <>
      {lineItems.slice(options ? lineCount : 0).map(renderLine)}
      {taxes.filter(({ isIncluded }) => !isIncluded).map(renderTax)}
      <div className="flex items-baseline justify-between gap-4 border-t border-rule-strong py-3">
        <dt className="font-display font-semibold">{totalLabel}</dt>
        <dd className="font-mono text-h4 tabular-nums">{format(total)}</dd>
      </div>
      {taxes.filter(({ isIncluded }) => isIncluded).map(renderTax)}
      {note && (
        <div className="border-t border-rule py-2.5">
          <dt className="sr-only">Tax note</dt>
          <dd className="text-ink-soft">{note}</dd>
        </div>
      )}
      {parts.map((part, index) => (
        <Row key={index} label={part.label} term={part.term} amount={format(part.amount)} />
      ))}
    </>
  );
  if (!options) return <dl className="text-small">{rows}</dl>;
  return (
    <div className="text-small">
      <dl>{lineItems.slice(0, lineCount).map(renderLine)}</dl>
      {options}
      <dl>{rows}</dl>
    </div>
  );
}

interface RowProps {
  label: string;
  details?: string | undefined;
  term: number | null;
  amount: string;
}

function Row({ label, details, term, amount }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-rule py-2.5">
      <dt className="min-w-0 text-ink-soft">
        {label}
        {term !== null && <span className="meta whitespace-nowrap"> · term {term}</span>}
        {details !== undefined && <span className="meta block">{details}</span>}
      </dt>
      <dd className="shrink-0 font-mono tabular-nums">{amount}</dd>
    </div>
  );
}
