import { createHash, randomBytes } from 'node:crypto';
import type { Db, Transaction } from '#platform/database/database.ts';
import { loadCommonestPasswords } from '#platform/commonest-passwords.ts';
import { AppError } from '#shared/errors.ts';
import { deleteOwnerSetUp, findOwnerSetUp, hasOwner, insertOwner, saveOwnerSetUp } from './queries.ts';
import { passwordObjection, type PasswordOwner } from './rules.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const deadLink = () =>
  new AppError(
    'NOT_FOUND',
    'This set-up link is no longer valid. Restart the site to get a new one, unless it already has an owner.',
  );

/**
 * While the site has no owner, makes a new one-time set-up token, which voids the one before, and answers it; the
 * database keeps only its hash. Undefined once there is an owner (domain, "Who may do what").
 */
export async function prepareOwnerSetUp(db: Db): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const token = randomBytes(24).toString('base64url');
  await saveOwnerSetUp(db, sha256(token));
  return token;
}

/** Throws NOT_FOUND unless the token is the set-up link that counts. */
export async function checkOwnerSetUp(db: Db, token: string): Promise<void> {
  if (!(await findOwnerSetUp(db, sha256(token)))) throw deadLink();
}

/** Throws BAD_REQUEST beside the password's field when it is one that anybody would try first. */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const objection = passwordObjection(password, owner, await loadCommonestPasswords());
  if (objection) throw new AppError('BAD_REQUEST', objection, { password: objection });
}

/**
 * Makes the person the owner and the link dead, both or neither. Whoever holds the link has the server's console, so
 * the address needs no further proof. Throws NOT_FOUND when the link is dead.
 */
export async function claimOwnership(
  tx: Transaction,
  input: { token: string; name: string; email: string; passwordHash: string },
): Promise<void> {
  if (!(await deleteOwnerSetUp(tx, sha256(input.token)))) throw deadLink();
  await insertOwner(tx, input);
}
