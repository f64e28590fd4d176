import { and, eq, isNull } from 'drizzle-orm';
import { projects } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import { orders } from '../lifecycle/tables.ts';

/** Returns the ID of the showcase project created from an order; null if there is none or it is deleted. */
export async function findShowcaseProject(db: Db, orderId: number): Promise<string | null> {
  const [row] = await db
    .select({ id: projects.id })
    .from(orders)
    .innerJoin(projects, eq(projects.id, orders.showcaseProjectId))
    .where(and(eq(orders.id, orderId), isNull(projects.deletedAt)));
  return row?.id ?? null;
}
