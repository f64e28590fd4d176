import { and, asc, count, eq, inArray, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { idSection, listInParts, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { OrderFilter, OrderListItem, OrderQuery, OrderTotals, RecurringRevenue } from '../contract.ts';
import { NOT_ORDERED, listStatusesInStage } from '../../lifecycle/rules/stages.ts';
import { hasDeposit } from '../../lifecycle/queries/orders.ts';
import { orders, subscriptions } from '../../lifecycle/tables.ts';

/** The documents of an order, for sums of their balances. */
const orderAmounts = sql`billing_documents document join document_balances amounts on amounts.document_id = document.id where document.order_id = ${orders.id}`;
/** The amount due; as on the order page, an overpaid document doesn't lower that of others. */
const sumOfOwed = sql`coalesce(sum(greatest(amounts.owed, 0)), 0)`;
const owed = sql<string>`(select ${sumOfOwed} from ${orderAmounts})`;

/** Searched text; must match the expression of its index. */
const searchText = sql`(${orders.title} || E'\\n' || ${orders.clientName} || E'\\n' || ${orders.clientEmail}::text)`;

const clientSortKey = sql`lower(${orders.clientName})`;
const sortBy = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: orders,
  keys: [key, orders.id],
  descending,
  cursor: orders.id,
});
const sorts: Readonly<Record<OrderFilter['sort'], ListOrder>> = {
  newest: sortBy(orders.createdAt, true),
  oldest: sortBy(orders.createdAt, false),
  total_asc: sortBy(orders.total, false),
  total_desc: sortBy(orders.total, true),
  client_asc: sortBy(clientSortKey, false),
  client_desc: sortBy(clientSortKey, true),
};

/** Must match `getSubscriptionStatus`; only orders in progress are invoiced. */
const isActiveSubscription = and(
  eq(subscriptions.orderId, orders.id),
  eq(orders.status, 'in_progress'),
  isNull(subscriptions.pausedFrom),
  isNull(subscriptions.endsOn),
);

/** The owner sees all orders, others only their own. */
function matchesFilter({ role, userId }: AuthenticatedActor, filter: Omit<OrderFilter, 'sort'>) {
  const { search, stage, kind, currency, subscription } = filter;
  const like = toLikePattern(search ?? '');
  const number = /^\d{1,9}$/.exec(search?.trim() ?? '')?.[0];
  return and(
    role === 'owner' ? undefined : eq(orders.clientId, userId),
    search ? or(sql`${searchText} ilike ${like}`, number ? eq(orders.id, Number(number)) : undefined) : undefined,
    stage ? isInStage(stage) : undefined,
    kind ? eq(orders.kind, kind) : undefined,
    currency ? eq(orders.currency, currency) : undefined,
    subscription ? sql`exists (select from ${subscriptions} where ${isActiveSubscription})` : undefined,
  );
}

function isInStage(stage: NonNullable<OrderFilter['stage']>): SQL {
  return stage === 'waiting_on_owner' || stage === 'waiting_on_client'
    ? eq(orders.turn, stage === 'waiting_on_owner' ? 'owner' : 'client')
    : inArray(orders.status, [...listStatusesInStage(stage)]);
}

function selectRows(db: Db, ids: number[], sort: OrderFilter['sort']) {
  return db
    .select({
      number: orders.id,
      title: orders.title,
      kind: orders.kind,
      status: orders.status,
      hasDeposit,
      clientName: orders.clientName,
      clientEmail: orders.clientEmail,
      isUrgent: orders.isUrgent,
      currency: orders.currency,
      total: orders.total,
      owed,
      placedAt: orders.createdAt,
    })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...orderTerms(sorts[sort]));
}

function toRow({ owed: sum, placedAt, ...row }: Awaited<ReturnType<typeof selectRows>>[number]): OrderListItem {
  return { ...row, amountDue: toAmount(sum), placedAt: placedAt.toISOString() };
}

const toAmount = (sum: string) => toMinorUnits(Math.max(0, Number(sum)));

/** Returns the section of a list that matches a filter. */
function toSection(db: Db, viewer: AuthenticatedActor, { sort, ...filter }: OrderFilter) {
  return idSection(db, sorts[sort], orders.id, matchesFilter(viewer, filter));
}

/** Returns one page of the orders that `viewer` may see. */
export async function listOrders(db: Db, viewer: AuthenticatedActor, query: OrderQuery): Promise<OrderListItem[]> {
  // Finds the page in an index alone, before reading its rows.
  const found = await listPage(query, [toSection(db, viewer, query)]);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  return (await selectRows(db, ids, query.sort)).map(toRow);
}

/** Yields all matching orders in batches, for a spreadsheet. */
export function listOrdersForExport(db: Db, viewer: AuthenticatedActor, filter: OrderFilter) {
  return listInParts([toSection(db, viewer, filter)], async ids => (await selectRows(db, ids, filter.sort)).map(toRow));
}

/** Counts the orders that match a filter; see {@link countRows}. */
export function countOrders(db: Db, viewer: AuthenticatedActor, filter: OrderFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(orders).where(matchesFilter(viewer, filter)));
}

/** Returns the sums of the listed orders per currency; see {@link MAX_EXACT_TOTAL} for the limit. */
export async function listOrderTotals(db: Db, viewer: AuthenticatedActor, filter: OrderFilter): Promise<OrderTotals[]> {
  const rows = await db
    .select({
      currency: orders.currency,
      total: sql<string>`coalesce(sum(${orders.total}) filter (where ${notInArray(orders.status, [...NOT_ORDERED])}), 0)`,
      paid: sql<string>`coalesce(sum(sums.paid), 0)`,
      owed: sql<string>`coalesce(sum(sums.owed), 0)`,
    })
    .from(orders)
    .crossJoinLateral(sql`(select sum(amounts.paid) as paid, ${sumOfOwed} as owed from ${orderAmounts}) as sums`)
    .where(matchesFilter(viewer, filter))
    .groupBy(orders.currency)
    .orderBy(asc(orders.currency));
  return rows.map(({ currency, total, paid, owed: amountDue }) => ({
    currency,
    total: toAmount(total),
    paid: toAmount(paid),
    amountDue: toAmount(amountDue),
  }));
}

/** Returns the monthly price of all active subscriptions, per currency. */
export async function listRecurringRevenue(db: Db): Promise<RecurringRevenue[]> {
  const { currency, monthlyAmount } = subscriptions;
  return db
    .select({
      currency,
      monthly: sql`sum(${monthlyAmount})`.mapWith(value => toMinorUnits(Number(value))),
      count: count(),
    })
    .from(subscriptions)
    .innerJoin(orders, isActiveSubscription)
    .groupBy(currency)
    .orderBy(asc(currency));
}

/** Assigns orders placed without an account to the account that confirmed their email address. */
export async function linkGuestOrders(db: Db, { userId, email }: AuthenticatedActor): Promise<void> {
  await db
    .update(orders)
    .set({ clientId: userId })
    .where(and(isNull(orders.clientId), eq(orders.clientEmail, email)));
}
