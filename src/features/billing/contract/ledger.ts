/**
 * Movements of what is owed on a document: what it asks for, what a credit note takes back, what was paid, what left a
 * payment again, and what came back of that, such as a dispute that was won.
 */
export const ledgerKinds = ['asked', 'credited', 'paid', 'refunded', 'reinstated'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
