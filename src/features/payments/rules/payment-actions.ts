export const paymentActions = [
  'confirm',
  'reject',
  'handle',
  'send-refund',
  'retry-refund',
  'see-taken-back',
  'credit-refund',
  'owe-refund',
] as const;
export type PaymentAction = (typeof paymentActions)[number];

/** Shown after the action. */
export const paymentActionNotices: Readonly<Record<PaymentAction, string>> = {
  confirm: 'The payment is confirmed, and its receipt is on its way.',
  reject: 'The payment is rejected, and its client is told why.',
  handle: 'It is marked as looked after.',
  'send-refund': 'The refund is marked as sent, and its client is told.',
  'see-taken-back': 'It is marked as looked after.',
  'credit-refund': 'The invoice is credited, and the client has been notified.',
  'owe-refund': 'The amount is owed again, and the client has been notified.',
  'retry-refund': 'The provider is asked once more.',
};

/** Returns the action that a form or URL asks for; undefined if unknown. */
export function parsePaymentAction(text: string | null | undefined): PaymentAction | undefined {
  return paymentActions.find(kind => kind === text);
}
