import ArrowDown from 'lucide-react/icons/arrow-down';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { use } from 'react';
import { Link, Outlet, useLoaderData } from 'react-router';
import { useSession } from '#features/auth/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast } from '#ui/toast.ts';
import { BackLink } from '../components/BackLink.tsx';
import { EInvoiceNotice } from '../components/EInvoiceNotice.tsx';
import { EInvoiceDownloads } from '../components/EInvoiceDownloads.tsx';
import { BillingDocumentView } from '../components/BillingDocumentView.tsx';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocumentDetails } from '../contract/document-details.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { type DocumentBalance, formatDocumentStatus, settlementOf } from '../rules/document-balance.ts';
import { fillText, getDocumentTexts } from '../rules/document-texts/texts.ts';
import { formatAmount, formatDay, formatDocumentTitle, languageOf, textsOf } from '../rules/labels.ts';
import { PostForm } from '#ui/PostForm.tsx';

export const loader = pageLoader(({ api, params }) =>
  api.billing.getBillingDocument({ number: params.number ?? '', token: params.token ?? '' }),
);

/** How the owner handles an email that had no e-invoice. */
export const action = pageAction(async ({ api, params, form }) => {
  const number = params.number ?? '';
  if (form.get('intent') === 'dismiss') {
    await api.billing.dismissEInvoiceProblem({ number });
    return;
  }
  await api.billing.resendDocument({ number });
  toast.success('Email queued');
});

/** Shows a document to anyone with its link, to read, download, print and pay. Sends no referrer to other sites. */
export function Component() {
  const details = useLoaderData<typeof loader>();
  const { document, balance, relatedDocuments, pdfPath } = details;
  const failure = useRejectedForm();
  const [language, { view }] = [languageOf(document), textsOf(document)];
  const site = use(siteMetaContext);
  return (
    <div className="frame max-w-[60rem] pt-8 pb-8 sm:pt-12 print:max-w-none print:p-0">
      <title>{`${formatDocumentTitle(document, language)} · ${site.name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="same-origin" />
      <BackLink language={language} />
      <EInvoiceNotice details={details} failure={failure} />
      <DocumentToolbar details={details} />
      <BillingDocumentView
        document={document}
        settlement={settlementOf(balance)}
        filesPath={pdfPath.slice(0, pdfPath.lastIndexOf('/'))}
        amountDue={balance.amountDue}
        payment={
          // The payment panel is a nested route.
          <aside id="payment" aria-label={view.payment} className="no-print mt-8 empty:hidden">
            <Outlet context={balance.amountDue} />
          </aside>
        }
      />
      <RelatedDocuments documents={relatedDocuments} language={language} />
      <OwnerActions number={document.number} status={balance.status} />
    </div>
  );
}

/** Shows a document's status and actions above it; not printed. */
function DocumentToolbar({ details }: { details: BillingDocumentDetails }) {
  const { document, balance, pdfPath } = details;
  const { view } = textsOf(document);
  return (
    <div lang={languageOf(document)} className="no-print mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      {balance.status === 'not_payable' ? <span /> : <BalanceSummary balance={balance} document={document} />}
      <div className="flex flex-wrap gap-3">
        {balance.amountDue > 0 && (
          // Hidden if there is nothing to pay with (document.css).
          <a className="button button-primary" href="#payment">
            <ArrowDown className="size-4" aria-hidden="true" /> {view.payment}
          </a>
        )}
        <a className="button" href={withQuery(pdfPath, { download: 'pdf' })} download>
          <Download className="size-4" aria-hidden="true" /> {view.downloadPdf}
        </a>
        <button type="button" className="button" data-needs-app onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" /> {view.print}
        </button>
        <EInvoiceDownloads {...details} />
      </div>
    </div>
  );
}

/** Shows the amount due, with payments and credits so far. */
function BalanceSummary({ balance, document }: { balance: DocumentBalance; document: BillingDocument }) {
  const { currency } = document;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const { status, amountDue, amountPaid, amountCredited, amountWrittenOff } = balance;
  const format = (amount: typeof amountPaid) => formatAmount(amount, currency, language);
  const partials = [
    amountDue > 0 && amountPaid > 0 && fillText(texts.paidAmount, { amount: format(amountPaid) }),
    status !== 'credited' && amountCredited > 0 && fillText(texts.creditedAmount, { amount: format(amountCredited) }),
    amountWrittenOff > 0 && fillText(texts.writtenOffAmount, { amount: format(amountWrittenOff) }),
  ].filter(part => part !== false);
  return (
    <div className="min-w-0" lang={language}>
      <p className="meta">
        {amountDue > 0 ? texts.amountDue : amountDue < 0 ? texts.statuses.overpaid : texts.statuses.nothing_due}
        {partials.map(part => ` · ${part}`)}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 font-display text-h3 font-semibold">
        {amountDue !== 0 && <span className="tabular-nums">{format(toMinorUnits(Math.abs(amountDue)))}</span>}
        <span
          className={
            status === 'overdue' || status === 'voided'
              ? 'text-danger'
              : status === 'open' || status === 'in_review'
                ? 'text-ink-soft'
                : 'text-accent'
          }
        >
          {formatDocumentStatus(balance, language)}
        </span>
      </p>
    </div>
  );
}

/** Shows the owner's actions on an invoice; other documents have none. */
function OwnerActions({ number, status }: { number: string; status: DocumentBalance['status'] }) {
  const { user } = useSession().state;
  if (user?.role !== 'owner' || status === 'not_payable' || status === 'voided') return null;
  return (
    <div className="no-print mt-10 flex flex-wrap gap-3">
      <PostForm action={dashboardPaths.newInvoice}>
        <button type="submit" name="document" value={number} className="button">
          Duplicate as draft
        </button>
      </PostForm>
      {status !== 'credited' && (
        <Link className="button" to={withQuery(dashboardPaths.newCreditNote, { number })}>
          New credit note
        </Link>
      )}
    </div>
  );
}

interface RelatedDocumentsProps {
  documents: BillingDocumentDetails['relatedDocuments'];
  language: DocumentLanguage;
}

function RelatedDocuments({ documents, language }: RelatedDocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="related-documents" lang={language} className="no-print mt-14">
      <h2 id="related-documents" className="text-h4">
        {getDocumentTexts(language).view.relatedDocuments}
      </h2>
      <ul className="mt-3 border-b border-rule">
        {documents.map(({ kind, number, issuedOn, total, currency, path }) => (
          <li key={number} className="group relative border-t border-rule">
            <div className="grid items-baseline gap-x-6 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto_7rem]">
              <Link
                className="stretched-link font-display text-small font-semibold no-underline group-hover:text-accent"
                to={path}
              >
                {formatDocumentTitle({ kind, number }, language)}
              </Link>
              <time dateTime={issuedOn} className="meta">
                {formatDay(issuedOn, language)}
              </time>
              <span className="font-mono text-meta tabular-nums sm:text-right">
                {formatAmount(total, currency, language)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
