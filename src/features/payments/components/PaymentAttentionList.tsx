import type { ReactNode } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { SiteMoment } from '#ui/DateTime.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { PaymentListItem, PendingRefund, WaitingWithTotals } from '../contract/review.ts';
import { isManualMethod } from '../contract/enums.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import type { PaymentAction } from '../rules/payment-actions.ts';
import { sentText } from '../rules/sent.ts';
import { Fact, PaymentCard } from './PaymentCard.tsx';
import { MismatchCard, ReversalCard } from './MismatchCard.tsx';
import { PaymentActionForm } from './PaymentActionForm.tsx';
import type { FailedSubmission } from '#ui/ActionForm.tsx';

export function PaymentAttentionList({
  payments: { inReview, refunds, mismatches, reversals, totals },
  refused,
}: {
  payments: WaitingWithTotals;
  refused: FailedSubmission | undefined;
}) {
  if (inReview.length + refunds.length + mismatches.length + reversals.length === 0) return null;
  return (
    <div className="mt-8 grid gap-10">
      <Group title="To confirm" total={totals.inReview}>
        {inReview.map(payment => (
          <ReviewCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
      <Group title="To give back" total={totals.refunds}>
        {refunds.map(refund => (
          <RefundCard key={refund.id} refund={refund} refused={refused} />
        ))}
      </Group>
      <Group title="Other amounts than asked for" total={totals.mismatches}>
        {mismatches.map(payment => (
          <MismatchCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
      <Group title="Left at the provider" total={totals.reversals}>
        {reversals.map(out => (
          <ReversalCard key={out.id} reversal={out} refused={refused} />
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

function ReviewCard({ payment, refused }: { payment: PaymentListItem; refused: FailedSubmission | undefined }) {
  const { id, clientName, method, sender, reference, createdAt, amount, currency, sent } = payment;
  const facts = (
    <>
      <Fact label="By">{paymentMethodLabels[method]}</Fact>
      {sent && <Fact label="Sent as">{sentText(sent, currency)}</Fact>}
      <Fact label="From">{sender}</Fact>
      <Fact label="Reference" look="font-mono text-meta">
        {reference}
      </Fact>
      <Fact label="Told">
        <SiteMoment instant={createdAt} />
      </Fact>
    </>
  );
  return (
    <PaymentCard payment={payment} amount={amount} facts={facts}>
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
  const facts = (
    <>
      <Fact label="Paid by">{paymentMethodLabels[payment.method]}</Fact>
      {payment.sent && <Fact label="Sent as">{sentText(payment.sent, payment.currency)}</Fact>}
      {payment.sender !== null && <Fact label="To">{payment.sender}</Fact>}
      {providerError !== null && (
        <Fact label="Refused" look="text-danger">
          {providerError}
        </Fact>
      )}
      <Fact label="Why">{reason}</Fact>
      <Fact label="Since">
        <SiteMoment instant={createdAt} />
      </Fact>
    </>
  );
  return (
    <PaymentCard payment={payment} amount={amount} facts={facts}>
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
      <Fold label="I have sent it…" isOpen={isManualMethod(payment.method) || isAbout(refused, 'mark_refund_sent', id)}>
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

function isAbout(refused: FailedSubmission | undefined, action: PaymentAction, id: number): boolean {
  return refused?.values.do === action && refused.values.id === String(id);
}
