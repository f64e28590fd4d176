import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { Order } from '../contract/order.ts';
import { formatLineDetails, formatTaxLabel } from '../rules/line-items.ts';
import { OrderForm, type OrderFormKey } from './OrderForm.tsx';

interface QuotedLinesProps {
  quote: Pick<Order['changeOrders'][number], 'lineItems' | 'taxes'>;
  currency: string;
}

/** Renders the lines and taxes of an additional quote. */
export function QuotedLines({ quote: { lineItems, taxes }, currency }: QuotedLinesProps) {
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  return (
    <ul className="mt-1 text-small">
      {lineItems.map((line, index) => (
        <li key={index} className="flex justify-between gap-4">
          <span>
            {line.description}
            {line.tax && <span className="meta block">{formatLineDetails(line, currency)}</span>}
          </span>
          <span className="font-mono text-ink-soft tabular-nums">{format(line.amount)}</span>
        </li>
      ))}
      {taxes.map((tax, index) => (
        <li key={index} className="flex justify-between gap-4 text-ink-soft">
          <span>{formatTaxLabel(tax, { currency, isOnly: taxes.length === 1 })}</span>
          <span className="font-mono tabular-nums">{format(tax.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Renders the client's answers to an additional quote; `total` is formatted. */
export function QuoteAnswer({
  intent,
  fields,
  total,
  declineLabel,
}: OrderFormKey & { total: string; declineLabel: string }) {
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <OrderForm intent={intent} fields={{ ...fields, answer: 'accept' }} label={`Accept for ${total}`} primary />
      <OrderForm intent={intent} fields={{ ...fields, answer: 'decline' }} label={declineLabel} />
    </div>
  );
}
