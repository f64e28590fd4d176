import type { Api } from '#shared/api.ts';

interface PaymentActionDefinition {
  readonly label: string;
  readonly busyLabel: string;
  /** Accessible name of the button; starts with the label and ends with the client, amount and invoice. */
  readonly describe: (subject: string) => string;
  /** Toast after the action. */
  readonly notice: string;
  /** Calls the API for a payment or refund. */
  readonly run: (payments: Api['payments'], id: number, form: ReadonlyMap<string, string>) => Promise<unknown>;
}

const keyOf = (form: ReadonlyMap<string, string>) => ({ key: form.get('key') ?? '' });

const acknowledged = {
  label: 'Mark as resolved',
  busyLabel: 'Saving…',
  notice: 'Marked as resolved',
};

/** The owner's actions on a payment or refund that needs attention. */
export const paymentActions = {
  confirm: {
    label: 'Confirm payment',
    busyLabel: 'Confirming…',
    describe: subject => `Confirm payment from ${subject}`,
    notice: 'Payment confirmed. The client gets a receipt by email.',
    run: (payments, id, form) => payments.confirmPayment({ id, ...keyOf(form) }),
  },
  reject: {
    label: 'Reject payment',
    busyLabel: 'Rejecting…',
    describe: subject => `Reject payment from ${subject}`,
    notice: 'Payment rejected. The client gets your reason by email.',
    run: (payments, id, form) => payments.rejectPayment({ id, reason: form.get('reason') ?? '', ...keyOf(form) }),
  },
  acknowledge_mismatch: {
    ...acknowledged,
    describe: subject => `Mark as resolved: payment from ${subject}`,
    run: (payments, id) => payments.acknowledgeMismatch({ id }),
  },
  mark_refund_sent: {
    label: 'Mark as sent',
    busyLabel: 'Saving…',
    describe: subject => `Mark as sent: refund to ${subject}`,
    notice: 'Refund marked as sent. The client was notified.',
    run: (payments, id, form) =>
      payments.markRefundSent({ id, reference: form.get('reference') ?? '', ...keyOf(form) }),
  },
  acknowledge_reversal: {
    ...acknowledged,
    describe: subject => `Mark as resolved: refund or dispute of ${subject}`,
    run: (payments, id) => payments.acknowledgeReversal({ id }),
  },
  credit_refund: {
    label: 'Credit invoice',
    busyLabel: 'Crediting…',
    describe: subject => `Credit invoice of ${subject}`,
    notice: 'Invoice credited. The client was notified.',
    run: (payments, id, form) => payments.decideRefund({ id, decision: 'credited', ...keyOf(form) }),
  },
  owe_refund: {
    label: 'Ask client to pay again',
    busyLabel: 'Saving…',
    describe: subject => `Ask client to pay again: ${subject}`,
    notice: 'Amount due again. The client was notified.',
    run: (payments, id, form) => payments.decideRefund({ id, decision: 'owed', ...keyOf(form) }),
  },
  retry_refund: {
    label: 'Retry refund',
    busyLabel: 'Retrying…',
    describe: subject => `Retry refund to ${subject}`,
    notice: 'Refund requested again',
    run: (payments, id) => payments.retryRefund({ id }),
  },
} as const satisfies Record<string, PaymentActionDefinition>;
export type PaymentAction = keyof typeof paymentActions;

/** Returns the action that a form asks for; undefined if unknown. */
export function findPaymentAction(name: string | undefined): PaymentActionDefinition | undefined {
  return Object.entries(paymentActions).find(([known]) => known === name)?.[1];
}
