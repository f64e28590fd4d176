import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { users, passkeyChallenges, passkeys } from '../tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Passkey } from './contract.ts';

const isOwn = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

const toPasskeyDto = ({ id, name, synced, createdAt, lastUsedAt }: typeof passkeys.$inferSelect): Passkey => ({
  id,
  name,
  synced,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id);
  return rows.map(toPasskeyDto);
}

/** Returns the credential IDs and transports of a user's passkeys. */
export function listCredentials(db: Db, userId: string) {
  return db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
}

export function countPasskeys(db: Db, userId: string): Promise<number> {
  return db.$count(passkeys, eq(passkeys.userId, userId));
}

/** Inserts a passkey. Returns undefined if its credential is already registered to any user. */
export async function insertPasskey(tx: Transaction, passkey: typeof passkeys.$inferInsert) {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row && toPasskeyDto(row);
}

/** Returns a passkey by credential ID, with its user's email. */
export async function findPasskeyByCredentialId(db: Db, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row && { ...row.passkey, email: row.email };
}

/**
 * Records a use of a passkey. Returns false if the counter did not increase; authenticators without a counter always
 * report 0.
 */
export async function updatePasskeyCounter(
  tx: Transaction,
  id: string,
  use: { signCount: number; synced: boolean; lastUsedAt: Date },
): Promise<boolean> {
  const higher = or(
    lt(passkeys.signCount, use.signCount),
    and(eq(passkeys.signCount, 0), sql`${use.signCount}::bigint = 0`),
  );
  const { rowCount } = await tx
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), higher));
  return rowCount === 1;
}

/** Renames a user's passkey. Returns undefined if it isn’t theirs. */
export async function updatePasskeyName(db: Db, userId: string, id: string, name: string) {
  const [row] = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  return row && toPasskeyDto(row);
}

/** Deletes a user's passkey and returns its name. Returns undefined if it isn’t theirs. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.delete(passkeys).where(isOwn(userId, id)).returning({ name: passkeys.name });
  return row?.name;
}

/**
 * Consumes a challenge. Returns whether it was issued to this browser for this user (null at sign-in) and is unexpired.
 */
export async function deleteChallenge(
  db: Db,
  challenge: string,
  browserSha256: string,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.browserTokenHash, browserSha256),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return rowCount === 1;
}
