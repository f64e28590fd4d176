import { implement } from '@orpc/server';
import { respondWithSession } from '../sessions/actions/sign-in-result.ts';
import { requireRecentAuthentication } from '../sessions/actions/reauthentication.ts';
import { findRelyingParty } from './rules/relying-party.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { AppError } from '#shared/errors.ts';
import { registerPasskey, createRegistrationOptions, removePasskey } from './actions/registration.ts';
import { createAuthenticationOptions, signInWithPasskey } from './actions/authentication.ts';
import { passkeysContract } from './contract.ts';
import { listPasskeys, updatePasskeyName } from './queries.ts';

const passkeys = implement(passkeysContract).$context<ApiContext>();

export const passkeysHandlers = passkeys.router({
  list: passkeys.list.handler(async ({ context }) => ({
    isSupported: findRelyingParty(context.siteUrl) !== undefined,
    items: await listPasskeys(context.db, requireUser(context).userId),
  })),
  createRegistrationOptions: passkeys.createRegistrationOptions.handler(async ({ context }) => {
    await requireRecentAuthentication(context);
    return createRegistrationOptions(context);
  }),
  // The challenge implies recent authentication: it is issued only after one and expires within minutes.
  register: passkeys.register.handler(({ context, input }) => registerPasskey(context, input)),
  rename: passkeys.rename.handler(async ({ context, input }) => {
    const renamed = await updatePasskeyName(context.db, requireUser(context).userId, input.id, input.name);
    if (!renamed) throw new AppError('NOT_FOUND', 'You have no such passkey.');
    return renamed;
  }),
  delete: passkeys.delete.handler(async ({ context, input }) => {
    await requireRecentAuthentication(context);
    await context.db.transaction(tx => removePasskey(tx, context, input.id));
    return { removed: true as const };
  }),
  createAuthenticationOptions: passkeys.createAuthenticationOptions.handler(({ context }) =>
    createAuthenticationOptions(context),
  ),
  signIn: passkeys.signIn.handler(async ({ context, input }) =>
    respondWithSession(context, await signInWithPasskey(context, input.response)),
  ),
});
