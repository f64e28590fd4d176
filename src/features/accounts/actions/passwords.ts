import { loadCommonestPasswords } from '#platform/commonest-passwords.ts';
import { AppError } from '#shared/errors.ts';
import { passwordObjection, type PasswordOwner } from '../rules/passwords.ts';

/** Throws BAD_REQUEST beside the password's field when it is one that anybody would try first. */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const objection = passwordObjection(password, owner, await loadCommonestPasswords());
  if (objection) throw new AppError('BAD_REQUEST', objection, { password: objection });
}
