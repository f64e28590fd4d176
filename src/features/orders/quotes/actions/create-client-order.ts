import { createIssueContext } from '#features/billing/index.ts';
import { getBilledClient } from '#features/clients/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { createOrder } from '../../lifecycle/actions/create-order.ts';
import { getSalesContext } from '../../lifecycle/queries/sales-context.ts';

/**
 * Adds an order for a client, to quote it or to record what was agreed, once per idempotency key. Nobody is notified.
 * Throws NOT_FOUND, and UNPROCESSABLE if the client has no email address.
 */
export async function createClientOrder(
  tx: Transaction,
  context: ApiContext,
  { idempotencyKey: key, ...body }: { clientId: number; title: string; idempotencyKey?: string | undefined },
): Promise<{ number: number }> {
  return withIdempotencyKey(tx, context, { endpoint: 'orders.createClientOrder', key, body }, async () => {
    const { block, buyer, name, contact } = await getBilledClient(tx, body.clientId);
    if (block.email === null) {
      const message = `${name} has no email address. Add one to send quotes and invoices.`;
      throw new AppError('UNPROCESSABLE', message, { client: message });
    }
    const [{ defaultCurrency: currency }, { agreedTerms, tax }] = [
      await getSettings(tx),
      await getSalesContext(tx, context.now(), buyer),
    ];
    const { id } = await createOrder(tx, await createIssueContext(tx, context), {
      kind: 'custom',
      isQuoted: true,
      placedBy: 'owner',
      clientId: null,
      clientName: contact,
      clientEmail: block.email,
      title: body.title,
      offerSnapshot: { id: null, features: [], deliveryDays: 0, supportDays: 0 },
      agreedTerms,
      lineItems: [],
      tax,
      currency,
      total: ZERO,
      contentItems: [],
    });
    return { number: id };
  });
}
