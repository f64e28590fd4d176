import { and, count, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { accounts, users } from '../tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { Passkey } from './contract.ts';
import { passkeyChallenges, passkeys } from './tables.ts';

type PasskeyRow = typeof passkeys.$inferSelect;

const toPasskeyDto = ({ id, name, synced, createdAt, usedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  synced,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

/** A person's passkeys, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id);
  return rows.map(toPasskeyDto);
}

/** The authenticators' own names for a person's passkeys, and how they are reached. */
export function listCredentials(db: Db, userId: string) {
  return db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
}

/** How many passkeys a person has. */
export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.total ?? 0;
}

/** How many ways to sign in a person has: the password, identities elsewhere and passkeys. */
export async function countSignInMethods(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ others: count() }).from(accounts).where(eq(accounts.userId, userId));
  return (row?.others ?? 0) + (await countPasskeys(db, userId));
}

/** Keeps a new passkey. Undefined when there is one with its credential already, whoever has it. */
export async function insertPasskey(
  tx: Transaction,
  passkey: typeof passkeys.$inferInsert,
): Promise<Passkey | undefined> {
  const [row] = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return row && toPasskeyDto(row);
}

/** A passkey by the authenticator's name for it, with its person's address. */
export async function findPasskeyByCredentialId(db: Db, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row && { ...row.passkey, email: row.email };
}

/**
 * Notes that a passkey was used, with its new counter. Whether that is one that it has not had: each is higher than the
 * one before, unless the authenticator does not count, which it says by 0.
 */
export async function updatePasskeyCounter(
  tx: Transaction,
  id: string,
  use: { counter: number; synced: boolean; usedAt: Date },
): Promise<boolean> {
  const higher = or(lt(passkeys.counter, use.counter), and(eq(passkeys.counter, 0), sql`${use.counter}::bigint = 0`));
  const rows = await tx
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), higher))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Gives a passkey of a person another name. Undefined when they have no such passkey. */
export async function updatePasskeyName(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<Passkey | undefined> {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return row && toPasskeyDto(row);
}

/** Removes a passkey of a person. Undefined when they have no such passkey. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<Passkey | undefined> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return row && toPasskeyDto(row);
}

/** Keeps what an authenticator is to sign. */
export async function insertChallenge(db: Db, challenge: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Uses a challenge up. Whether it was given to this browser for this person (null for a sign-in), and can still be used. */
export async function deleteChallenge(
  db: Db,
  challenge: string,
  browserSha256: string,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.browserSha256, browserSha256),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows.length > 0;
}

/** Drops the challenges that nobody used in time. */
export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
