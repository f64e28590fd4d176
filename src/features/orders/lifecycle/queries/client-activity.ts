import { and, desc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { ClientActivitySource } from '#features/clients/index.ts';
import type { Db } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { truncate } from '#shared/truncate.ts';
import { getOrderStatusLabel } from '../rules/stages.ts';
import { finalStatuses } from '../rules/transitions.ts';
import { orderEvents, orderMessages, orders } from '../tables.ts';
import { hasDeposit } from './orders.ts';

const isOf = (emails: readonly string[]): SQL => sql`${orders.clientEmail} = any(${sql.param([...emails])}::citext[])`;

const formatTitle = ({ id, title }: { readonly id: number; readonly title: string }) => `Order ${id}: ${title}`;

/** The orders of a client. */
const orderActivity: ClientActivitySource = {
  group: 'sales',
  async list(db, _services, emails, limit) {
    const isPlacedByOwner = sql<boolean>`exists (
      select from order_events event where event.order_id = orders.id and event.type = 'placed' and event.actor = 'owner')`;
    const rows = await db
      .select({ order: orders, hasDeposit, isPlacedByOwner })
      .from(orders)
      .where(isOf(emails))
      .orderBy(desc(orders.id))
      .limit(limit);
    return rows.map(({ order, isPlacedByOwner: isByOwner, ...row }) => ({
      kind: 'order',
      at: order.createdAt.toISOString(),
      title: formatTitle(order),
      detail: getOrderStatusLabel({ ...order, ...row }),
      path: dashboardPaths.order(order.id),
      amount: order.status === 'requested' ? null : { minor: order.total, currency: order.currency },
      ...(order.clientId === null && !isByOwner && { hasUnverifiedEmail: true }),
    }));
  },
};

/** The quotes that were sent to a client. */
const quoteActivity: ClientActivitySource = {
  group: 'sales',
  async list(db, _services, emails, limit) {
    const rows = await db
      .select({ event: orderEvents, id: orders.id, title: orders.title, currency: orders.currency })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(and(isOf(emails), eq(orderEvents.transition, 'send_quote')))
      .orderBy(desc(orderEvents.id))
      .limit(limit);
    return rows.map(({ event: { occurredAt, details }, id, title, currency }) => ({
      kind: 'quote',
      at: occurredAt.toISOString(),
      title: `Quote ${details.version ?? 1} for order ${id}`,
      detail: title,
      path: dashboardPaths.order(id),
      amount: details.amount === undefined ? null : { minor: details.amount, currency },
    }));
  },
};

/** The messages on a client's orders, from both parties. */
const orderMessageActivity: ClientActivitySource = {
  group: 'messages',
  async list(db, _services, emails, limit) {
    const rows = await db
      .select({ message: orderMessages, id: orders.id })
      .from(orderMessages)
      .innerJoin(orders, eq(orders.id, orderMessages.orderId))
      .where(isOf(emails))
      .orderBy(desc(orderMessages.id))
      .limit(limit);
    return rows.map(({ message: { senderName, sender, body, sentAt }, id }) => ({
      kind: 'message',
      at: sentAt.toISOString(),
      title: `${sender === 'owner' ? 'You' : senderName}: ${toFirstLine(body)}`,
      detail: `Order ${id}`,
      path: `${dashboardPaths.order(id)}#messages`,
      amount: null,
    }));
  },
};

const toFirstLine = (text: string) => truncate(text.trim().split('\n', 1)[0] ?? '', 121);

export const orderActivitySources = [orderActivity, quoteActivity, orderMessageActivity];

/** Lists the open orders of a client in which a party has to act. */
export async function listOrderNextSteps(db: Db, emails: readonly string[]) {
  const rows = await db
    .select({ id: orders.id, title: orders.title, status: orders.status, hasDeposit, turn: orders.turn })
    .from(orders)
    .where(and(isOf(emails), ne(orders.turn, 'none'), notInArray(orders.status, [...finalStatuses])))
    .orderBy(orders.id);
  return rows.flatMap(({ turn, ...order }) =>
    turn === 'none'
      ? []
      : [
          {
            title: formatTitle(order),
            status: getOrderStatusLabel(order),
            by: turn,
            path: dashboardPaths.order(order.id),
          },
        ],
  );
}
