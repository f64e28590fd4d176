import { asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/database/database.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { billingDocuments, ledgerAdjustments, ledgerEntries } from '../tables.ts';

const content = billingDocuments.content;
const email = sql<string>`lower(${content} -> 'client' ->> 'email')`;

/** Returns all ledger entries of the client with these lowercase addresses, oldest first. */
export function listAccountEntries(db: Db, addresses: readonly string[]) {
  const note = alias(billingDocuments, 'note');
  const { kind, amount, postedAt: at, refundId } = ledgerEntries;
  const { kind: documentKind, number, currency } = billingDocuments;
  const isUndo = sql<boolean>`${ledgerAdjustments.undoesId} is not null`;
  return db
    .select({ kind, amount, at, documentKind, number, currency, creditNoteNumber: note.number, isUndo, refundId })
    .from(ledgerEntries)
    .innerJoin(billingDocuments, eq(billingDocuments.id, ledgerEntries.billingDocumentId))
    .leftJoin(note, eq(note.id, ledgerEntries.creditNoteId))
    .leftJoin(ledgerAdjustments, eq(ledgerAdjustments.id, ledgerEntries.adjustmentId))
    .where(inArray(email, addresses))
    .orderBy(asc(at), asc(ledgerEntries.id));
}

/** Returns the client with these lowercase addresses as in their newest document; null without documents. */
export async function findBilledClient(
  db: Db,
  addresses: readonly string[],
): Promise<BillingDocument['client'] | null> {
  const [row] = await db
    .select({ content })
    .from(billingDocuments)
    .where(inArray(email, addresses))
    .orderBy(desc(billingDocuments.id))
    .limit(1);
  return row?.content.client ?? null;
}

/** Returns all clients with documents under their newest name, most recent documents first. */
export async function listBilledClients(db: Db, limit: number) {
  const newest = sql<number>`max(${billingDocuments.id})`;
  return db
    .select({
      email,
      name: sql<string>`(array_agg(${content} -> 'client' ->> 'name' order by ${billingDocuments.id} desc))[1]`,
      documentCount: count(),
    })
    .from(billingDocuments)
    .where(isNotNull(email))
    .groupBy(email)
    .orderBy(desc(newest))
    .limit(limit);
}
