import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { registrations } from '../../tables.ts';

/** Stores a registration until its address is confirmed. */
export async function insertRegistration(
  tx: Transaction,
  registration: typeof registrations.$inferInsert,
): Promise<void> {
  await tx.insert(registrations).values(registration);
}

/** Returns the newest unexpired registration for an address. */
export async function findLatestRegistration(db: Db, email: string, now: Date) {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.email, email), gt(registrations.expiresAt, now)))
    .orderBy(desc(registrations.createdAt))
    .limit(1);
  return row;
}

/** Returns the registration of a link unless it has expired. */
export async function findRegistration(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.tokenHash, tokenSha256), gt(registrations.expiresAt, now)));
  return row;
}

/** Consumes a link and returns its registration: only one of two concurrent calls gets it. */
export async function deleteRegistration(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx
    .delete(registrations)
    .where(and(eq(registrations.tokenHash, tokenSha256), gt(registrations.expiresAt, now)))
    .returning();
  return row;
}

export async function deleteRegistrationsByEmail(tx: Transaction, email: string): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.email, email));
}

export async function deleteExpiredRegistrations(db: Db, now: Date): Promise<void> {
  await db.delete(registrations).where(lte(registrations.expiresAt, now));
}
