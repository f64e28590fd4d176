import { implement } from '@orpc/server';
import { presentSession } from '../sessions/actions/sign-in-result.ts';
import { requireFreshSignIn } from '../sessions/actions/reauthentication.ts';
import { relyingPartyOf } from './rules/relying-party.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { AppError } from '#shared/errors.ts';
import { addPasskey, beginRegistration, removePasskey } from './actions/registration.ts';
import { beginPasskeySignIn, signInWithPasskey } from './actions/authentication.ts';
import { passkeysContract } from './contract.ts';
import { listPasskeys, updatePasskeyName } from './queries.ts';

const passkeys = implement(passkeysContract).$context<ApiContext>();

export const passkeysHandlers = passkeys.router({
  list: passkeys.list.handler(async ({ context }) => ({
    available: relyingPartyOf(context.siteUrl) !== undefined,
    items: await listPasskeys(context.db, signedInActor(context).userId),
  })),
  registrationOptions: passkeys.registrationOptions.handler(async ({ context }) => {
    await requireFreshSignIn(context);
    return beginRegistration(context);
  }),
  // The challenge stands for the fresh sign-in: it was given after one, minutes ago at most.
  register: passkeys.register.handler(({ context, input }) => addPasskey(context, input)),
  rename: passkeys.rename.handler(async ({ context, input }) => {
    const renamed = await updatePasskeyName(context.db, signedInActor(context).userId, input.id, input.name);
    if (!renamed) throw new AppError('NOT_FOUND', 'You have no such passkey.');
    return renamed;
  }),
  remove: passkeys.remove.handler(async ({ context, input }) => {
    await requireFreshSignIn(context);
    await context.db.transaction(tx => removePasskey(tx, context, input.id));
    return { removed: true as const };
  }),
  signInOptions: passkeys.signInOptions.handler(({ context }) => beginPasskeySignIn(context)),
  signIn: passkeys.signIn.handler(async ({ context, input }) =>
    presentSession(context, await signInWithPasskey(context, input.response)),
  ),
});
