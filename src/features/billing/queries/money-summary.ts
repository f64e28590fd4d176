import { and, between, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { type AgingStatus, agingStatuses } from '../contract/document-list.ts';
import { payableKinds } from '../rules/documents.ts';
import { billingDocuments, documentBalances, ledgerEntries } from '../tables.ts';
import { decodeAmount } from './ledger.ts';
import { conditionsByStatus, documentClientKey, documentOffer, listIssueYears } from './list-documents.ts';

/** Ledger entries by which money arrived or left. */
export const moneyMovements = ['paid', 'voided', 'refunded', 'reinstated'] as const;

/** From the first day up to, but without, the last. */
interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

const isMovementIn = ({ from, until }: TimeSpan) =>
  and(
    inArray(ledgerEntries.kind, moneyMovements),
    gte(ledgerEntries.postedAt, from),
    lt(ledgerEntries.postedAt, until),
  );

/**
 * Returns the money received in a period, minus refunds, and the refunds, per currency and month such as 2026-11.
 */
export function sumReceivedByMonth(db: Db, span: TimeSpan, timeZone: string) {
  const { kind, amount, postedAt } = ledgerEntries;
  return db
    .select({
      currency: billingDocuments.currency,
      month: sql<string>`to_char(${postedAt} at time zone ${timeZone}, 'YYYY-MM')`,
      received: sql`-sum(${amount})`.mapWith(decodeAmount),
      refunds: sql`coalesce(sum(${amount}) filter (where ${kind} in ('refunded', 'reinstated')), 0)`.mapWith(
        decodeAmount,
      ),
    })
    .from(ledgerEntries)
    .innerJoin(billingDocuments, eq(billingDocuments.id, ledgerEntries.billingDocumentId))
    .where(isMovementIn(span))
    .groupBy(billingDocuments.currency, sql`2`);
}

/**
 * Returns the totals of invoices and of credit notes, and the amounts written off the invoices, per currency and month
 * of issue; both days are included.
 */
export function sumInvoicedByMonth(db: Db, from: string, to: string) {
  const { currency, kind, total, series, issuedOn } = billingDocuments;
  return db
    .select({
      currency,
      month: sql<string>`to_char(${issuedOn}, 'YYYY-MM')`,
      invoiced: sql`coalesce(sum(${total}) filter (where ${inArray(kind, payableKinds)}), 0)`.mapWith(decodeAmount),
      credited: sql`-coalesce(sum(${total}) filter (where ${kind} = 'credit_note'), 0)`.mapWith(decodeAmount),
      writtenOff: sql`coalesce(sum(${documentBalances.writtenOff}), 0)`.mapWith(decodeAmount),
    })
    .from(billingDocuments)
    .leftJoin(documentBalances, eq(documentBalances.documentId, billingDocuments.id))
    .where(and(eq(series, ''), between(issuedOn, from, to)))
    .groupBy(currency, sql`2`);
}

/**
 * Returns the years with issued documents, newest first, and the year of the first payment, which can be before its
 * invoice.
 */
export async function listReportYears(db: Db, timeZone: string): Promise<number[]> {
  const { kind, postedAt } = ledgerEntries;
  const [first] = await db
    .select({ year: sql<number | null>`extract(year from min(${postedAt}) at time zone ${timeZone})::integer` })
    .from(ledgerEntries)
    .where(eq(kind, 'paid'));
  const years = await listIssueYears(db);
  const firstYear = first?.year ?? null;
  return firstYear === null || years.includes(firstYear) ? years : [...years, firstYear];
}

/** Returns the unpaid amounts per currency. `today` is a date in the owner's time zone. */
export function sumOutstanding(db: Db, today: string) {
  const conditions = conditionsByStatus(today);
  const { owed } = documentBalances;
  const sumOf = (status: AgingStatus) =>
    sql`coalesce(sum(${owed}) filter (where ${conditions[status]}), 0)`.mapWith(decodeAmount);
  const aging = Object.fromEntries(agingStatuses.map(status => [status, sumOf(status)]));
  return db
    .select({ currency: billingDocuments.currency, ...(aging as Record<AgingStatus, ReturnType<typeof sumOf>>) })
    .from(documentBalances)
    .innerJoin(billingDocuments, eq(billingDocuments.id, documentBalances.documentId))
    .where(conditions.open)
    .groupBy(billingDocuments.currency);
}

/** A client or an offer with the money received, and the number of all clients or offers in the currency. */
export interface ReceivedShare {
  readonly currency: string;
  readonly by: 'client' | 'offer';
  readonly key: string;
  readonly label: string;
  readonly received: MinorUnits;
  readonly count: number;
}

/** Returns the clients and the offers that brought the most money in a period, up to `limit` each per currency. */
export async function listReceivedShares(db: Db, span: TimeSpan, limit: number): Promise<ReceivedShare[]> {
  const { id, currency, content } = billingDocuments;
  const { rows } = await db.execute<Record<keyof ReceivedShare, string> & { count: number }>(sql`
    with received as (
      select ${ledgerEntries.billingDocumentId} as id, -sum(${ledgerEntries.amount}) as amount
      from ${ledgerEntries} where ${isMovementIn(span)} group by 1
    ), documents as (
      select ${id} as id, ${currency} as currency, ${documentClientKey} as client, ${documentOffer} as offer,
        ${content} -> 'client' ->> 'name' as name, amount
      from received join ${billingDocuments} on ${id} = received.id
    ), ranked as (
      select currency, case when grouping(client) = 0 then 'client' else 'offer' end as by, coalesce(client, offer) as key,
        coalesce(case when grouping(client) = 0 then (array_agg(name order by id desc))[1] end, offer) as label,
        sum(amount) as received, count(*) over (partition by currency, grouping(client))::integer as count,
        row_number() over (partition by currency, grouping(client) order by sum(amount) desc, coalesce(client, offer)) as rank
      from documents group by grouping sets ((currency, client), (currency, offer))
    )
    select currency, by, key, label, received, count from ranked where rank <= ${limit} order by rank`);
  return rows.map(({ by, received, ...row }) => ({
    ...row,
    by: by === 'client' ? 'client' : 'offer',
    received: decodeAmount(received),
  }));
}
