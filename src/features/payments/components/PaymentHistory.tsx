import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import {
  fillText,
  formatAccountEntry,
  formatAmount,
  formatDayOf,
  formatMethod,
  getDocumentTexts,
  translateReason,
} from '#features/billing/browser.ts';
import type { DocumentLanguage } from '#features/billing/contract/document-design.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { useSiteZone } from '#ui/DateTime.tsx';
import type { AppliedCredit, ClientRefund, ClientPayment } from '../contract/checkout.ts';
import { type PaymentMethod, isManualMethod } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { getPaymentTexts, translateFailure } from '../rules/payment-texts/texts.ts';
import { sentText } from '../rules/sent.ts';

interface PaymentHistoryProps {
  payments: readonly ClientPayment[];
  refunds: readonly ClientRefund[];
  credits: readonly AppliedCredit[];
  currency: string;
  /** The method that the client is being redirected to. */
  checkoutMethod: PaymentMethod | null;
  /** The method of the payment that the client has just canceled. */
  canceledMethod?: PaymentMethod | null;
  language?: DocumentLanguage;
}

export function PaymentHistory({
  payments,
  refunds,
  credits,
  currency,
  checkoutMethod,
  canceledMethod = null,
  language = 'en',
}: PaymentHistoryProps) {
  const timeZone = useSiteZone();
  if (payments.length + refunds.length + credits.length === 0) return null;
  const texts = getPaymentTexts(language).history;
  const dateOf = (instant: string) => <time dateTime={instant}>{formatDayOf(instant, timeZone, language)}</time>;
  return (
    <section aria-labelledby="payments-made">
      <h2 id="payments-made" className="text-h4">
        {texts.title}
      </h2>
      <ul className="mt-3 border-t border-rule text-small">
        {payments.map(payment => (
          <li key={payment.id} className="border-b border-rule py-3">
            <Summary
              title={
                payment.isAutomatic ? texts.savedCard : formatMethod(paymentMethodLabels[payment.method], language)
              }
              on={dateOf(payment.createdAt)}
              amount={formatAmount(payment.amount, currency, language)}
            />
            {payment.sent && (
              <p className="text-ink-soft">
                {fillText(texts.sentAs, { amount: sentText(payment.sent, currency, language) })}
              </p>
            )}
            <PaymentState
              payment={payment}
              isCheckingOut={checkoutMethod === payment.method}
              isCanceled={canceledMethod === payment.method}
              language={language}
            />
          </li>
        ))}
        {refunds.map(refund => (
          <li key={refund.createdAt} className="border-b border-rule py-3">
            <Summary
              title={
                refund.origin === 'dispute'
                  ? texts.disputed
                  : refund.status === 'succeeded'
                    ? texts.refunded
                    : texts.refundPending
              }
              on={dateOf(refund.settledAt ?? refund.createdAt)}
              amount={formatAmount(subtractAmounts(ZERO, refund.amount), refund.currency, language)}
            />
            <p className="mt-0.5 text-ink-soft">{translateReason(refund.reason, language)}</p>
          </li>
        ))}
        {credits.map(({ amount, appliedAt, document, isUndo }) => (
          <li key={`${document.number} ${appliedAt}`} className="border-b border-rule py-3">
            <Summary
              // As in the statement's entry of the other document, whose balance changes by this amount.
              title={formatAccountEntry(
                { kind: 'applied', amount, document, creditNoteNumber: null, isUndo, isDispute: false },
                language,
              )}
              on={dateOf(appliedAt)}
              amount={formatAmount(amount, currency, language)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SummaryProps {
  title: string;
  on: ReactNode;
  amount: string;
}

function Summary({ title, on, amount }: SummaryProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <span className="font-semibold">{title}</span> <span className="text-ink-soft">{on}</span>
      </span>
      <span className="font-mono tabular-nums">{amount}</span>
    </div>
  );
}

const FAILED_STATUSES = new Set(['rejected', 'failed', 'amount_mismatch', 'voided']);

interface PaymentStateProps {
  payment: ClientPayment;
  isCheckingOut: boolean;
  isCanceled: boolean;
  language: DocumentLanguage;
}

/** Returns a payment's status as a sentence or label. */
function describeStatus({ payment, isCanceled, language }: Omit<PaymentStateProps, 'isCheckingOut'>): string {
  const { method, status, isAutomatic, reason } = payment;
  const { history: texts, notices, statuses, failures, cardService } = getPaymentTexts(language);
  const cause = reason === null ? null : translateFailure(reason, language);
  if (status === 'amount_mismatch') return fillText(texts.mismatch, { reason: cause ?? failures.otherAmount });
  if (status === 'processing') {
    return fillText(texts.processing, { provider: method === 'stripe' ? cardService : paymentMethodLabels[method] });
  }
  if (cause !== null) return fillText(getDocumentTexts(language).labeled, { label: statuses[status], text: cause });
  if (status === 'pending' && isAutomatic) return texts.charging;
  return status === 'pending' && isCanceled ? notices.canceled[0] : statuses[status];
}

function PaymentState({ payment, isCheckingOut, isCanceled, language }: PaymentStateProps) {
  const { method, status, reference, checkoutUrl, proofPath } = payment;
  const { history: texts } = getPaymentTexts(language);
  return (
    <>
      <p className={FAILED_STATUSES.has(status) ? 'mt-0.5 text-danger' : 'mt-0.5 text-ink-soft'}>
        {describeStatus({ payment, isCanceled, language })}
      </p>
      {(reference !== null || proofPath !== null) && (
        <p className="meta mt-0.5 [overflow-wrap:anywhere]">
          {reference !== null && fillText(texts.reference, { reference })}
          {reference !== null && proofPath !== null && ' · '}
          {proofPath !== null && (
            <a className="link" href={proofPath} target="_blank" rel="noopener">
              {texts.proof}
            </a>
          )}
        </p>
      )}
      {checkoutUrl !== null && !isManualMethod(method) && (
        <a className={`button mt-2 ${isCheckingOut ? 'button-primary' : ''}`} href={checkoutUrl}>
          {isCheckingOut ? texts.next : texts.resume} <ArrowRight className="size-4" aria-hidden="true" />
        </a>
      )}
    </>
  );
}
