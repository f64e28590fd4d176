import { SiteMoment } from '#ui/DateTime.tsx';
import type { MismatchedPayment, Reversal } from '../contract/review.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { Fact, PaymentCard } from './PaymentCard.tsx';
import { PaymentActionForm } from './PaymentActionForm.tsx';
import type { FailedSubmission } from '#ui/ActionForm.tsx';

export function MismatchCard({
  payment,
  refused,
}: {
  payment: MismatchedPayment;
  refused: FailedSubmission | undefined;
}) {
  const { id, clientName, method, reason, reference, createdAt, amount, refundStatus } = payment;
  const facts = (
    <>
      <Fact label="By">{paymentMethodLabels[method]}</Fact>
      <Fact label="Instead" look="text-danger">
        {reason}
      </Fact>
      <Fact label="There" look="font-mono text-meta">
        {reference}
      </Fact>
      <Fact label="Begun">
        <SiteMoment instant={createdAt} />
      </Fact>
    </>
  );
  return (
    <PaymentCard payment={payment} amount={amount} facts={facts}>
      <p className="text-small text-ink-soft">
        It counts for nothing here. {whatBecame(refundStatus, method === 'stripe' ? 'Stripe' : 'PayPal')}
      </p>
      <PaymentActionForm
        action="acknowledge_mismatch"
        id={id}
        label="I have looked after it"
        busyLabel="Marking…"
        accessibleLabel={`Mark the payment of ${clientName} as looked after`}
        refused={refused}
      />
    </PaymentCard>
  );
}

function whatBecame(back: MismatchedPayment['refundStatus'], provider: string): string {
  switch (back) {
    case 'pending':
      return `It goes back to its client through ${provider} by itself.`;
    case 'succeeded':
      return `It went back to its client through ${provider}.`;
    case 'failed':
      return `It had left ${provider} already.`;
    default:
      return `It cannot be given back from here. Look at it in your account at ${provider}, and give it back there.`;
  }
}

export function ReversalCard({ reversal, refused }: { reversal: Reversal; refused: FailedSubmission | undefined }) {
  const { id, amount, origin, state, reason, createdAt, payment } = reversal;
  const facts = (
    <>
      <Fact label="Paid by">{paymentMethodLabels[payment.method]}</Fact>
      <Fact label="What" look={state === 'succeeded' ? 'text-danger' : ''}>
        {reason}
      </Fact>
      <Fact label="Since">
        <SiteMoment instant={createdAt} />
      </Fact>
    </>
  );
  return (
    <PaymentCard payment={{ ...payment, currency: reversal.currency }} amount={amount} facts={facts}>
      <p className="text-small text-ink-soft">{whatFollows(reversal)}</p>
      {origin === 'dispute' && state === 'succeeded' && (
        <p className="text-small text-ink-soft">Answer the dispute there, before its deadline.</p>
      )}
      {reversal.decision === 'pending' ? (
        <>
          <PaymentActionForm
            action="credit_refund"
            id={id}
            label="Credit the invoice"
            busyLabel="Crediting…"
            accessibleLabel={`Credit the invoice of ${payment.clientName}`}
            primary
            refused={refused}
          />
          <PaymentActionForm
            action="owe_refund"
            id={id}
            label="Ask the client to pay again"
            busyLabel="Saving…"
            accessibleLabel={`Ask ${payment.clientName} to pay again`}
            refused={refused}
          />
        </>
      ) : (
        <PaymentActionForm
          action="acknowledge_reversal"
          id={id}
          label="I have looked after it"
          busyLabel="Marking…"
          accessibleLabel={`Mark what left the payment of ${payment.clientName} as looked after`}
          refused={refused}
        />
      )}
    </PaymentCard>
  );
}

function whatFollows({ state, payment, decision }: Reversal): string {
  if (payment.state === 'amount_mismatch') return 'It counted for nothing here, so nothing is owed again.';
  if (state === 'dispute_won') return `It came back, and counts as paid on ${payment.documentNumber} again.`;
  if (decision === null) return `Nothing is owed on ${payment.documentNumber} because of it.`;
  return `Decide what this means for ${payment.documentNumber}. Until then the client gets no reminders and no late fee.`;
}
