/**
 * Kinds of ledger entries on a document: `asked` by it, `credited`, `paid`, `refunded` from a payment, and
 * `reinstated`, such as after a won dispute. Money that left a payment at its provider is `held`, so it isn't owed,
 * until the owner decides; then it is `released`.
 */
export const ledgerEntryKinds = ['invoiced', 'credited', 'paid', 'refunded', 'reinstated', 'held', 'released'] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];
