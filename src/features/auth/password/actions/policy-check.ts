import { getSettings } from '#features/settings/queries.ts';
import { loadCommonestPasswords } from '#platform/common-passwords.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { passwordObjection, type PasswordOwner } from '../rules.ts';

/**
 * Throws BAD_REQUEST beside the password's field when it is shorter than the owner has set, or one that anybody would try
 * first.
 */
export async function checkPassword(db: Db, password: string, owner: PasswordOwner): Promise<void> {
  const { minimumPasswordLength } = await getSettings(db);
  const objection = passwordObjection(password, owner, minimumPasswordLength, await loadCommonestPasswords());
  if (objection) throw new AppError('BAD_REQUEST', objection, { password: objection });
}
