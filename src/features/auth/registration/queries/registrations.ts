import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { registrations } from '../../tables.ts';

/** Keeps a wish for an account until its address is confirmed. */
export async function insertRegistration(
  tx: Transaction,
  registration: typeof registrations.$inferInsert,
): Promise<void> {
  await tx.insert(registrations).values(registration);
}

/** The newest wish for an account with this address that can still be confirmed. */
export async function findLatestRegistration(db: Db, email: string, now: Date) {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.email, email), gt(registrations.expiresAt, now)))
    .orderBy(desc(registrations.createdAt))
    .limit(1);
  return row;
}

/** The wish that a link stands for, while it can be confirmed. */
export async function findRegistration(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.tokenSha256, tokenSha256), gt(registrations.expiresAt, now)));
  return row;
}

/** Uses a link up and answers the wish behind it: of two at once, one gets it. */
export async function deleteRegistration(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx
    .delete(registrations)
    .where(and(eq(registrations.tokenSha256, tokenSha256), gt(registrations.expiresAt, now)))
    .returning();
  return row;
}

/** Drops all wishes for an address, which has an account now. */
export async function deleteRegistrationsByEmail(tx: Transaction, email: string): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.email, email));
}

/** Drops the wishes that nobody confirmed in time. */
export async function deleteExpiredRegistrations(db: Db, now: Date): Promise<void> {
  await db.delete(registrations).where(lte(registrations.expiresAt, now));
}
