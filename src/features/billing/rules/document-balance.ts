import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { BillingDocumentDetails } from '../contract/document-details.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { LedgerEntryKind } from '../contract/documents.ts';
import { fillText, getDocumentTexts } from './document-texts/texts.ts';
import { formatDay } from './labels.ts';

/** A ledger entry; `on` is its calendar date in the owner's time zone. */
type LedgerMovement = Readonly<{ kind: LedgerEntryKind; amount: MinorUnits; on: string; paymentId?: number | null }>;

export type DocumentBalance = BillingDocumentDetails['balance'];

/**
 * Returns the balance of a payable document on a date, from all its ledger entries, oldest first. A fully credited
 * document stays credited, regardless of payments and refunds.
 */
export function getDocumentBalance(
  document: { readonly total: MinorUnits; readonly dueOn: string | null },
  movements: readonly LedgerMovement[],
  today: string,
): DocumentBalance {
  const sum = (...kinds: LedgerMovement['kind'][]) =>
    sumAmounts(movements.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const amountDue = sumAmounts(movements.map(({ amount }) => amount));
  const amountPaid = subtractAmounts(ZERO, sum('paid', 'refunded', 'reinstated', 'voided', 'applied'));
  const amountCredited = subtractAmounts(ZERO, sum('credited'));
  const amountWrittenOff = subtractAmounts(ZERO, sum('written_off'));
  const last = (kind: LedgerMovement['kind']) => movements.findLast(one => one.kind === kind)?.on;
  const amounts = { amountDue, amountPaid, amountCredited, amountWrittenOff };
  if (movements.length === 0) return { status: 'not_payable', statusDate: null, ...amounts };
  if (amountCredited > 0 && amountCredited === document.total)
    return { status: 'credited', statusDate: last('credited') ?? null, ...amounts };
  if (amountDue > 0) {
    const isLate = document.dueOn !== null && today > document.dueOn;
    return { status: isLate ? 'overdue' : 'open', statusDate: document.dueOn, ...amounts };
  }
  if (sum('held', 'released') < 0) return { status: 'in_review', statusDate: last('held') ?? null, ...amounts };
  if (amountWrittenOff > 0 && amountPaid <= 0)
    return { status: 'written_off', statusDate: last('written_off') ?? null, ...amounts };
  const settledOn = findPaymentDate(movements) ?? last('credited') ?? last('invoiced');
  return { status: 'paid', statusDate: settledOn ?? null, ...amounts };
}

/** Returns the day on which the balance was last settled, or else that of the last payment; undefined without one. */
function findPaymentDate(movements: readonly LedgerMovement[]): string | undefined {
  const voided = new Set(movements.flatMap(({ kind, paymentId }) => (kind === 'voided' ? (paymentId ?? []) : [])));
  let owed: MinorUnits = ZERO;
  let [paidOn, settledOn]: (string | undefined)[] = [];
  for (const { kind, amount, on, paymentId } of movements.toSorted((one, other) => one.on.localeCompare(other.on))) {
    if (voided.has(paymentId ?? 0)) continue;
    const before = owed;
    owed = sumAmounts([owed, amount]);
    if (amount >= 0 || (kind !== 'paid' && kind !== 'applied')) continue;
    paidOn = on;
    if (before > 0 && owed <= 0) settledOn = on;
  }
  return settledOn ?? paidOn;
}

/** Returns how a document was settled; null while an amount is due, or if it isn't payable. */
export function settlementOf({ status, statusDate, ...amounts }: DocumentBalance) {
  if ((status !== 'paid' && status !== 'credited' && status !== 'written_off') || statusDate === null) return null;
  const { amountPaid: paid, amountCredited: credited, amountWrittenOff: writtenOff } = amounts;
  // Left out if zero, as in the PDFs stored so far.
  return { status, statusDate, paid, credited, ...(writtenOff === 0 ? {} : { writtenOff }) };
}

/** The date on which an invoice was settled, with the amounts paid, credited and written off. */
export type Settlement = NonNullable<ReturnType<typeof settlementOf>>;

/** Formats a document's status, such as "Due on 27 Nov 2026". */
export function formatDocumentStatus(
  { status, statusDate }: Pick<DocumentBalance, 'status' | 'statusDate'>,
  language: DocumentLanguage = 'en',
): string {
  const texts = getDocumentTexts(language);
  const text = status === 'paid' ? texts.paidOn : texts.statuses[status];
  return fillText(text, { date: statusDate === null ? '' : formatDay(statusDate, language) });
}
