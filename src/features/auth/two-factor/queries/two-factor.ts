import { and, count, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { recoveryCodes, totpSecrets } from '../tables.ts';

/** Returns when a user enabled two-factor; undefined if disabled. */
export async function findTwoFactorEnabledAt(db: Db, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
  return row?.confirmedAt ?? undefined;
}

/** Stores the secret of a new setup, replacing an unfinished one. Returns false if two-factor is enabled. */
export async function upsertPendingTotpSecret(
  tx: Transaction,
  userId: string,
  encryptedSecret: string,
  createdAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(totpSecrets)
    .values({ userId, encryptedSecret, createdAt })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { encryptedSecret, createdAt },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** Returns the secret of an unfinished setup started after `since`. */
export async function findPendingTotpSecret(db: Db, userId: string, since: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ sealedSecret: totpSecrets.encryptedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt), gt(totpSecrets.createdAt, since)));
  return row?.sealedSecret;
}

/**
 * Confirms a setup with its first code, from time step `step`. Returns false if the secret has changed or is confirmed.
 */
export async function confirmTotpSecret(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  step: number,
  confirmedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .update(totpSecrets)
    .set({ confirmedAt, lastUsedStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.encryptedSecret, sealedSecret),
        isNull(totpSecrets.confirmedAt),
      ),
    )
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** Returns the user's confirmed secret. */
export async function findTotpSecret(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sealedSecret: totpSecrets.encryptedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return row?.sealedSecret;
}

/** Records the time step of a used code. Returns false if it or a later one was used: concurrent calls succeed once. */
export async function updateLastUsedStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(totpSecrets)
    .set({ lastUsedStep: step })
    .where(
      and(eq(totpSecrets.userId, userId), or(isNull(totpSecrets.lastUsedStep), lt(totpSecrets.lastUsedStep, step))),
    )
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** Deletes a user's secret and recovery codes. Returns whether two-factor was enabled. */
export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

export async function replaceRecoveryCodes(tx: Transaction, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, codeHash })));
}

/** Consumes a recovery code. Returns whether it was unused: true for only one of two concurrent calls. */
export async function consumeRecoveryCode(db: Db, userId: string, codeSha256: string, usedAt: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeSha256), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export async function countUnusedRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
