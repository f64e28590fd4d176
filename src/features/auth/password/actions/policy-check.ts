import { getSettings } from '#features/settings/queries.ts';
import { loadCommonPasswords } from '#platform/common-passwords.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { findPasswordProblem, type PasswordUser } from '../rules.ts';

/**
 * Throws BAD_REQUEST beside the password's field when it is shorter than the owner has set, or one that anybody would try
 * first.
 */
export async function assertPasswordAllowed(db: Db, password: string, owner: PasswordUser): Promise<void> {
  const { minimumPasswordLength } = await getSettings(db);
  const objection = findPasswordProblem(password, owner, minimumPasswordLength, await loadCommonPasswords());
  if (objection) throw new AppError('BAD_REQUEST', objection, { password: objection });
}
