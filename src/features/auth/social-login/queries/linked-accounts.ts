import type { Transaction } from '#platform/database/database.ts';
import { accounts } from '../../tables.ts';

/** A user's account at a provider. */
export interface ProviderAccount {
  readonly provider: string;
  /** Permanent user id at the provider. */
  readonly providerAccountId: string;
  /** Email or name that the user recognizes. */
  readonly providerAccountName: string | null;
}

/** Links a provider account to a user. Returns false if it is already linked. */
export async function insertLinkedAccount(
  tx: Transaction,
  userId: string,
  identity: ProviderAccount,
  createdAt: Date,
): Promise<boolean> {
  const { provider, providerAccountId, providerAccountName } = identity;
  const rows = await tx
    .insert(accounts)
    .values({
      userId,
      provider,
      providerAccountId,
      providerAccountName,
      createdAt,
      updatedAt: createdAt,
    })
    .onConflictDoNothing({ target: [accounts.provider, accounts.providerAccountId] })
    .returning({ id: accounts.id });
  return rows.length > 0;
}
