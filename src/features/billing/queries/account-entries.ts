import { asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/database/database.ts';
import type { BusinessDocument } from '../contract/documents.ts';
import { businessDocuments, ledgerEntries } from '../tables.ts';

const content = businessDocuments.content;
const email = sql<string>`lower(${content} -> 'client' ->> 'email')`;

/** All that was ever entered for the documents of whoever has this address, oldest first. */
export function listAccountEntries(db: Db, address: string) {
  const note = alias(businessDocuments, 'note');
  return db
    .select({
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      at: ledgerEntries.at,
      documentKind: businessDocuments.kind,
      number: businessDocuments.number,
      currency: businessDocuments.currency,
      note: note.number,
    })
    .from(ledgerEntries)
    .innerJoin(businessDocuments, eq(businessDocuments.id, ledgerEntries.documentId))
    .leftJoin(note, eq(note.id, ledgerEntries.creditNoteId))
    .where(eq(email, address.toLowerCase()))
    .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.id));
}

/** Whoever has this address, as their newest document names them; null where no document does. */
export async function findClient(db: Db, address: string): Promise<BusinessDocument['client'] | null> {
  const [row] = await db
    .select({ content })
    .from(businessDocuments)
    .where(eq(email, address.toLowerCase()))
    .orderBy(desc(businessDocuments.id))
    .limit(1);
  return row?.content.client ?? null;
}

/** Everybody whom a document was issued to, by their newest name, those with the newest documents first. */
export async function listClients(db: Db, limit: number) {
  const newest = sql<number>`max(${businessDocuments.id})`;
  return db
    .select({
      email,
      name: sql<string>`(array_agg(${content} -> 'client' ->> 'name' order by ${businessDocuments.id} desc))[1]`,
      documents: count(),
    })
    .from(businessDocuments)
    .where(isNotNull(email))
    .groupBy(email)
    .orderBy(desc(newest))
    .limit(limit);
}
