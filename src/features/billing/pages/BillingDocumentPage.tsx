import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { use } from 'react';
import { Form, Link, Outlet, useLoaderData } from 'react-router';
import { useSession } from '#features/auth/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { BackLink } from '../components/BackLink.tsx';
import { EInvoiceDownloads } from '../components/EInvoiceDownloads.tsx';
import { BillingDocumentView } from '../components/BillingDocumentView.tsx';
import type { BillingDocumentDetails } from '../contract/document-details.ts';
import { type DocumentBalance, formatDocumentStatus, settlementOf } from '../rules/document-balance.ts';
import { formatAmount, formatDocumentTitle } from '../rules/labels.ts';

export const loader = pageLoader(({ api, params }) =>
  api.billing.getBillingDocument({ number: params.number ?? '', token: params.token ?? '' }),
);

/** Shows a document to anyone with its link, to read, download, print and pay. Sends no referrer to other sites. */
export function Component() {
  const details = useLoaderData<typeof loader>();
  const { document, balance, relatedDocuments } = details;
  const site = use(siteMetaContext);
  return (
    <div className="frame max-w-[60rem] pt-8 pb-8 sm:pt-12 print:max-w-none print:p-0">
      <title>{`${formatDocumentTitle(document)} · ${site.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="same-origin" />
      <BackLink />
      <DocumentToolbar details={details} />
      <BillingDocumentView
        document={document}
        settlement={settlementOf(balance)}
        payment={
          // The payment panel is a nested route.
          <aside aria-label="Payment" className="no-print mt-8 empty:hidden">
            <Outlet />
          </aside>
        }
      />
      <RelatedDocuments documents={relatedDocuments} />
      <OwnerActions number={document.number} status={balance.status} />
    </div>
  );
}

/** Shows a document's status and actions above it; not printed. */
function DocumentToolbar({ details }: { details: BillingDocumentDetails }) {
  const { document, balance, pdfPath } = details;
  return (
    <div className="no-print mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      {balance.status === 'not_payable' ? <span /> : <BalanceSummary balance={balance} currency={document.currency} />}
      <div className="flex flex-wrap gap-3">
        <a className="button" href={withQuery(pdfPath, { download: 'pdf' })} download>
          <Download className="size-4" aria-hidden="true" /> Download PDF
        </a>
        <button type="button" className="button" data-needs-app onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" /> Print
        </button>
        <EInvoiceDownloads {...details} />
      </div>
    </div>
  );
}

/** Shows the amount due, with payments and credits so far. */
function BalanceSummary({ balance, currency }: { balance: DocumentBalance; currency: string }) {
  const { status, amountDue, amountPaid, amountCredited, amountWrittenOff } = balance;
  const partials = [
    amountDue > 0 && amountPaid > 0 && `${formatAmount(amountPaid, currency)} paid`,
    status !== 'credited' && amountCredited > 0 && `${formatAmount(amountCredited, currency)} credited`,
    amountWrittenOff > 0 && `${formatAmount(amountWrittenOff, currency)} written off`,
  ].filter(part => part !== false);
  return (
    <div className="min-w-0">
      <p className="meta">
        {amountDue > 0 ? 'Amount due' : amountDue < 0 ? 'Overpaid' : 'No amount due'}
        {partials.map(part => ` · ${part}`)}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 font-display text-h3 font-semibold">
        {amountDue !== 0 && (
          <span className="tabular-nums">{formatAmount(toMinorUnits(Math.abs(amountDue)), currency)}</span>
        )}
        <span
          className={
            status === 'overdue' || status === 'voided'
              ? 'text-danger'
              : status === 'open'
                ? 'text-ink-soft'
                : 'text-accent'
          }
        >
          {formatDocumentStatus(balance)}
        </span>
      </p>
    </div>
  );
}

/** Shows what the owner can do with an invoice. */
function OwnerActions({ number, status }: { number: string; status: DocumentBalance['status'] }) {
  const { user } = useSession().state;
  if (user?.role !== 'owner' || status === 'not_payable') return null;
  return (
    <div className="no-print mt-10 flex flex-wrap gap-3">
      <Form method="post" action={dashboardPaths.newInvoice}>
        <button type="submit" name="document" value={number} className="button">
          Duplicate as draft
        </button>
      </Form>
      {status !== 'credited' && (
        <Link className="button" to={withQuery(dashboardPaths.newCreditNote, { number })}>
          New credit note
        </Link>
      )}
    </div>
  );
}

function RelatedDocuments({ documents }: { documents: BillingDocumentDetails['relatedDocuments'] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="related-documents" className="no-print mt-14">
      <h2 id="related-documents" className="text-h4">
        Related documents
      </h2>
      <ul className="mt-3 border-b border-rule">
        {documents.map(({ kind, number, issuedOn, total, currency, path }) => (
          <li key={number} className="group relative border-t border-rule">
            <div className="grid items-baseline gap-x-6 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
              <Link
                className="stretched-link font-display text-small font-semibold no-underline group-hover:text-accent"
                to={path}
              >
                {formatDocumentTitle({ kind, number })}
              </Link>
              <time dateTime={issuedOn} className="meta">
                {formatPlainDate(issuedOn)}
              </time>
              <span className="font-mono text-meta tabular-nums sm:text-right">{formatAmount(total, currency)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
