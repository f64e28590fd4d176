import { Link } from 'react-router';
import { formatAmount } from '#features/billing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import type { InvoiceBalance, InvoiceEntry } from '../contract/invoices.ts';
import { formatInvoiceEntry } from '../rules/labels.ts';

const figure = 'py-2.5 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';

/** Each change of an invoice's balance; manual ones with their author and reason. */
export function InvoiceEntries({ invoice: { entries, currency } }: { invoice: InvoiceBalance }) {
  return (
    <table className="w-full text-small">
      <caption className="sr-only">Changes of the balance</caption>
      <thead>
        <tr className="meta border-b border-rule text-left">
          <th scope="col" className="py-2 font-normal">
            Change
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            Amount
          </th>
          <th scope="col" className="hidden py-2 pl-4 text-right font-normal sm:table-cell">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          // Entries never change their order.
          <tr key={index} className="border-b border-rule">
            <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
              <EntryTitle entry={entry} />
              {entry.reason !== null && (entry.kind !== 'applied' || entry.isUndo) && (
                <span className="block text-ink-soft">{entry.reason}</span>
              )}
              <MetaLine items={[formatPlainDate(entry.date), entry.by !== null && `by ${entry.by}`]} />
            </th>
            <td className={figure}>{formatAmount(entry.amount, currency)}</td>
            <td className={`${figure} hidden sm:table-cell`}>{formatAmount(entry.balance, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leads to the payment, or to the other invoice of a credit. */
function EntryTitle({ entry }: { entry: InvoiceEntry }) {
  const { kind, paymentId, document } = entry;
  const title = formatInvoiceEntry(entry);
  const path =
    paymentId !== null
      ? dashboardPaths.payment(paymentId)
      : kind === 'applied' && document !== null
        ? dashboardPaths.invoicePayments(document)
        : null;
  if (path === null) return title;
  return (
    <Link className="link" to={path}>
      {title}
    </Link>
  );
}
