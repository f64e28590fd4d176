import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { passkeys, recoveryCodes, totpSecrets, twoFactorChallenges, users } from '../tables.ts';

/** Returns when a user enabled two-factor; undefined if disabled. */
export async function findTwoFactorEnabledAt(db: Db, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
  return row?.confirmedAt ?? undefined;
}

/** Returns whether a user has a passkey or has enabled two-factor. */
export async function hasTwoFactorOrPasskey(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select
    exists (select from ${passkeys} where ${passkeys.userId} = ${userId})
    or exists (select from ${totpSecrets} where ${totpSecrets.userId} = ${userId} and confirmed_at is not null) as found`);
  return rows[0]?.found ?? false;
}

/** Stores the secret of a new setup, replacing an unfinished one. Returns false if two-factor is enabled. */
export async function upsertPendingTotpSecret(
  tx: Transaction,
  userId: string,
  encryptedSecret: string,
  createdAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(totpSecrets)
    .values({ userId, encryptedSecret, createdAt })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { encryptedSecret, createdAt },
      setWhere: isNull(totpSecrets.confirmedAt),
    });
  return rowCount === 1;
}

/** Returns the secret of one user with two-factor authentication. */
export async function findAnyTotpSecret(db: Db) {
  const { userId, encryptedSecret, confirmedAt } = totpSecrets;
  const [row] = await db.select({ userId, encryptedSecret }).from(totpSecrets).where(isNotNull(confirmedAt)).limit(1);
  return row;
}

const isPendingSetup = (userId: string) => and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt));

/** Returns the secret of an unfinished setup started after `since`. */
export async function findPendingTotpSecret(db: Db, userId: string, since: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ encryptedSecret: totpSecrets.encryptedSecret })
    .from(totpSecrets)
    .where(and(isPendingSetup(userId), gt(totpSecrets.createdAt, since)));
  return row?.encryptedSecret;
}

/**
 * Confirms a setup with its first code, from time step `lastUsedStep`. Returns false if the secret has changed or is confirmed.
 */
export async function confirmTotpSecret(
  tx: Transaction,
  userId: string,
  encryptedSecret: string,
  lastUsedStep: number,
  confirmedAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(totpSecrets)
    .set({ confirmedAt, lastUsedStep })
    .where(and(isPendingSetup(userId), eq(totpSecrets.encryptedSecret, encryptedSecret)));
  return rowCount === 1;
}

/** Returns the user's confirmed secret. */
export async function findTotpSecret(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ encryptedSecret: totpSecrets.encryptedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return row?.encryptedSecret;
}

/** Records the time step of a used code. Returns false if it or a later one was used: concurrent calls succeed once. */
export async function updateLastUsedStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db
    .update(totpSecrets)
    .set({ lastUsedStep: step })
    .where(
      and(eq(totpSecrets.userId, userId), or(isNull(totpSecrets.lastUsedStep), lt(totpSecrets.lastUsedStep, step))),
    );
  return rowCount === 1;
}

/** Deletes a user's secret and recovery codes. Returns whether two-factor was enabled. */
export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const { rowCount } = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return rowCount === 1;
}

export async function replaceRecoveryCodes(tx: Transaction, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, codeHash })));
}

/** Consumes a recovery code. Returns whether it was unused: true for only one of two concurrent calls. */
export async function consumeRecoveryCode(db: Db, userId: string, codeSha256: string, usedAt: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeSha256), isNull(recoveryCodes.usedAt)));
  return rowCount === 1;
}

export function countUnusedRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** Codes allowed per challenge. */
export const MAX_CODE_ATTEMPTS = 5;

const isOpenChallenge = (tokenSha256: string, now: Date) =>
  and(
    eq(twoFactorChallenges.tokenHash, tokenSha256),
    gt(twoFactorChallenges.expiresAt, now),
    lt(twoFactorChallenges.attempts, MAX_CODE_ATTEMPTS),
  );

/** Returns whether a challenge is unexpired and has attempts left. */
export async function hasValidTwoFactorChallenge(db: Db, tokenSha256: string, now: Date) {
  return (await db.$count(twoFactorChallenges, isOpenChallenge(tokenSha256, now))) > 0;
}

/**
 * Counts an attempt and returns the challenge's user, sign-in method and attempt number; undefined if there is no
 * challenge or too many attempts. A single statement, so concurrent attempts can't exceed the limit.
 */
export async function incrementChallengeAttempts(db: Db, tokenSha256: string, now: Date) {
  const [row] = await db
    .update(twoFactorChallenges)
    .set({ attempts: sql`${twoFactorChallenges.attempts} + 1` })
    .from(users)
    .where(and(eq(users.id, twoFactorChallenges.userId), isOpenChallenge(tokenSha256, now)))
    .returning({
      userId: twoFactorChallenges.userId,
      method: twoFactorChallenges.signInMethod,
      attempts: twoFactorChallenges.attempts,
      email: users.email,
    });
  return row;
}

/** Deletes a challenge. Returns whether it existed: true for only one of two concurrent calls. */
export async function deleteTwoFactorChallenge(db: Db, tokenSha256: string): Promise<boolean> {
  const { rowCount } = await db.delete(twoFactorChallenges).where(eq(twoFactorChallenges.tokenHash, tokenSha256));
  return rowCount === 1;
}
