import { getSettings } from '#features/settings/index.ts';
import { loadCommonPasswords } from '#platform/common-passwords.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { findPasswordProblem, type PasswordUser } from '../rules.ts';

/**
 * Throws BAD_REQUEST on the password field if the password is shorter than the configured minimum, common, or derived
 * from the user's name or email.
 */
export async function assertPasswordAllowed(db: Db, password: string, owner: PasswordUser): Promise<void> {
  const { minPasswordLength } = await getSettings(db);
  const problem = findPasswordProblem(password, owner, minPasswordLength, await loadCommonPasswords());
  if (problem) throw new AppError('BAD_REQUEST', problem, { password: problem });
}
