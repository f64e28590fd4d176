import { createProject } from '#features/projects/actions/drafts.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listFiles } from '../queries/files.ts';
import { findOrderLocked } from '../queries/orders.ts';
import { findBegunProject, updateBegunProject } from '../queries/showcase.ts';
import { showcaseOf } from '../rules/showcase.ts';

/**
 * Begins a project of the showcase from an order that was delivered, as a draft of the owner's; its id. It names no
 * client. One that was begun before is not begun again: then it is that one's id. CONFLICT before the delivery.
 */
export async function beginShowcase(tx: Transaction, context: ApiContext, orderId: number): Promise<string> {
  const order = await findOrderLocked(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  if (order.state !== 'delivered' && order.state !== 'closed') {
    throw new AppError('CONFLICT', 'A project is begun from an order that is delivered.');
  }
  const begun = await findBegunProject(tx, order.id);
  if (begun !== null) return begun;
  const files = await listFiles(tx, order.id);
  const deliverables = files.filter(({ purpose }) => purpose === 'deliverable').map(({ name }) => name);
  const showcase = showcaseOf({ ...order, features: order.subject.features, deliverables });
  const id = await createProject(tx, context, showcase);
  await updateBegunProject(tx, order.id, id);
  return id;
}
