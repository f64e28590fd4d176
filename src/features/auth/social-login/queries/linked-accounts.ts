import type { Transaction } from '#platform/database/database.ts';
import { accounts } from '../../tables.ts';

/** A user's account at a provider. */
export interface ProviderAccount {
  readonly providerId: string;
  /** Permanent user id at the provider. */
  readonly accountId: string;
  /** Email or name that the user recognizes. */
  readonly accountName: string | null;
}

/** Links a provider account to a user. Returns false if it is already linked. */
export async function insertLinkedAccount(
  tx: Transaction,
  userId: string,
  identity: ProviderAccount,
  at: Date,
): Promise<boolean> {
  const { providerId, accountId, accountName } = identity;
  const rows = await tx
    .insert(accounts)
    .values({ userId, providerId, accountId, accountName, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    .returning({ id: accounts.id });
  return rows.length > 0;
}
