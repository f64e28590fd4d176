import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { billingDocuments, documentBalances, ledgerEntries } from '../tables.ts';
import { decodeAmount } from './ledger.ts';
import { conditionsByStatus } from './list-documents.ts';

/** Ledger entries by which money arrived or left. */
const moneyMovements = ['paid', 'refunded', 'reinstated'] as const;

/** Returns the money received since an instant, minus refunds, per currency and month such as 2026-11. */
export function sumReceivedByMonth(db: Db, since: Date, timeZone: string) {
  const month = sql<string>`to_char(${ledgerEntries.postedAt} at time zone ${timeZone}, 'YYYY-MM')`;
  return db
    .select({
      currency: billingDocuments.currency,
      month,
      received: sql`-sum(${ledgerEntries.amount})`.mapWith(decodeAmount),
    })
    .from(ledgerEntries)
    .innerJoin(billingDocuments, eq(billingDocuments.id, ledgerEntries.billingDocumentId))
    .where(and(inArray(ledgerEntries.kind, moneyMovements), gte(ledgerEntries.postedAt, since)))
    .groupBy(billingDocuments.currency, sql`2`);
}

/** Returns the unpaid amounts per currency. `today` is a date in the owner's time zone. */
export function sumOutstanding(db: Db, today: string) {
  const { open, overdue } = conditionsByStatus(today);
  const { owed } = documentBalances;
  return db
    .select({
      currency: billingDocuments.currency,
      outstanding: sql`sum(${owed})`.mapWith(decodeAmount),
      overdue: sql`coalesce(sum(${owed}) filter (where ${overdue}), 0)`.mapWith(decodeAmount),
    })
    .from(documentBalances)
    .innerJoin(billingDocuments, eq(billingDocuments.id, documentBalances.documentId))
    .where(open)
    .groupBy(billingDocuments.currency);
}
