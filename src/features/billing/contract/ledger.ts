/**
 * Movements of what is owed on a document: what it asks for, what a credit note takes back, what was paid, what left a
 * payment again, and what came back of that, such as a dispute that was won. Money that left a payment at its provider
 * is `held`, so that it isn't owed, until the owner decides; then it is `released`.
 */
export const ledgerEntryKinds = ['asked', 'credited', 'paid', 'refunded', 'reinstated', 'held', 'released'] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];
