import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { type DocumentBalance, formatDocumentStatus } from '../rules/document-balance.ts';
import { formatAmount } from '../rules/labels.ts';

interface DocumentHeadProps {
  document: BillingDocument;
  balance: DocumentBalance;
  pdf: string;
}

/** Shows a document's status and actions above it; not printed. */
export function DocumentToolbar({ document, balance, pdf }: DocumentHeadProps) {
  return (
    <div className="no-print mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      {balance.status === 'not_payable' ? <span /> : <StandingWords balance={balance} currency={document.currency} />}
      <div className="flex flex-wrap gap-3">
        <a className="button" href={withQuery(pdf, { download: 'pdf' })} download>
          <Download className="size-4" aria-hidden="true" /> Download PDF
        </a>
        <button type="button" className="button" data-needs-app onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" /> Print
        </button>
      </div>
    </div>
  );
}

/** Shows the amount due, with payments and credits so far. */
function StandingWords({ balance, currency }: { balance: DocumentBalance; currency: string }) {
  const { status, amountDue, amountPaid, amountCredited } = balance;
  const partly = [
    amountDue > 0 && amountPaid > 0 && `${formatAmount(amountPaid, currency)} paid`,
    status !== 'credited' && amountCredited > 0 && `${formatAmount(amountCredited, currency)} credited`,
  ].filter(part => part !== false);
  return (
    <div className="min-w-0">
      <p className="meta">
        {amountDue > 0 ? 'Still owed' : amountDue < 0 ? 'Paid too much' : 'Nothing is owed any more'}
        {partly.map(part => ` · ${part}`)}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 font-display text-h3 font-semibold">
        {amountDue !== 0 && (
          <span className="tabular-nums">
            {formatAmount(amountDue < 0 ? subtractAmounts(ZERO, amountDue) : amountDue, currency)}
          </span>
        )}
        <span className={status === 'overdue' ? 'text-danger' : status === 'open' ? 'text-ink-soft' : 'text-accent'}>
          {formatDocumentStatus(balance)}
        </span>
      </p>
    </div>
  );
}
