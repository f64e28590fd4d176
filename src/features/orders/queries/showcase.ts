import { and, eq, isNull } from 'drizzle-orm';
import { projects } from '#features/projects/tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orders } from '../tables.ts';

/** The id of the project that was begun from an order; null without one, and once it was deleted. */
export async function findShowcaseProject(db: Db, orderId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: projects.id })
    .from(orders)
    .innerJoin(projects, eq(projects.id, orders.projectId))
    .where(and(eq(orders.id, orderId), isNull(projects.deletedAt)));
  return row?.id ?? null;
}

/** Notes which project was begun from an order. */
export async function updateShowcaseProject(tx: Transaction, orderId: number, projectId: string): Promise<void> {
  await tx.update(orders).set({ projectId }).where(eq(orders.id, orderId));
}
