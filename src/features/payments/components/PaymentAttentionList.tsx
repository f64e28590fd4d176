import type { ReactNode } from 'react';
import { SiteMoment } from '#ui/DateTime.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import type {
  MismatchedPayment,
  PaymentListItem,
  PendingRefund,
  Reversal,
  WaitingWithTotals,
} from '../contract/review.ts';
import { isManualMethod, type RefundStatus } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { sentText } from '../rules/sent.ts';
import { PaymentActionForm } from './PaymentActionForm.tsx';
import { PaymentCard } from './PaymentCard.tsx';

export function PaymentAttentionList({ payments }: { payments: WaitingWithTotals }) {
  const { inReview, refunds, mismatches, reversals, totals } = payments;
  if (inReview.length + refunds.length + mismatches.length + reversals.length === 0) return null;
  return (
    <div className="mt-8 grid gap-10">
      <Group title="To confirm" total={totals.inReview}>
        {inReview.map(payment => (
          <ReviewCard key={payment.id} payment={payment} />
        ))}
      </Group>
      <Group title="To give back" total={totals.refunds}>
        {refunds.map(refund => (
          <RefundCard key={refund.id} refund={refund} />
        ))}
      </Group>
      <Group title="Other amounts than asked for" total={totals.mismatches}>
        {mismatches.map(payment => (
          <MismatchCard key={payment.id} payment={payment} />
        ))}
      </Group>
      <Group title="Left at the provider" total={totals.reversals}>
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
    <section>
      <h2 className="text-h4">
        {title} <span className="meta ml-1 tabular-nums">{total}</span>
      </h2>
      {shown < total && <p className="mt-1 text-small text-ink-soft">The {shown} oldest are shown.</p>}
      <ul className="mt-3 grid gap-4">{children}</ul>
    </section>
  );
}

function ReviewCard({ payment }: { payment: PaymentListItem }) {
  const { id, clientName, method, sender, reference, createdAt, currency, sent } = payment;
  const facts = {
    By: paymentMethodLabels[method],
    'Sent as': sent !== null && sentText(sent, currency),
    From: sender,
    Reference: <span className="font-mono text-meta">{reference}</span>,
    Told: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={payment} facts={facts}>
      <PaymentActionForm action="confirm" id={id} client={clientName} primary />
      <PaymentActionForm action="reject" id={id} client={clientName} disclosure="Reject…">
        {refused => (
          <TextArea
            label="Reason"
            name="reason"
            hint="The client reads it, and can tell the payment again."
            rows={2}
            maxLength={500}
            defaultValue={refused?.values.reason}
            error={refused?.failed.fields.reason}
          />
        )}
      </PaymentActionForm>
    </PaymentCard>
  );
}

function RefundCard({ refund }: { refund: PendingRefund }) {
  const { id, amount, reason, providerError, createdAt, payment } = refund;
  const { method, sent, currency, sender, clientName } = payment;
  const isManual = isManualMethod(method);
  const facts = {
    'Paid by': paymentMethodLabels[method],
    'Sent as': sent !== null && sentText(sent, currency),
    To: sender !== null && sender,
    Refused: providerError !== null && <span className="text-danger">{providerError}</span>,
    Why: reason,
    Since: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={{ ...payment, amount }} facts={facts}>
      {!isManual && <PaymentActionForm action="retry_refund" id={id} client={clientName} primary />}
      <PaymentActionForm
        action="mark_refund_sent"
        id={id}
        client={clientName}
        primary={isManual}
        disclosure="I have sent it…"
        isOpen={isManual}
      >
        {refused => (
          <TextField
            label="Reference of your transfer"
            name="reference"
            hint="The client gets it by mail."
            maxLength={120}
            autoComplete="off"
            defaultValue={refused?.values.reference}
            error={refused?.failed.fields.reference}
          />
        )}
      </PaymentActionForm>
    </PaymentCard>
  );
}

function MismatchCard({ payment }: { payment: MismatchedPayment }) {
  const { id, clientName, method, reason, reference, createdAt, refundStatus } = payment;
  const provider = method === 'stripe' ? 'Stripe' : 'PayPal';
  const outcomes: Partial<Record<RefundStatus, string>> = {
    pending: `It goes back to its client through ${provider} by itself.`,
    succeeded: `It went back to its client through ${provider}.`,
    failed: `It had left ${provider} already.`,
  };
  const manualText = `It cannot be given back from here. Look at it in your account at ${provider}, and give it back there.`;
  const facts = {
    By: paymentMethodLabels[method],
    Instead: <span className="text-danger">{reason}</span>,
    There: <span className="font-mono text-meta">{reference}</span>,
    Begun: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={payment} facts={facts}>
      <p className="text-small text-ink-soft">
        It counts for nothing here. {(refundStatus && outcomes[refundStatus]) ?? manualText}
      </p>
      <PaymentActionForm action="acknowledge_mismatch" id={id} client={clientName} />
    </PaymentCard>
  );
}

function ReversalCard({ reversal }: { reversal: Reversal }) {
  const { id, amount, currency, origin, state, reason, decision, createdAt, payment } = reversal;
  const { clientName: client, method } = payment;
  const facts = {
    'Paid by': paymentMethodLabels[method],
    What: <span className={state === 'succeeded' ? 'text-danger' : ''}>{reason}</span>,
    Since: <SiteMoment instant={createdAt} />,
  };
  return (
    <PaymentCard payment={{ ...payment, amount, currency }} facts={facts}>
      <p className="text-small text-ink-soft">{formatEffect(reversal)}</p>
      {origin === 'dispute' && state === 'succeeded' && (
        <p className="text-small text-ink-soft">Answer the dispute there, before its deadline.</p>
      )}
      {decision === 'pending' && <PaymentActionForm action="credit_refund" id={id} client={client} primary />}
      <PaymentActionForm
        action={decision === 'pending' ? 'owe_refund' : 'acknowledge_reversal'}
        id={id}
        client={client}
      />
    </PaymentCard>
  );
}

function formatEffect({ state, payment, decision }: Reversal): string {
  if (payment.state === 'amount_mismatch') return 'It counted for nothing here, so nothing is owed again.';
  if (state === 'dispute_won') return `It came back, and counts as paid on ${payment.documentNumber} again.`;
  if (decision === null) return `Nothing is owed on ${payment.documentNumber} because of it.`;
  return `Decide what this means for ${payment.documentNumber}. Until then the client gets no reminders and no late fee.`;
}
