import ArrowRight from 'lucide-react/icons/arrow-right';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { SiteTime } from '#ui/DateTime.tsx';
import type { ClientRefund, ClientPayment } from '../contract/checkout.ts';
import { type PaymentMethod, isManualMethod } from '../contract/enums.ts';
import { sentText } from '../rules/sent.ts';
import { paymentStatusLabels, paymentMethodLabels } from '../rules/labels.ts';

interface PaymentHistoryProps {
  payments: readonly ClientPayment[];
  refunds: readonly ClientRefund[];
  currency: string;
  /** The method that the client is being redirected to. */
  checkoutMethod: PaymentMethod | null;
}

export function PaymentHistory({ payments, refunds, currency, checkoutMethod }: PaymentHistoryProps) {
  if (payments.length + refunds.length === 0) return null;
  return (
    <section aria-labelledby="payments-made">
      <h2 id="payments-made" className="text-h4">
        Payments
      </h2>
      <ul className="mt-3 border-t border-rule text-small">
        {payments.map(payment => (
          <li key={payment.id} className="border-b border-rule py-3">
            <Summary
              title={payment.isAutomatic ? 'Saved card' : paymentMethodLabels[payment.method]}
              on={payment.createdAt}
              amount={format(payment.amount, currency)}
            />
            {payment.sent && <p className="text-ink-soft">Sent as {sentText(payment.sent, currency)}</p>}
            <PaymentStatus payment={payment} isCheckingOut={checkoutMethod === payment.method} />
          </li>
        ))}
        {refunds.map(refund => (
          <li key={refund.createdAt} className="border-b border-rule py-3">
            <Summary
              title={refund.status === 'succeeded' ? 'Refunded' : 'Refund in progress'}
              on={refund.settledAt ?? refund.createdAt}
              amount={`−${format(refund.amount, refund.currency)}`}
            />
            <p className="mt-0.5 text-ink-soft">{refund.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const format = (minor: MinorUnits, currency: string) => formatMoney({ minor, currency }, { exact: true });

function Summary({ title, on, amount }: { title: string; on: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <span className="font-semibold">{title}</span>{' '}
        <span className="text-ink-soft">
          <SiteTime instant={on} isDateOnly />
        </span>
      </span>
      <span className="font-mono tabular-nums">{amount}</span>
    </div>
  );
}

const FAILED_STATUSES = new Set(['rejected', 'failed', 'amount_mismatch', 'voided']);

function PaymentStatus({ payment, isCheckingOut }: { payment: ClientPayment; isCheckingOut: boolean }) {
  const { method, status, isAutomatic, reason, reference, checkoutUrl, proofPath } = payment;
  return (
    <>
      <p className={FAILED_STATUSES.has(status) ? 'mt-0.5 text-danger' : 'mt-0.5 text-ink-soft'}>
        {status === 'amount_mismatch'
          ? `${reason ?? 'A different amount was received.'} This doesn’t match the amount due, so you’ll get a refund.`
          : isAutomatic && status === 'pending'
            ? 'Your card is being charged. You’ll get a receipt by email.'
            : paymentStatusLabels[status]}
        {reason && status !== 'amount_mismatch' && <>: {reason}</>}
      </p>
      {(reference !== null || proofPath !== null) && (
        <p className="meta mt-0.5 [overflow-wrap:anywhere]">
          {reference !== null && `Reference ${reference}`}
          {reference !== null && proofPath !== null && ' · '}
          {proofPath !== null && (
            <a className="link" href={proofPath} target="_blank" rel="noopener">
              Proof of payment
            </a>
          )}
        </p>
      )}
      {checkoutUrl !== null && !isManualMethod(method) && (
        <a className={`button mt-2 ${isCheckingOut ? 'button-primary' : ''}`} href={checkoutUrl}>
          {isCheckingOut ? 'Continue to payment' : 'Resume payment'}{' '}
          <ArrowRight className="size-4" aria-hidden="true" />
        </a>
      )}
    </>
  );
}
