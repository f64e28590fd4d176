import type { Issuing } from '#features/billing/actions/issuing.ts';
import { listClaims } from '#features/billing/queries/ledger.ts';
import { claimKinds } from '#features/billing/rules/documents.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { difference, minorUnits, sumOf } from '#shared/money-arithmetic.ts';
import { updateOrderPrice } from '../queries/changes.ts';
import { findOrderLocked, insertEvent } from '../queries/orders.ts';
import { totalWithTax } from '../rules/taxes.ts';
import { creditClaims } from './following.ts';

/** The states in which nothing was begun yet. */
const BEFORE_WORK: ReadonlySet<string> = new Set(['agreed', 'deposit_paid', 'content_received']);

/**
 * Refuses to do an order as urgent work: its surcharge goes, and where more was asked for than it comes to now, the rest is
 * credited (term 16). CONFLICT where it is not urgent, or work has started.
 */
export async function refuseUrgency(
  tx: Transaction,
  issuing: Issuing,
  request: { readonly orderId: number; readonly ownerId: string | null; readonly reason: string },
): Promise<void> {
  const order = await findOrderLocked(tx, request.orderId);
  if (!order?.isUrgent) throw new AppError('CONFLICT', 'This order is not urgent. (Payment term 16.)');
  if (!BEFORE_WORK.has(order.state)) {
    throw new AppError('CONFLICT', 'Work has started, so that urgency stays as it was agreed on. (Payment term 16.)');
  }
  const at = new Date(issuing.now.epochMilliseconds);
  const lines = order.lines.filter(({ term }) => term !== 16);
  const { total } = totalWithTax({ lines, tax: order.tax });
  await updateOrderPrice(tx, order.id, { lines, total, isUrgent: false, updatedAt: at });
  await insertEvent(tx, {
    orderId: order.id,
    what: 'urgency refused',
    actor: 'owner',
    actorId: request.ownerId,
    reason: request.reason,
    at,
  });
  await creditExcess(tx, issuing, { ...order, lines, total, isUrgent: false });
}

/** Credits what was asked for beyond what the order comes to: all of it was asked for where the deposit is most of it. */
async function creditExcess(
  tx: Transaction,
  issuing: Issuing,
  order: Parameters<typeof creditClaims>[2],
): Promise<void> {
  const claims = await listClaims(tx, order.id, claimKinds);
  let excess = difference(sumOf(claims.map(claim => claim.total)), order.total);
  await creditClaims(tx, issuing, order, 'The surcharge for urgent work', claim => {
    const credited = minorUnits(Math.max(0, Math.min(excess, claim.total)));
    excess = difference(excess, credited);
    return credited;
  });
}
