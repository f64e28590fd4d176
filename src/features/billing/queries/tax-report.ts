import { and, asc, between, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { payableKinds } from '../rules/documents.ts';
import { billingDocuments, ledgerEntries } from '../tables.ts';
import { moneyMovements } from './money-summary.ts';

/** Ledger entries by which received money, or an invoice's taxes, change. */
const taxMovements = [...moneyMovements, 'applied', 'credited'] as const;

/** Documents per batch. */
const PART = 500;

const { id, kind, number, issuedOn, currency, content } = billingDocuments;
const columns = { id, kind, number, issuedOn, currency, content };

/** Yields the invoices and credit notes of some days, both included, in batches. */
export async function* listTaxDocuments(db: Db, { from, to }: { readonly from: string; readonly to: string }) {
  const isTaxed = inArray(kind, [...payableKinds, 'credit_note']);
  for (let last = 0; ; ) {
    const part = await db
      .select(columns)
      .from(billingDocuments)
      .where(
        and(gt(id, last), eq(billingDocuments.year, Number(from.slice(0, 4))), between(issuedOn, from, to), isTaxed),
      )
      .orderBy(asc(id))
      .limit(PART);
    if (part.length > 0) yield part;
    const end = part.at(-1);
    if (!end || part.length < PART) return;
    last = end.id;
  }
}

/**
 * Yields the invoices with payments, refunds or credit notes between two instants, in batches, and all entries of these
 * kinds on them, oldest first.
 */
export async function* listPaidDocuments(db: Db, { from, until }: { readonly from: Date; readonly until: Date }) {
  const moved = db
    .selectDistinct({ id: ledgerEntries.billingDocumentId })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.kind, taxMovements),
        gte(ledgerEntries.postedAt, from),
        lt(ledgerEntries.postedAt, until),
      ),
    );
  for (let last = 0; ; ) {
    const part = await db
      .select(columns)
      .from(billingDocuments)
      .where(and(gt(id, last), inArray(id, moved)))
      .orderBy(asc(id))
      .limit(PART);
    const end = part.at(-1);
    if (!end) return;
    const entries = await db
      .select({
        documentId: ledgerEntries.billingDocumentId,
        kind: ledgerEntries.kind,
        amount: ledgerEntries.amount,
        at: ledgerEntries.postedAt,
        refundId: ledgerEntries.refundId,
        creditNote: content,
      })
      .from(ledgerEntries)
      .leftJoin(billingDocuments, eq(id, ledgerEntries.creditNoteId))
      .where(
        and(
          inArray(
            ledgerEntries.billingDocumentId,
            part.map(document => document.id),
          ),
          inArray(ledgerEntries.kind, taxMovements),
        ),
      )
      .orderBy(asc(ledgerEntries.id));
    yield { documents: part, entries };
    if (part.length < PART) return;
    last = end.id;
  }
}
