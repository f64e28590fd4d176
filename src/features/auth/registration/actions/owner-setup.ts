import { recordSecurityEvent } from '#features/security-events/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { createToken, hashToken } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { deleteOwnerSetUps, deleteOwnerSetupToken, hasOwner, hasOwnerSetupToken } from '../queries.ts';
import { insertUser, upsertPasswordHash } from '../../queries.ts';
import { ownerSetupTokens } from '../../tables.ts';

const invalidSetupLinkError = () =>
  new AppError(
    'NOT_FOUND',
    'This setup link is no longer valid. If this site doesn’t have an owner yet, restart it to get a new link.',
  );

/** Days until a setup link created by another instance expires. */
const LINK_DAYS = 7;

/**
 * Creates a one-time setup token while the site has no owner; stores only its hash. Voids all earlier tokens if this is
 * the only instance on the database, else those older than a week. Returns undefined once there is an owner (domain,
 * "Who may do what").
 */
export async function createOwnerSetupToken(
  db: Db,
  { isOnlyInstance }: { readonly isOnlyInstance: boolean },
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const token = createToken();
  await deleteOwnerSetUps(db, isOnlyInstance ? undefined : new Date(Date.now() - LINK_DAYS * 86_400_000));
  await db.insert(ownerSetupTokens).values({ tokenHash: hashToken(token) });
  return token;
}

/** Throws NOT_FOUND unless the setup token is valid. */
export async function assertOwnerSetupToken(db: Db, token: string): Promise<void> {
  if (!(await hasOwnerSetupToken(db, hashToken(token)))) throw invalidSetupLinkError();
}

/**
 * Creates the owner and voids the link atomically; returns the owner's id. The link proves access to the server's
 * console, so the address needs no confirmation. Throws NOT_FOUND if the link is invalid.
 */
export async function createOwner(
  tx: Transaction,
  context: ApiContext,
  { token, name, email, passwordHash }: { token: string; name: string; email: string; passwordHash: string },
) {
  if (!(await deleteOwnerSetupToken(tx, hashToken(token)))) throw invalidSetupLinkError();
  const userId = await insertUser(tx, { name, email, role: 'owner' });
  if (!userId)
    throw new AppError('CONFLICT', 'This email address already has an account.', {
      email: 'Use another email address',
    });
  await upsertPasswordHash(tx, userId, passwordHash, toDate(context.now()));
  await recordSecurityEvent(tx, context, 'owner_created', { userId, email });
  return userId;
}
