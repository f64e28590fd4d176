/** What the owner can do about payments and refunds that wait for them. */
export const workKinds = [
  'confirm',
  'reject',
  'handle',
  'send-refund',
  'retry-refund',
  'see-taken-back',
  'credit-refund',
  'owe-refund',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** What is said once it is done. */
export const workDone: Readonly<Record<WorkKind, string>> = {
  confirm: 'The payment is confirmed, and its receipt is on its way.',
  reject: 'The payment is rejected, and its client is told why.',
  handle: 'It is marked as looked after.',
  'send-refund': 'The refund is marked as sent, and its client is told.',
  'see-taken-back': 'It is marked as looked after.',
  'credit-refund': 'The invoice is credited, and the client has been notified.',
  'owe-refund': 'The amount is owed again, and the client has been notified.',
  'retry-refund': 'The provider is asked once more.',
};

/** What a form or an address asks for, if there is such a thing. */
export function workKindOf(text: string | null | undefined): WorkKind | undefined {
  return workKinds.find(kind => kind === text);
}
