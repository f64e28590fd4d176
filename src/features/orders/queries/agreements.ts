import { asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { orderAgreements } from '../tables.ts';

export type AgreementRow = typeof orderAgreements.$inferSelect;

export async function insertAgreement(tx: Transaction, agreement: typeof orderAgreements.$inferInsert): Promise<void> {
  await tx.insert(orderAgreements).values(agreement);
}

/** What was agreed to of an order, oldest first. */
export function listAgreements(db: Db, orderId: number): Promise<AgreementRow[]> {
  return db.select().from(orderAgreements).where(eq(orderAgreements.orderId, orderId)).orderBy(asc(orderAgreements.id));
}
