import { and, asc, count, desc, eq, gte, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import {
  listInParts,
  type ListOrder,
  listPage,
  type ListSection,
  orderTerms,
  type PagePart,
} from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import { MAX_EXACT_TOTAL } from '#shared/lists.ts';
import type { BillingDocumentFilter, BillingDocumentQuery, BillingTotals } from '../contract/document-list.ts';
import type { BillingDocumentDetails } from '../contract/document-details.ts';
import { payableKinds } from '../rules/documents.ts';
import { billingDocuments, documentBalances, billingDocumentSequences } from '../tables.ts';
import { decodeAmount } from './ledger.ts';

const content = billingDocuments.content;
const clientName = sql<string>`${content} -> 'client' ->> 'name'`;
const clientEmail = sql<string | null>`${content} -> 'client' ->> 'email'`;
const orderNumber = sql<string | null>`${content} -> 'order' ->> 'orderNumber'`;
const orderTitle = sql<string | null>`${content} -> 'order' ->> 'title'`;

/** Identifies a document's client in reports: by email, or by name without one. */
export const documentClientKey = sql<string>`lower(coalesce(${clientEmail}, ${clientName}))`;
/** The offer that a document's order is for, as in reports. */
export const documentOffer = sql<string>`coalesce(${orderTitle}, 'Without an order')`;

/** Searched text; must match the expression of its index. */
export const documentSearchText = sql`(${billingDocuments.number} || E'\\n' || coalesce(${clientName}, '') || E'\\n' || coalesce(${clientEmail}, '')
  || E'\\n' || coalesce(${orderNumber}, '') || E'\\n' || coalesce(${orderTitle}, ''))`;

const isCredited = sql`(${documentBalances.credited} > 0 and ${documentBalances.credited} = ${billingDocuments.total})`;
/** Nothing of it was paid. */
const isWrittenOff = sql`(${documentBalances.writtenOff} > 0 and ${documentBalances.paid} <= 0)`;
/** Refunded or disputed, and not owed until the owner decides. */
const isInReview = sql`(${documentBalances.owed} <= 0 and not ${isCredited} and ${documentBalances.owed} <
  ${billingDocuments.total} - ${documentBalances.paid} - ${documentBalances.credited} - ${documentBalances.writtenOff})`;
const isOpen = sql`${documentBalances.owed} > 0 and not ${isCredited}`;

const isOverdueBy = (today: string, from: number, until: number) =>
  sql`${isOpen} and ${billingDocuments.dueOn} between ${today}::date - ${until}::integer and ${today}::date - ${from}::integer`;

/** Returns the condition of each status, on columns for which the planner has statistics. */
export const conditionsByStatus = (
  today: string,
): Readonly<Record<NonNullable<BillingDocumentFilter['status']>, SQL>> => ({
  credited: isCredited,
  open: isOpen,
  overdue: sql`${isOpen} and ${billingDocuments.dueOn} < ${today}::date`,
  not_due: sql`${isOpen} and coalesce(${billingDocuments.dueOn}, 'infinity') >= ${today}::date`,
  overdue_1_30: isOverdueBy(today, 1, 30),
  overdue_31_60: isOverdueBy(today, 31, 60),
  overdue_61_90: isOverdueBy(today, 61, 90),
  overdue_over_90: sql`${isOpen} and ${billingDocuments.dueOn} < ${today}::date - 90`,
  paid: sql`${documentBalances.owed} <= 0 and not ${isCredited} and not ${isWrittenOff} and not ${isInReview}`,
  in_review: isInReview,
  written_off: sql`${documentBalances.writtenOff} > 0`,
});

/** Must match `getDocumentBalance`; `today` is a date in the owner's time zone. */
const selectStatus = (today: string) => sql<BillingDocumentDetails['balance']['status']>`case
  when exists (select from ledger_entries entry where entry.payment_id = ${billingDocuments.paymentId} and entry.kind = 'voided')
    then 'voided'
  when ${documentBalances.owed} is null then 'not_payable'
  when ${isCredited} then 'credited'
  when ${conditionsByStatus(today).overdue} then 'overdue'
  when ${isOpen} then 'open'
  when ${isInReview} then 'in_review'
  when ${isWrittenOff} then 'written_off'
  else 'paid' end`;

function filterBy(filter: Omit<BillingDocumentFilter, 'sort'>, today: string): SQL | undefined {
  const { search, kind, status, year, from, to, currency } = filter;
  return and(
    search ? sql`${documentSearchText} ilike ${toLikePattern(search)}` : undefined,
    kind ? inArray(billingDocuments.kind, kind === 'any_invoice' ? payableKinds : [kind]) : undefined,
    year ? eq(billingDocuments.year, year) : undefined,
    from ? gte(billingDocuments.issuedOn, from) : undefined,
    to ? lte(billingDocuments.issuedOn, to) : undefined,
    currency ? eq(billingDocuments.currency, currency) : undefined,
    status ? conditionsByStatus(today)[status] : undefined,
  );
}

const withAmounts = eq(documentBalances.documentId, billingDocuments.id);

/** Returns the list section for a filter. */
function toSection(
  db: Db,
  { sort, ...filter }: BillingDocumentFilter,
  today: string,
): ListSection<{ id: number; keys: string[] }> {
  const select = ({ seek, orderBy, keys, limit, offset }: PagePart) =>
    db
      .select({ id: billingDocuments.id, keys })
      .from(billingDocuments)
      .leftJoin(documentBalances, withAmounts)
      .where(and(filterBy(filter, today), seek))
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
  return { order: orders[sort], select };
}

const sortBy = (keys: SQLWrapper[], descending: boolean): ListOrder => ({
  from: billingDocuments,
  keys: [...keys, billingDocuments.id],
  descending,
  cursor: billingDocuments.number,
});
const due = (fallback: 'infinity' | '-infinity') =>
  sql`coalesce(${billingDocuments.dueOn}, ${sql.raw(`'${fallback}'`)}::date)`;
const clientSortKey = sql`lower(${clientName})`;
const orders: Readonly<Record<BillingDocumentFilter['sort'], ListOrder>> = {
  newest: sortBy([], true),
  oldest: sortBy([], false),
  due_asc: sortBy([due('infinity')], false),
  due_desc: sortBy([due('-infinity')], true),
  client_asc: sortBy([clientSortKey], false),
  client_desc: sortBy([clientSortKey], true),
};

/** Returns the rows with these ids, with their balances; a document that asks for no payment has zeros. */
function selectRows(db: Db, ids: number[], sort: BillingDocumentFilter['sort'], today: string) {
  const { owed, paid, credited, writtenOff } = documentBalances;
  const amount = (value: SQLWrapper) => sql`coalesce(${value}, 0)`.mapWith(decodeAmount);
  const amountOf = (field: string) => amount(sql`(${content} ->> ${field}::text)::bigint`);
  return db
    .select({
      kind: billingDocuments.kind,
      number: billingDocuments.number,
      clientName,
      clientEmail,
      orderNumber,
      orderTitle,
      issuedOn: billingDocuments.issuedOn,
      dueOn: billingDocuments.dueOn,
      currency: billingDocuments.currency,
      total: billingDocuments.total,
      subtotal: amountOf('subtotal'),
      taxAmount: amountOf('taxAmount'),
      rounding: amountOf('rounding'),
      reference: sql<string | null>`${content} -> 'reference' ->> 'number'`,
      amountDue: amount(owed),
      paid: amount(paid),
      credited: amount(credited),
      writtenOff: amount(writtenOff),
      status: selectStatus(today),
    })
    .from(billingDocuments)
    .leftJoin(documentBalances, withAmounts)
    .where(inArray(billingDocuments.id, ids))
    .orderBy(...orderTerms(orders[sort]));
}

/** Lists one page of the filtered documents. `today` is a date in the owner's time zone. */
export async function listBillingDocuments(db: Db, query: BillingDocumentQuery, today: string) {
  // Finds the page by index only, then reads its rows.
  const found = await listPage(query, [toSection(db, query, today)]);
  const ids = found.map(({ id }) => id);
  return selectRows(db, ids, query.sort, today);
}

/** Yields all filtered documents in pages of rows, for export. */
export function listAllDocuments(db: Db, filter: BillingDocumentFilter, today: string) {
  return listInParts([toSection(db, filter, today)], ids => selectRows(db, ids, filter.sort, today));
}

/**
 * Counts the filtered documents (see {@link countRows}) and sums them up per currency, unless there are more than the
 * count's limit.
 */
export async function getBillingTotals(
  db: Db,
  filter: BillingDocumentFilter,
  today: string,
): Promise<{ total: number; totals: BillingTotals[] }> {
  const ids = db.select({ id: billingDocuments.id }).from(billingDocuments).leftJoin(documentBalances, withAmounts);
  const total = await countRows(db, ids.where(filterBy(filter, today)));
  if (total > MAX_EXACT_TOTAL) return { total, totals: [] };
  const { owed, paid, credited, writtenOff } = documentBalances;
  const sumOf = (value: SQLWrapper) => sql`coalesce(sum(${value}), 0)`.mapWith(decodeAmount);
  const { currency, kind, total: invoiced } = billingDocuments;
  const totals = await db
    .select({
      currency,
      invoiced: sumOf(sql`case when ${inArray(kind, payableKinds)} then ${invoiced} end`),
      // In a list of credit notes, the amounts are their own.
      credited: sumOf(filter.kind === 'credit_note' ? sql`-${invoiced}` : credited),
      paid: sumOf(paid),
      writtenOff: sumOf(writtenOff),
      outstanding: sumOf(sql`greatest(${owed}, 0)`),
    })
    .from(billingDocuments)
    .leftJoin(documentBalances, withAmounts)
    .where(filterBy(filter, today))
    .groupBy(currency)
    .orderBy(desc(count()), asc(currency));
  return { total, totals };
}

/** Returns the years with issued documents, newest first. */
export async function listIssueYears(db: Db): Promise<number[]> {
  const { year } = billingDocumentSequences;
  const rows = await db.selectDistinct({ year }).from(billingDocumentSequences).orderBy(desc(year));
  return rows.map(row => row.year);
}
