import type { Transaction } from '#platform/database/database.ts';
import { accounts } from '../../tables.ts';

/** Somebody as another site knows them. */
export interface ProviderAccount {
  readonly providerId: string;
  /** Who they are there, for ever. */
  readonly accountId: string;
  /** As whom people recognize it: an address or a name. */
  readonly accountName: string | null;
}

/** Lets a person in by an identity elsewhere from now on. False when it is somebody's already. */
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
