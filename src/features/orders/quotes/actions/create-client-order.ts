import { createIssueContext } from '#features/billing/index.ts';
import { getBilledClient } from '#features/clients/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { createOrder, type NewOrder } from '../../lifecycle/actions/create-order.ts';
import { findOrderBuyer } from '../../lifecycle/actions/invoice-parties.ts';
import { findOrder, listContentItems } from '../../lifecycle/queries/orders.ts';
import { getSalesContext } from '../../lifecycle/queries/sales-context.ts';

type ClientOrder = Pick<
  NewOrder,
  | 'clientId'
  | 'clientName'
  | 'clientEmail'
  | 'title'
  | 'offerSnapshot'
  | 'lineItems'
  | 'quoteLines'
  | 'currency'
  | 'contentItems'
> & { readonly buyer: Parameters<typeof getSalesContext>[2] };

/**
 * Adds an order for a client, or a copy of another order, to quote it or to record an agreement, once per idempotency
 * key. Sends no email. Throws NOT_FOUND, and UNPROCESSABLE if the client has no email address.
 */
export async function createClientOrder(
  tx: Transaction,
  context: ApiContext,
  { idempotencyKey: key, ...from }: (NewClientOrder | { copyOf: number }) & { idempotencyKey?: string | undefined },
): Promise<{ number: number }> {
  return withIdempotencyKey(tx, context, { endpoint: 'orders.createClientOrder', key, body: from }, async () => {
    const { buyer, ...order } = 'copyOf' in from ? await copyOrder(tx, from.copyOf) : await startOrder(tx, from);
    const { agreedTerms, tax } = await getSalesContext(tx, context.now(), buyer);
    const { id } = await createOrder(tx, await createIssueContext(tx, context), {
      ...order,
      kind: 'custom',
      isQuoted: true,
      placedBy: 'owner',
      agreedTerms,
      tax,
      total: ZERO,
    });
    return { number: id };
  });
}

interface NewClientOrder {
  readonly clientId: number;
  readonly title: string;
  readonly currency?: string | undefined;
}

async function startOrder(tx: Transaction, { clientId, title, currency }: NewClientOrder): Promise<ClientOrder> {
  const { block, buyer, name, contact, currency: ownCurrency } = await getBilledClient(tx, clientId);
  if (block.email === null) {
    const message = `${name} has no email address. Add one to send quotes and invoices.`;
    throw new AppError('UNPROCESSABLE', message, { client: message });
  }
  return {
    buyer,
    clientId: null,
    clientName: contact,
    clientEmail: block.email,
    title,
    offerSnapshot: { id: null, features: [], deliveryDays: 0, supportDays: 0 },
    lineItems: [],
    currency: currency ?? ownCurrency ?? (await getSettings(tx)).defaultCurrency,
    contentItems: [],
  };
}

async function copyOrder(tx: Transaction, number: number): Promise<ClientOrder> {
  const order = await findOrder(tx, number);
  if (!order) throw new AppError('NOT_FOUND', 'This order doesn’t exist.');
  const { clientId, clientName, clientEmail, title, offerSnapshot, lineItems, quoteLines, currency } = order;
  return {
    buyer: await findOrderBuyer(tx, order),
    clientId,
    clientName,
    clientEmail,
    title,
    offerSnapshot: { ...offerSnapshot, id: null },
    // Without the surcharge of urgent delivery, which is calculated again.
    lineItems: lineItems.filter(({ term }) => term !== 16),
    quoteLines,
    currency,
    contentItems: (await listContentItems(tx, number)).map(({ label }) => label),
  };
}
