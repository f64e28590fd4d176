import { Link, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths, subjectPath } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { SiteMoment } from '#ui/DateTime.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { formatPlainDate } from '#shared/time.ts';
import { createRandomId } from '#shared/random-id.ts';
import { toast, toastDurations } from '#ui/toast.ts';
import { isManualMethod } from '../contract/enums.ts';
import { VoidForm } from '../components/VoidForm.tsx';
import { RefundForm } from '../components/RefundForm.tsx';
import { PaymentStatus } from '../components/payment-table-columns.tsx';
import { RefundList } from '../components/RefundList.tsx';
import { sentText } from '../rules/sent.ts';
import { paymentMethodLabels } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, params }) => ({
  details: await api.payments.get({ id: Number(params.id) }),
  formKey: createRandomId(),
}));

export const action = pageAction(async ({ api, params, form }) => {
  const id = Number(params.id);
  if (form.get('intent') === 'void') {
    await api.payments.voidPayment({
      id,
      reason: form.get('reason') ?? '',
      notifiesClient: form.has('notifiesClient'),
      key: form.get('key') ?? '',
    });
    toast.success('Payment voided. The amount is due again.');
    return null;
  }
  await api.payments.refund({
    id,
    amount: form.get('amount') ?? '',
    reason: form.get('reason') ?? '',
    decision: form.get('decision') === 'owed' ? 'owed' : 'credited',
    key: form.get('key') ?? '',
  });
  toast.success('Refund created. The client gets an email once the money is sent.', {
    duration: toastDurations.blank,
  });
  return null;
});

export function Component() {
  const { details, formKey } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const { payment, refundable, refunds, canVoid, voided } = details;
  const { amount, currency, clientName, clientEmail, method, state, reason, reference } = payment;
  const { documentNumber, orderNumber, createdAt, receivedOn, sent } = payment;
  const isVoid = refused?.values.intent === 'void';
  return (
    <DashboardPage
      title={`${formatMoney({ minor: amount, currency }, { exact: true })} from ${clientName}`}
      back={{ to: dashboardPaths.payments, label: 'All payments' }}
    >
      <div className="mb-10 -mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PaymentStatus state={state} />
        <MetaLine
          items={[
            paymentMethodLabels[method],
            sent && sentText(sent, currency),
            receivedOn === null ? <SiteMoment key="date" instant={createdAt} /> : formatPlainDate(receivedOn),
            isManualMethod(method) && reference !== null && `reference ${reference}`,
            clientEmail !== null && (
              <Link key="client" className="link" to={dashboardPaths.clientOf(clientEmail)}>
                {clientName}
              </Link>
            ),
            <span key="invoice">
              Invoice{' '}
              <Link className="link" to={dashboardPaths.invoicePayments(documentNumber)}>
                {documentNumber}
              </Link>
            </span>,
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
      </div>
      {state === 'processing' && <p className="mb-10 max-w-xl border-l-2 border-accent pl-4 text-small">{reason}</p>}
      {voided && (
        <p className="mb-10 max-w-xl border-l-2 border-danger pl-4 text-small">
          Voided on <SiteMoment instant={voided.at} />
          {voided.by !== null && ` by ${voided.by}`}: {voided.reason}
        </p>
      )}
      <div className="grid gap-12">
        <section aria-labelledby="refunds">
          <h2 id="refunds" className="mb-3 text-h4">
            Refunds and disputes
          </h2>
          <RefundList refunds={refunds} isManual={isManualMethod(method)} />
        </section>
        {refundable > 0 && (
          <section aria-labelledby="refund" className="max-w-xl [&_form]:mt-0">
            <h2 id="refund" className="mb-4 text-h4">
              Refund this payment
            </h2>
            <RefundForm details={details} formKey={formKey} refused={isVoid ? undefined : refused} />
          </section>
        )}
        {canVoid && (
          <VoidForm key={payment.id} payment={payment} formKey={formKey} refused={isVoid ? refused : undefined} />
        )}
      </div>
    </DashboardPage>
  );
}
