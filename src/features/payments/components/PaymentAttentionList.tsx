import type { ReactNode } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { SiteMoment } from '#ui/DateTime.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { PaymentListItem, PendingRefund, WaitingWithTotals } from '../contract/review.ts';
import { isManualMethod } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { sentText } from '../rules/sent.ts';
import { PaymentCard } from './PaymentCard.tsx';
import { MismatchCard, ReversalCard } from './MismatchCard.tsx';
import { type FailedSubmission, PaymentActionForm } from './PaymentActionForm.tsx';

interface PaymentsWaitingProps {
  payments: WaitingWithTotals;
  refused: FailedSubmission | undefined;
}

interface GroupProps {
  title: string;
  shown: number;
  total: number;
  children: ReactNode;
}

export function PaymentAttentionList({
  payments: { inReview, refunds, mismatches, reversals, totals },
  refused,
}: PaymentsWaitingProps) {
  if (inReview.length + refunds.length + mismatches.length + reversals.length === 0) return null;
  return (
    <div className="mt-8 grid gap-10">
      <Group title="To confirm" shown={inReview.length} total={totals.inReview}>
        {inReview.map(payment => (
          <ReviewCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
      <Group title="To give back" shown={refunds.length} total={totals.refunds}>
        {refunds.map(refund => (
          <RefundCard key={refund.id} refund={refund} refused={refused} />
        ))}
      </Group>
      <Group title="Other amounts than asked for" shown={mismatches.length} total={totals.mismatches}>
        {mismatches.map(payment => (
          <MismatchCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
      <Group title="Left at the provider" shown={reversals.length} total={totals.reversals}>
        {reversals.map(out => (
          <ReversalCard key={out.id} reversal={out} refused={refused} />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, shown, total, children }: GroupProps) {
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

function ReviewCard({ payment, refused }: { payment: PaymentListItem; refused: FailedSubmission | undefined }) {
  const { id, clientName, method, sender, reference, createdAt, amount, currency, sent } = payment;
  const facts = [
    ['By', paymentMethodLabels[method]],
    ...(sent ? [['Sent as', sentText(sent, currency)] as const] : []),
    ['From', sender],
    [
      'Reference',
      <span className="font-mono text-meta" key="reference">
        {reference}
      </span>,
    ],
    ['Told', <SiteMoment key="told" instant={createdAt} />],
  ] as const;
  return (
    <PaymentCard title={clientName} payment={payment} amount={amount} facts={facts}>
      <PaymentActionForm
        action="confirm"
        id={id}
        label="Confirm"
        busyLabel="Confirming…"
        accessibleLabel={`Confirm the payment of ${clientName}`}
        primary
        refused={refused}
      />
      <Fold label="Reject…" isOpen={isAbout(refused, 'reject', id)}>
        <PaymentActionForm
          action="reject"
          id={id}
          label="Reject and tell the client"
          busyLabel="Rejecting…"
          accessibleLabel={`Reject the payment of ${clientName}`}
          refused={refused}
        >
          {mine => (
            <TextArea
              label="Reason"
              name="reason"
              hint="The client reads it, and can tell the payment again."
              rows={2}
              maxLength={500}
              defaultValue={mine?.values.reason}
              error={mine?.failed.fields.reason}
            />
          )}
        </PaymentActionForm>
      </Fold>
    </PaymentCard>
  );
}

function RefundCard({ refund, refused }: { refund: PendingRefund; refused: FailedSubmission | undefined }) {
  const { id, amount, reason, providerError, createdAt, payment } = refund;
  const facts = [
    ['Paid by', paymentMethodLabels[payment.method]],
    ...(payment.sent ? [['Sent as', sentText(payment.sent, payment.currency)] as const] : []),
    ...(payment.sender === null ? [] : [['To', payment.sender] as const]),
    ...(providerError === null
      ? []
      : [
          [
            'Refused',
            <span className="text-danger" key="problem">
              {providerError}
            </span>,
          ] as const,
        ]),
    ['Why', reason],
    ['Since', <SiteMoment key="since" instant={createdAt} />],
  ] as const;
  return (
    <PaymentCard title={payment.clientName} payment={payment} amount={amount} facts={facts}>
      {!isManualMethod(payment.method) && (
        <PaymentActionForm
          action="retry_refund"
          id={id}
          label="Try again"
          busyLabel="Asking…"
          accessibleLabel={`Try the refund to ${payment.clientName} again`}
          primary
          refused={refused}
        />
      )}
      <Fold label="I have sent it…" isOpen={isManualMethod(payment.method) || isAbout(refused, 'send-refund', id)}>
        <PaymentActionForm
          action="mark_refund_sent"
          id={id}
          label="Mark as sent"
          busyLabel="Marking…"
          accessibleLabel={`Mark the refund to ${payment.clientName} as sent`}
          primary={isManualMethod(payment.method)}
          refused={refused}
        >
          {mine => (
            <TextField
              label="Reference of your transfer"
              name="reference"
              hint="The client gets it by mail."
              maxLength={120}
              autoComplete="off"
              defaultValue={mine?.values.reference}
              error={mine?.failed.fields.reference}
            />
          )}
        </PaymentActionForm>
      </Fold>
    </PaymentCard>
  );
}

function Fold({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-ink-soft underline hover:text-accent">
        {label}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function isAbout(refused: FailedSubmission | undefined, kind: string, id: number): boolean {
  return refused?.values.do === kind && refused.values.id === String(id);
}
