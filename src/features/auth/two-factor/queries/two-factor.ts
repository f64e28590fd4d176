import { and, count, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { recoveryCodes, totpSecrets } from '../tables.ts';

/** Since when a person signs in in two steps; undefined for who does not. */
export async function findTwoFactorEnabledAt(db: Db, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId));
  return row?.confirmedAt ?? undefined;
}

/** Keeps the secret of a setting up that begins, in place of one that was not ended. Whether two-step is still off. */
export async function upsertPendingTotpSecret(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  begunAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(totpSecrets)
    .values({ userId, sealedSecret, begunAt })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { sealedSecret, begunAt },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** The secret of a setting up that began after `since` and has not ended. */
export async function findPendingTotpSecret(db: Db, userId: string, since: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ sealedSecret: totpSecrets.sealedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt), gt(totpSecrets.begunAt, since)));
  return row?.sealedSecret;
}

/** Ends a setting up with its first code, made in `step`. Whether it was this secret's: it is ended once. */
export async function confirmTotpSecret(
  tx: Transaction,
  userId: string,
  sealedSecret: string,
  step: number,
  confirmedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .update(totpSecrets)
    .set({ confirmedAt, lastStep: step })
    .where(
      and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, sealedSecret), isNull(totpSecrets.confirmedAt)),
    )
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** The secret that a person's codes are judged by. */
export async function findTotpSecret(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sealedSecret: totpSecrets.sealedSecret })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return row?.sealedSecret;
}

/** Notes that the code of a time step was used. Whether neither it nor a later one was before: of two at once, one wins. */
export async function updateLastUsedStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))))
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** Forgets a person's secret and recovery codes. Whether two-step was on. */
export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/** Gives a person recovery codes in place of those before. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map(codeSha256 => ({ userId, codeSha256 })));
}

/** Uses a recovery code up. Whether it was one that had not been used: of two at once, one wins. */
export async function consumeRecoveryCode(db: Db, userId: string, codeSha256: string, usedAt: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(
      and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeSha256, codeSha256), isNull(recoveryCodes.usedAt)),
    )
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** How many of a person's recovery codes are unused. */
export async function countUnusedRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
