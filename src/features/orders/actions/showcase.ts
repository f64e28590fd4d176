import { createProject } from '#features/projects/actions/saving.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { listFiles } from '../queries/files.ts';
import type { OrderRow } from '../queries/orders.ts';
import { showcaseOf } from '../rules/showcase.ts';

/**
 * Begins a project of the showcase from an order that was delivered, as a draft of the owner's; its id. It names no
 * client. CONFLICT before the delivery.
 */
export async function beginShowcase(tx: Transaction, context: ApiContext, order: OrderRow): Promise<string> {
  if (order.state !== 'delivered' && order.state !== 'closed') {
    throw new AppError('CONFLICT', 'A project is begun from an order that is delivered.');
  }
  const files = await listFiles(tx, order.id);
  const deliverables = files.filter(({ purpose }) => purpose === 'deliverable').map(({ name }) => name);
  return createProject(tx, context, showcaseOf({ ...order, features: order.subject.features, deliverables }));
}
