import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ownerSetupTokens, registrations, users } from '../tables.ts';

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

const isOpen = (tokenSha256: string, now: Date) =>
  and(eq(registrations.tokenHash, tokenSha256), gt(registrations.expiresAt, now));

/** Returns the registration of a link unless it has expired. */
export async function findRegistration(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db.select().from(registrations).where(isOpen(tokenSha256, now));
  return row;
}

/** Consumes a link and returns its registration: only one of two concurrent calls gets it. */
export async function deleteRegistration(tx: Transaction, tokenSha256: string, now: Date) {
  const [row] = await tx.delete(registrations).where(isOpen(tokenSha256, now)).returning();
  return row;
}

export async function deleteRegistrationsByEmail(tx: Transaction, email: string): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.email, email));
}

export async function hasOwner(db: Db): Promise<boolean> {
  return (await db.$count(users, eq(users.role, 'owner'))) > 0;
}

/** Deletes the setup tokens created before an instant, or all of them. */
export async function deleteOwnerSetUps(db: Db, before?: Date): Promise<void> {
  await db.delete(ownerSetupTokens).where(before && lt(ownerSetupTokens.createdAt, before));
}

/** Returns whether the setup token is valid. */
export async function hasOwnerSetupToken(db: Db, tokenSha256: string): Promise<boolean> {
  return (await db.$count(ownerSetupTokens, eq(ownerSetupTokens.tokenHash, tokenSha256))) > 0;
}

/** Deletes all setup tokens. Returns whether this one was among them: true for only one of two concurrent calls. */
export async function deleteOwnerSetupToken(tx: Transaction, tokenSha256: string): Promise<boolean> {
  const rows = await tx.delete(ownerSetupTokens).returning();
  return rows.some(row => row.tokenHash === tokenSha256);
}
