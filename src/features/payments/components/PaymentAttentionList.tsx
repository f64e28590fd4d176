import type { ReactNode } from 'react';
import { formatMoney } from '#shared/money.ts';
import { SiteMoment } from '#ui/DateTime.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { UnbrokenNumbers } from '#ui/UnbrokenNumbers.tsx';
import type {
  MismatchedPayment,
  PaymentInReview,
  PendingRefund,
  Reversal,
  WaitingWithTotals,
} from '../contract/review.ts';
import { isManualMethod, type RefundStatus } from '../contract/enums.ts';
import { getProviderName, paymentMethodLabels } from '../rules/labels.ts';
import { sentText } from '../rules/sent.ts';
import { PaymentActionForm } from './PaymentActionForm.tsx';
import { PaymentCard } from './PaymentCard.tsx';

export function PaymentAttentionList({ payments }: { payments: WaitingWithTotals }) {
  const { inReview, refunds, mismatches, reversals, totals } = payments;
  if (inReview.length + refunds.length + mismatches.length + reversals.length === 0) return null;
  return (
    <div className="mt-8 mb-14 grid gap-10">
      <Group title="Payments to confirm" total={totals.inReview}>
        {inReview.map(payment => (
          <ReviewCard key={payment.id} payment={payment} />
        ))}
      </Group>
      <Group title="Refunds to send" total={totals.refunds}>
        {refunds.map(refund => (
          <RefundCard key={refund.id} refund={refund} />
        ))}
      </Group>
      <Group title="Wrong amounts" total={totals.mismatches}>
        {mismatches.map(payment => (
          <MismatchCard key={payment.id} payment={payment} />
        ))}
      </Group>
      <Group title="Provider refunds and disputes" total={totals.reversals}>
        {reversals.map(reversal => (
          <ReversalCard key={reversal.id} reversal={reversal} />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, total, children }: { title: string; total: number; children: ReactNode[] }) {
  const shown = children.length;
  if (shown === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="text-h4">
        {title} <span className="meta ml-1 tabular-nums">{total}</span>
      </h2>
      {shown < total && <p className="mt-1 text-small text-ink-soft">Showing the {shown} oldest.</p>}
      <ul className="mt-3 grid gap-4">{children}</ul>
    </section>
  );
}

function ReviewCard({ payment }: { payment: PaymentInReview }) {
  const { id, method, sender, reference, createdAt, currency, sent, amount, amountDue, documentNumber } = payment;
  const due = amountDue === 0 ? 'Nothing' : `Only ${formatMoney({ minor: amountDue, currency }, { exact: true })}`;
  const facts = {
    Method: paymentMethodLabels[method],
    'Sent as': sent !== null && sentText(sent, currency),
    'Sent from': sender,
    Reference: <span className="font-mono text-meta">{reference}</span>,
    Reported: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={payment} facts={facts}>
      {amountDue < amount && (
        <p className="text-small">
          {due} is due on invoice {documentNumber} now. If you confirm this payment, the overpayment becomes a refund to
          send.
        </p>
      )}
      <PaymentActionForm action="confirm" id={id} payment={payment} primary />
      <PaymentActionForm action="reject" id={id} payment={payment} disclosure="Reject payment…">
        {refused => (
          <TextArea
            label="Reason"
            hint="The client sees this and can report the payment again."
            rows={2}
            maxLength={500}
            {...createFieldProps(refused)('reason')}
          />
        )}
      </PaymentActionForm>
    </PaymentCard>
  );
}

function RefundCard({ refund }: { refund: PendingRefund }) {
  const { id, amount, currency, reason, providerError, createdAt, payment } = refund;
  const about = { ...payment, amount, currency };
  const { method, sent, sender } = payment;
  const isManual = isManualMethod(method);
  const facts = {
    Method: paymentMethodLabels[method],
    'Paid as': sent !== null && sentText(sent, currency),
    'Refund to': sender !== null && sender,
    Error: providerError !== null && <span className="text-danger">{providerError}</span>,
    Reason: reason,
    Requested: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={about} facts={facts}>
      {!isManual && <PaymentActionForm action="retry_refund" id={id} payment={about} primary />}
      <PaymentActionForm
        action="mark_refund_sent"
        id={id}
        payment={about}
        primary={isManual}
        disclosure="I’ve sent the refund…"
        isOpen={isManual}
      >
        {refused => (
          <>
            {!isManual && (
              <p className="text-small text-danger">
                Check your {getProviderName(method)} account before you send the money yourself. The refund may already
                be there, and the client would get it twice. If it is, enter its reference here.
              </p>
            )}
            <TextField
              label="Transfer reference"
              hint="The client gets this by email."
              maxLength={120}
              autoComplete="off"
              {...createFieldProps(refused)('reference')}
            />
          </>
        )}
      </PaymentActionForm>
      {isManual && (
        <p className="text-small text-ink-soft">
          Or keep it as credit: apply it on the page of the client’s next invoice.
        </p>
      )}
    </PaymentCard>
  );
}

function MismatchCard({ payment }: { payment: MismatchedPayment }) {
  const { id, method, reason, reference, createdAt, refundStatus, isRefundRefused } = payment;
  const provider = getProviderName(method);
  const outcomes: Partial<Record<RefundStatus, string>> = {
    pending: isRefundRefused
      ? `${provider} couldn’t refund it. See “Refunds to send”.`
      : `It’s being refunded automatically through ${provider}.`,
    succeeded: `It was refunded through ${provider}.`,
    failed: `It couldn’t be refunded because the money had already left ${provider}.`,
  };
  const manualText = `Refund it in your ${provider} account. You can’t refund it here.`;
  const facts = {
    Method: paymentMethodLabels[method],
    Problem: <span className="text-danger">{reason}</span>,
    Reference: <span className="font-mono text-meta">{reference}</span>,
    Started: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={payment} facts={facts}>
      <p className="text-small text-ink-soft">
        This payment doesn’t count toward the invoice. {(refundStatus && outcomes[refundStatus]) ?? manualText}
      </p>
      <PaymentActionForm action="acknowledge_mismatch" id={id} payment={payment} />
    </PaymentCard>
  );
}

function ReversalCard({ reversal }: { reversal: Reversal }) {
  const { id, amount, currency, origin, state, reason, decision, isDisputeLost, createdAt, payment } = reversal;
  const { method } = payment;
  const about = { ...payment, amount, currency };
  const facts = {
    Method: paymentMethodLabels[method],
    Event: <span className={state === 'succeeded' ? 'text-danger' : ''}>{reason}</span>,
    Date: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={about} facts={facts}>
      <p className="text-small text-ink-soft">
        <UnbrokenNumbers text={formatEffect(reversal)} />
      </p>
      {origin === 'dispute' && state === 'succeeded' && !isDisputeLost && (
        <p className="text-small text-ink-soft">
          Respond to the dispute in your {getProviderName(method)} account before its deadline. If you credit the
          invoice and then win, the client gets the money back.
        </p>
      )}
      {decision === 'pending' && (
        <PaymentActionForm
          action="credit_refund"
          id={id}
          payment={about}
          primary={origin !== 'dispute' || isDisputeLost}
        />
      )}
      <PaymentActionForm
        action={decision === 'pending' ? 'owe_refund' : 'acknowledge_reversal'}
        id={id}
        payment={about}
      />
    </PaymentCard>
  );
}

function formatEffect(reversal: Reversal): string {
  const { isDisputeLost, payment } = reversal;
  return `${isDisputeLost ? `You lost the dispute, and ${getProviderName(payment.method)} returned the money to the client. ` : ''}${formatInvoiceEffect(reversal)}`;
}

function formatInvoiceEffect({ state, payment, decision }: Reversal): string {
  const invoice = `invoice ${payment.documentNumber}`;
  if (payment.state === 'amount_mismatch')
    return 'This payment never counted toward the invoice, so nothing is due again.';
  if (state === 'failed')
    return `This refund failed, and ${getProviderName(payment.method)} returned the money. The payment counts as paid on ${invoice} again.`;
  if (state === 'dispute_won') {
    return decision === 'credited'
      ? `You won the dispute. You had already credited ${invoice}, so the money is refunded to the client.`
      : `You won the dispute. The money counts as paid on ${invoice} again.`;
  }
  if (decision === null) return `Nothing is due again on ${invoice}.`;
  if (decision !== 'pending')
    return decision === 'credited' ? `You credited ${invoice}.` : `The client has to pay ${invoice} again.`;
  return `Decide whether to credit ${invoice} or ask the client to pay again. Until then, the client gets no reminders or late fees.`;
}
