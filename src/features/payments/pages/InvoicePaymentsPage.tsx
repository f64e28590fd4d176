import { Link, useLoaderData } from 'react-router';
import { formatAmount, formatDocumentStatus, formatDocumentTitle } from '#features/billing/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { createRandomId } from '#shared/random-id.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { toast } from '#ui/toast.ts';
import { InvoiceCorrections } from '../components/InvoiceCorrections.tsx';
import { InvoiceEntries } from '../components/InvoiceEntries.tsx';
import { findInvoiceAction } from '../components/invoice-actions.ts';
import { RecordPaymentForm } from '../components/RecordPaymentForm.tsx';

export const loader = pageLoader(async ({ api, params }) => ({
  invoice: await api.payments.getInvoice({ number: params.number ?? '' }),
  formKey: createRandomId(),
}));

export const action = pageAction(async ({ api, params, form }) => {
  const requested = findInvoiceAction(form.get('intent'));
  if (!requested) return;
  await requested.run(api.payments, params.number ?? '', form);
  toast.success(requested.notice);
});

/** An invoice's balance: each change of it, and the owner's manual actions. */
export function Component() {
  const { invoice, formKey } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const { balance, client, currency, orderNumber, path, hasPaymentInReview, processingPayment } = invoice;
  const { amountDue } = balance;
  return (
    <DashboardPage
      title={formatDocumentTitle(invoice)}
      back={{ to: dashboardPaths.billingDocuments, label: 'Invoices' }}
      aside={
        <a className="button" href={path}>
          View invoice
        </a>
      }
    >
      <MetaLine
        className="-mt-2 mb-8"
        items={[
          client.email === null ? (
            client.name
          ) : (
            <Link key="client" className="link" to={dashboardPaths.clientOf(client.email)}>
              {client.name}
            </Link>
          ),
          orderNumber !== null && (
            <span key="order">
              {/^\d/.test(orderNumber) && 'Order '}
              <Link className="link" to={subjectPath(orderNumber)}>
                {orderNumber}
              </Link>
            </span>
          ),
        ]}
      />
      {hasPaymentInReview && (
        <p className="mb-8 max-w-[38em] border-l-2 border-accent bg-accent-wash px-4 py-3 text-small">
          The client reported a payment for this invoice.{' '}
          <Link className="link" to={dashboardPaths.payments}>
            Confirm or reject it
          </Link>{' '}
          instead of recording it again.
        </p>
      )}
      {processingPayment && (
        <p className="mb-8 max-w-[38em] border-l-2 border-accent bg-accent-wash px-4 py-3 text-small">
          {processingPayment.provider} is still checking a{' '}
          <Link className="link" to={dashboardPaths.payment(processingPayment.id)}>
            payment of {formatAmount(processingPayment.amount, currency)}
          </Link>
          . {processingPayment.reason} The client can’t pay the invoice a second time until {processingPayment.provider}{' '}
          decides.
        </p>
      )}
      <div className="@container">
        <div className="grid items-start gap-x-14 gap-y-12 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
          <section aria-label="Amount due" className="@4xl:order-last">
            <p className="hint">{amountDue < 0 ? 'Credit' : 'Amount due'}</p>
            <p className="flex flex-wrap items-baseline gap-x-4 font-display text-h3 font-semibold">
              <span className="tabular-nums">{formatAmount(toMinorUnits(Math.abs(amountDue)), currency)}</span>
              <span className={`text-body ${balance.status === 'overdue' ? 'text-danger' : 'text-ink-soft'}`}>
                {formatDocumentStatus(balance)}
              </span>
            </p>
            {amountDue > 0 && <RecordPaymentForm invoice={invoice} formKey={formKey} refused={refused} />}
          </section>
          <div className="grid min-w-0 gap-12">
            <DashboardSection title="Balance">
              <InvoiceEntries invoice={invoice} />
            </DashboardSection>
            <InvoiceCorrections key={invoice.number} invoice={invoice} formKey={formKey} refused={refused} />
          </div>
        </div>
      </div>
      <SiteZoneNote className="mt-10" />
    </DashboardPage>
  );
}
