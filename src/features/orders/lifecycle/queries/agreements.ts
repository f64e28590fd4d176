import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { agreementEmails, orderAgreements } from '../tables.ts';

export type AgreementRow = typeof orderAgreements.$inferSelect;

/** Returns the new ID. */
export async function insertAgreement(tx: Transaction, agreement: typeof orderAgreements.$inferInsert) {
  const [row] = await tx.insert(orderAgreements).values(agreement).returning({ id: orderAgreements.id });
  if (!row) throw new Error('Agreement not inserted');
  return row.id;
}

/** Returns the agreements of an order, oldest first. */
export function listAgreements(db: Db, orderId: number): Promise<AgreementRow[]> {
  return db.select().from(orderAgreements).where(eq(orderAgreements.orderId, orderId)).orderBy(asc(orderAgreements.id));
}

export async function findAgreement(db: Db, id: number): Promise<AgreementRow | null> {
  const [row] = await db.select().from(orderAgreements).where(eq(orderAgreements.id, id));
  return row ?? null;
}

/** Records that an agreement's emails are queued; returns false if they already were. */
export async function insertAgreementEmail(tx: Transaction, agreementId: number, queuedAt: Date): Promise<boolean> {
  const inserted = await tx.insert(agreementEmails).values({ agreementId, queuedAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/** Returns a message for each agreement whose text doesn't match its hash. */
export async function findAgreementProblems(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ orderId: number }>(sql`
    select ${orderAgreements.orderId} as "orderId" from ${orderAgreements}
    where encode(sha256(convert_to(${orderAgreements.agreedText}, 'UTF8')), 'hex') <> ${orderAgreements.textSha256}
    order by 1`);
  return rows.map(({ orderId }) => `The agreement of the order with ID ${orderId} doesn’t match its SHA-256.`);
}
