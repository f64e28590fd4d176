import { and, eq, gt } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { signInLinks, users } from '../tables.ts';

/** Stores a user's link in place of the previous one. */
export async function replaceSignInLink(db: Db, { userId, ...link }: typeof signInLinks.$inferInsert): Promise<void> {
  await db
    .insert(signInLinks)
    .values({ userId, ...link })
    .onConflictDoUpdate({ target: signInLinks.userId, set: link });
}

const isValid = (tokenHash: string, now: Date) =>
  and(eq(signInLinks.tokenHash, tokenHash), gt(signInLinks.expiresAt, now));

/** Returns the user of a link; undefined unless the link is valid. */
export async function findSignInLinkUser(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ email: users.email })
    .from(signInLinks)
    .innerJoin(users, eq(users.id, signInLinks.userId))
    .where(isValid(tokenHash, now));
  return row;
}

/** Consumes a link and returns its user's id: only one of two concurrent calls gets it. */
export async function deleteSignInLink(tx: Transaction, tokenHash: string, now: Date): Promise<string | undefined> {
  const [row] = await tx.delete(signInLinks).where(isValid(tokenHash, now)).returning();
  return row?.userId;
}
