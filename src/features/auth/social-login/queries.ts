import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { accounts, users, passkeys, authorizationRequests } from '../tables.ts';
import type { Db, Transaction } from '#platform/database/database.ts';

/**
 * Consumes an authorization request unless it has expired or belongs to another browser: only one of two concurrent
 * calls gets it.
 */
export async function findAndDeleteAuthorizationRequest(
  db: Db,
  { stateHash, browserTokenHash, provider }: Record<'stateHash' | 'browserTokenHash' | 'provider', string>,
  now: Date,
) {
  const [row] = await db
    .delete(authorizationRequests)
    .where(
      and(
        eq(authorizationRequests.stateHash, stateHash),
        eq(authorizationRequests.browserTokenHash, browserTokenHash),
        eq(authorizationRequests.provider, provider),
        gt(authorizationRequests.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

// Tables are named explicitly: without a join, Drizzle omits them, and `id` would resolve to `own`.
const hasOwnKey = sql<boolean>`(${users}.role = 'owner'
  or exists (select 1 from ${accounts} own where own.user_id = ${users}.id and own.provider = 'password')
  or exists (select 1 from ${passkeys} own where own.user_id = ${users}.id))`;

const holder = {
  id: users.id,
  email: users.email,
  disabledAt: users.disabledAt,
  /** Whether the account is the owner's, or has a password or a passkey. */
  hasOwnKey,
};

export async function findUserByProviderAccount(db: Db, providerId: string, accountId: string) {
  const [row] = await db
    .select(holder)
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.provider, providerId), eq(accounts.providerAccountId, accountId)));
  return row;
}

export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db.select(holder).from(users).where(eq(users.email, email));
  return row;
}

/** Returns a user's linked accounts, oldest first. */
export function listLinkedAccountRows(db: Db, userId: string) {
  return db
    .select({
      id: accounts.id,
      provider: accounts.provider,
      accountName: accounts.providerAccountName,
      createdAt: accounts.createdAt,
    })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), ne(accounts.provider, 'password')))
    .orderBy(accounts.createdAt, accounts.id);
}

/** Unlinks a user's provider account. Returns its provider, or undefined if not found. */
export async function deleteLinkedAccount(tx: Transaction, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.userId, userId), ne(accounts.provider, 'password')))
    .returning({ provider: accounts.provider });
  return row?.provider;
}

/** A user's account at a provider. */
export type ProviderAccount = Pick<
  typeof accounts.$inferSelect,
  'provider' | 'providerAccountId' | 'providerAccountName'
>;

/** Links a provider account to a user. Returns false if it is already linked. */
export async function insertLinkedAccount(
  tx: Transaction,
  userId: string,
  account: ProviderAccount,
  createdAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(accounts)
    .values({ ...account, userId, createdAt, updatedAt: createdAt })
    .onConflictDoNothing({ target: [accounts.provider, accounts.providerAccountId] });
  return rowCount === 1;
}
