import type { BillingDocument, LineItem } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { totalRows } from '../rules/total-rows.ts';
import { formatAmount } from '../rules/labels.ts';

interface DocumentChargesProps {
  document: BillingDocument;
  settlement: Settlement | null;
}

/** Renders the line items as a table, with the totals below. */
export function LineItemsTable({ document, settlement }: DocumentChargesProps) {
  const taxed = document.tax.basisPoints !== 0;
  const heads = [
    ['Description', ''],
    ['Quantity', 'hidden pl-4 text-right sm:table-cell'],
    ['Price', 'hidden pl-4 text-right sm:table-cell'],
    [taxed && document.taxBehavior === 'inclusive' ? 'Amount with tax' : 'Amount', 'pl-4 text-right'],
  ] as const;
  const figure = 'py-3 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';
  // On small screens, the two middle columns are shown below the description.
  const middle = `${figure} hidden sm:table-cell`;
  return (
    <>
      <table className="w-full border-b border-ink text-small">
        <caption className="sr-only">What it is for</caption>
        <thead>
          <tr className="meta border-b border-ink text-left">
            {heads.map(([label, look]) => (
              <th key={label} scope="col" className={`pb-2 font-normal ${look}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {document.lineItems.map((line, place) => (
            // Lines of an issued document never change their order.
            <tr key={place} className="break-inside-avoid border-b border-rule last:border-0">
              <td className="py-3 align-top [overflow-wrap:anywhere]">
                <Description line={line} currency={document.currency} />
              </td>
              <td className={middle}>{line.quantity.toLocaleString('en-US')}</td>
              <td className={middle}>{formatAmount(line.unitAmount, document.currency)}</td>
              <td className={figure}>{formatAmount(line.amount, document.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals document={document} settlement={settlement} />
    </>
  );
}

function Description({ line, currency }: { line: LineItem; currency: string }) {
  return (
    <>
      {line.description}
      {line.detail !== null && <span className="block text-meta text-ink-soft">{line.detail}</span>}
      {line.quantity !== 1 && (
        <span className="meta block sm:hidden">
          {line.quantity.toLocaleString('en-US')} × {formatAmount(line.unitAmount, currency)}
        </span>
      )}
      {line.term !== null && <span className="meta block">Payment term {line.term}</span>}
    </>
  );
}

/** Shows the totals as issued, or with the settlement since. */
function Totals({ document, settlement }: DocumentChargesProps) {
  const rows = totalRows(document, settlement);
  return (
    <dl className="mt-3 ml-auto grid w-full break-inside-avoid sm:max-w-[24rem]">
      {rows.map(({ label, amount, size }) => (
        <div
          key={label}
          className={
            size === 'due'
              ? 'mt-2 flex items-baseline justify-between gap-6 border-t border-ink pt-3 font-display text-h3 font-semibold'
              : 'flex items-baseline justify-between gap-6 py-1 text-small'
          }
        >
          <dt>{label}</dt>
          <dd className={size === 'due' ? 'tabular-nums' : 'font-mono text-meta tabular-nums'}>
            {formatAmount(amount, document.currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
