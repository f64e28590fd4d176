/** Shown after each action. */
export const paymentActionNotices = {
  confirm: 'The payment is confirmed, and its receipt is on its way.',
  reject: 'The payment is rejected, and its client is told why.',
  acknowledge_mismatch: 'It is marked as looked after.',
  mark_refund_sent: 'The refund is marked as sent, and its client is told.',
  acknowledge_reversal: 'It is marked as looked after.',
  credit_refund: 'The invoice is credited, and the client has been notified.',
  owe_refund: 'The amount is owed again, and the client has been notified.',
  retry_refund: 'The provider is asked once more.',
} as const;
export type PaymentAction = keyof typeof paymentActionNotices;

/** Returns the action that a form or URL asks for; undefined if unknown. */
export function parsePaymentAction(text: string | undefined): PaymentAction | undefined {
  return text && Object.hasOwn(paymentActionNotices, text) ? (text as PaymentAction) : undefined;
}
