import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { BillingDocumentKind } from '../contract/documents.ts';
import { type LedgerEntryKind, ledgerEntryKinds } from '../contract/ledger.ts';

/** A movement of money owed on a document, as the ledger has it. */
export interface LedgerMovement {
  readonly kind: LedgerEntryKind;
  readonly amount: MinorUnits;
  /** The calendar day on which it was entered, in the owner's zone. */
  readonly on: string;
}

/** Where a document stands: what is owed on it, and since when or until when. Days are calendar days in the owner's zone. */
export interface DocumentBalance {
  /** `none` where the document asks for nothing, such as a receipt. */
  readonly status: 'open' | 'overdue' | 'paid' | 'credited' | 'none';
  /** The day that goes with the state: on which it is due, since when it is overdue, on which it was settled. */
  readonly statusDate: string | null;
  /** What is still to be paid; below zero what is to be given back. */
  readonly owed: MinorUnits;
  readonly paid: MinorUnits;
  readonly credited: MinorUnits;
}

/**
 * Where a document that asks for money stands on a day, from all its movements, oldest first. One that was credited as a
 * whole stays credited, whatever was paid and given back.
 */
export function getDocumentBalance(
  document: { readonly kind: BillingDocumentKind; readonly total: MinorUnits; readonly dueOn: string | null },
  movements: readonly LedgerMovement[],
  today: string,
): DocumentBalance {
  const sum = (...kinds: LedgerMovement['kind'][]) =>
    sumAmounts(movements.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const owed = sum(...ledgerEntryKinds);
  const paid = subtractAmounts(ZERO, sum('paid', 'refunded', 'reinstated'));
  const credited = subtractAmounts(ZERO, sum('credited'));
  const last = (kind: LedgerMovement['kind']) => movements.findLast(one => one.kind === kind)?.on;
  const amounts = { owed, paid, credited };
  if (movements.length === 0) return { status: 'none', statusDate: null, ...amounts };
  if (credited > 0 && credited === document.total)
    return { status: 'credited', statusDate: last('credited') ?? null, ...amounts };
  if (owed > 0) {
    const isLate = document.dueOn !== null && today > document.dueOn;
    return { status: isLate ? 'overdue' : 'open', statusDate: document.dueOn, ...amounts };
  }
  return { status: 'paid', statusDate: last('paid') ?? last('credited') ?? last('asked') ?? null, ...amounts };
}

/** How an invoice was settled, as its copies say: on which day, by what was paid and what was credited. */
export interface Settlement {
  readonly state: 'paid' | 'credited';
  readonly on: string;
  readonly paid: MinorUnits;
  readonly credited: MinorUnits;
}

/** Returns how a document was settled; null while something is owed on it, or where it asks for nothing. */
export function settlementOf({ status, statusDate, paid, credited }: DocumentBalance): Settlement | null {
  if ((status !== 'paid' && status !== 'credited') || statusDate === null) return null;
  return { state: status, on: statusDate, paid, credited };
}

/** A document's state in a few words, such as "Due on 27 Nov 2026". */
export function formatDocumentStatus({ status, statusDate }: Pick<DocumentBalance, 'status' | 'statusDate'>): string {
  const day = statusDate === null ? '' : formatPlainDate(statusDate);
  const texts: Readonly<Record<typeof status, string>> = {
    open: `Due on ${day}`,
    overdue: `Overdue since ${day}`,
    paid: `Paid on ${day}`,
    credited: `Credited on ${day}`,
    none: 'Nothing is asked for',
  };
  return texts[status];
}
