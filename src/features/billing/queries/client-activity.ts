import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { billingDocuments, documentBalances } from '../tables.ts';
import { decodeAmount } from './ledger.ts';
import { conditionsByStatus } from './list-documents.ts';

const email = sql<string>`lower(${billingDocuments.content} -> 'client' ->> 'email')`;

const isOf = (emails: readonly string[]): SQL => sql`${email} = any(${sql.param([...emails])}::text[])`;

/** Lists the newest invoices and credit notes of the client with these lower-case addresses. */
export function listDocumentsOfClient(db: Db, emails: readonly string[], limit: number) {
  const { kind, number, total, currency, issuedAt } = billingDocuments;
  const orderTitle = sql<string | null>`${billingDocuments.content} -> 'order' ->> 'title'`;
  return db
    .select({ kind, number, total, currency, issuedAt, orderTitle })
    .from(billingDocuments)
    .where(and(isOf(emails), ne(kind, 'receipt')))
    .orderBy(desc(billingDocuments.id))
    .limit(limit);
}

/**
 * Sums the amounts that clients paid and owe, by lower-case address and currency. `today` is a date in the owner's time
 * zone.
 */
export function sumClientMoney(db: Db, emails: readonly string[], today: string) {
  const { owed, paid } = documentBalances;
  const { overdue } = conditionsByStatus(today);
  const { currency } = billingDocuments;
  return db
    .select({
      email,
      currency,
      paid: sql`sum(${paid})`.mapWith(decodeAmount),
      outstanding: sql`sum(greatest(${owed}, 0))`.mapWith(decodeAmount),
      overdue: sql`coalesce(sum(${owed}) filter (where ${overdue}), 0)`.mapWith(decodeAmount),
    })
    .from(billingDocuments)
    .innerJoin(documentBalances, eq(documentBalances.documentId, billingDocuments.id))
    .where(isOf(emails))
    .groupBy(sql`1`, currency);
}
