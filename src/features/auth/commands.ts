import type { Command } from '#platform/cli/command.ts';
import { CommandError } from '#platform/cli/command.ts';
import type { Db } from '#platform/database/database.ts';
import { paths } from '#shared/paths.ts';
import { setPasswordOf } from './password-reset/actions.ts';
import { findOwner } from './queries.ts';
import { createOwnerSetupToken } from './registration/actions/owner-setup.ts';
import { createSignInLink, SIGN_IN_LINK_MINUTES } from './sign-in-links/actions.ts';
import { disableTwoFactor } from './two-factor/actions/disable.ts';

/** Throws a CommandError before setup. */
async function getOwner(db: Db) {
  const owner = await findOwner(db);
  if (!owner) throw new CommandError('This site has no owner yet. Run freehold owner link to become the owner.');
  return owner;
}

/** Commands for an owner who can't sign in. Access to the server's command line is their proof. */
export const authCommands: readonly Command[] = [
  {
    name: 'owner link',
    summary: 'create a one-time link to become the owner, or to sign in as the owner',
    async run(context) {
      const owner = await findOwner(context.db);
      if (!owner) {
        const token = (await createOwnerSetupToken(context.db, { isOnlyInstance: true })) ?? '';
        const url = context.siteUrl + paths.setup(token);
        return {
          text: `Open this link to become the owner. It works only once.\n${url}`,
          json: { kind: 'setup', url },
        };
      }
      const url = context.siteUrl + paths.signInLink(await createSignInLink(context, owner.id));
      return {
        text: `Open this link to sign in as ${owner.email}. It works once, for ${SIGN_IN_LINK_MINUTES} minutes.\n${url}`,
        json: { kind: 'sign_in', url, email: owner.email, expiresInMinutes: SIGN_IN_LINK_MINUTES },
      };
    },
  },
  {
    name: 'owner reset-password',
    summary: 'set a new password for the owner and end all of their sessions',
    async run(context, { isInteractive, readSecret }) {
      const owner = await getOwner(context.db);
      const password = await readSecret(`New password for ${owner.email}: `);
      if (isInteractive && (await readSecret('Repeat the password: ')) !== password) {
        throw new CommandError('The passwords don’t match. Nothing was changed.');
      }
      await setPasswordOf(context, owner, password);
      return {
        text: `The password of ${owner.email} was changed. All sessions were ended.`,
        json: { email: owner.email },
      };
    },
  },
  {
    name: 'owner disable-two-factor',
    summary: 'turn off two-factor authentication for the owner',
    async run(context) {
      const { id, email } = await getOwner(context.db);
      await disableTwoFactor(context, id);
      return { text: `Two-factor authentication of ${email} is off.`, json: { email } };
    },
  },
];
