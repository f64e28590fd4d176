import type { Api } from '#shared/api.ts';

interface PaymentActionDefinition {
  readonly label: string;
  readonly busyLabel: string;
  /** What the button does, for screen readers, without the surrounding context. */
  readonly describe: (client: string) => string;
  /** Shown after the action. */
  readonly notice: string;
  /** Calls the API for a payment or refund. */
  readonly run: (payments: Api['payments'], id: number, form: ReadonlyMap<string, string>) => Promise<unknown>;
}

const acknowledged = {
  label: 'I have looked after it',
  busyLabel: 'Marking…',
  notice: 'It is marked as looked after.',
};

/** What the owner can do with a payment or refund that needs attention. */
export const paymentActions = {
  confirm: {
    label: 'Confirm',
    busyLabel: 'Confirming…',
    describe: client => `Confirm the payment of ${client}`,
    notice: 'The payment is confirmed, and its receipt is on its way.',
    run: (payments, id) => payments.confirmPayment({ id }),
  },
  reject: {
    label: 'Reject and tell the client',
    busyLabel: 'Rejecting…',
    describe: client => `Reject the payment of ${client}`,
    notice: 'The payment is rejected, and its client is told why.',
    run: (payments, id, form) => payments.rejectPayment({ id, reason: form.get('reason') ?? '' }),
  },
  acknowledge_mismatch: {
    ...acknowledged,
    describe: client => `Mark the payment of ${client} as looked after`,
    run: (payments, id) => payments.acknowledgeMismatch({ id }),
  },
  mark_refund_sent: {
    label: 'Mark as sent',
    busyLabel: 'Marking…',
    describe: client => `Mark the refund to ${client} as sent`,
    notice: 'The refund is marked as sent, and its client is told.',
    run: (payments, id, form) => payments.markRefundSent({ id, reference: form.get('reference') ?? '' }),
  },
  acknowledge_reversal: {
    ...acknowledged,
    describe: client => `Mark what left the payment of ${client} as looked after`,
    run: (payments, id) => payments.acknowledgeReversal({ id }),
  },
  credit_refund: {
    label: 'Credit the invoice',
    busyLabel: 'Crediting…',
    describe: client => `Credit the invoice of ${client}`,
    notice: 'The invoice is credited, and the client has been notified.',
    run: (payments, id) => payments.decideRefund({ id, decision: 'credited' }),
  },
  owe_refund: {
    label: 'Ask the client to pay again',
    busyLabel: 'Saving…',
    describe: client => `Ask ${client} to pay again`,
    notice: 'The amount is owed again, and the client has been notified.',
    run: (payments, id) => payments.decideRefund({ id, decision: 'owed' }),
  },
  retry_refund: {
    label: 'Try again',
    busyLabel: 'Asking…',
    describe: client => `Try the refund to ${client} again`,
    notice: 'The provider is asked once more.',
    run: (payments, id) => payments.retryRefund({ id }),
  },
} as const satisfies Record<string, PaymentActionDefinition>;
export type PaymentAction = keyof typeof paymentActions;

/** Returns the action that a form asks for; undefined if unknown. */
export function findPaymentAction(name: string | undefined): PaymentActionDefinition | undefined {
  return Object.entries(paymentActions).find(([known]) => known === name)?.[1];
}
