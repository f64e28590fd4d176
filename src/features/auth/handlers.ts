import { implement } from '@orpc/server';
import { timeZones } from '#features/settings/contract.ts';
import { getTimeZone, updateSiteIdentity } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import { hashPassword } from '#platform/password.ts';
import {
  clearSessionCookie,
  getCurrentSession,
  refreshSession,
  respondWithSession,
  respondWithSignInResult,
  signInOrChallenge,
  signInUser,
  signOut,
} from './sessions/actions/sessions.ts';
import { reauthenticateWithPassword } from './sessions/actions/reauthentication.ts';
import { assertOwnerSetupToken, createOwner } from './registration/actions/owner-setup.ts';
import { assertPasswordAllowed } from './password/actions/policy-check.ts';
import {
  getPendingRegistration,
  confirmRegistration,
  REGISTRATION_NETWORK_LIMIT,
  REGISTRATION_EMAIL_LIMIT,
  requestRegistration,
} from './registration/actions/registration.ts';
import { getSignInLink, signInWithLink } from './sign-in-links/actions.ts';
import { SIGN_IN_NETWORK_LIMIT, verifyCredentials, resetSignInAttempts } from './password/actions/sign-in.ts';
import { authContract } from './contract.ts';

const auth = implement(authContract).$context<ApiContext>();

export const authHandlers = auth.router({
  checkOwnerSetup: auth.checkOwnerSetup.handler(async ({ context, input }) => {
    await assertOwnerSetupToken(context.db, input.token);
    context.grantDeveloperAccess();
    return { valid: true as const, timeZone: await getTimeZone(context.db), timeZones: [...timeZones] };
  }),
  setUpOwner: auth.setUpOwner.handler(async ({ context, input }) => {
    await assertOwnerSetupToken(context.db, input.token);
    await assertPasswordAllowed(context.db, input.password, input);
    const passwordHash = await hashPassword(input.password);
    const admission = await context.db.transaction(async tx => {
      const id = await createOwner(tx, context, { ...input, passwordHash });
      await updateSiteIdentity(tx, { name: input.siteTitle || input.name, timeZone: input.timeZone });
      // Pages show the site title, and times in the site's time zone.
      for (const feature of ['site', 'blog', 'projects']) await invalidateTag(tx, feature);
      return signInUser(tx, context, { id, email: input.email }, 'password');
    });
    context.log.info('owner account created');
    return respondWithSession(context, admission);
  }),
  getSignInLink: auth.getSignInLink.handler(({ context, input }) => getSignInLink(context, input.token)),
  signInWithLink: auth.signInWithLink.handler(async ({ context, input }) => {
    await consumeRateLimit(context.db, SIGN_IN_NETWORK_LIMIT, context.client.network, context.now());
    const result = await context.db.transaction(tx => signInWithLink(tx, context, input.token));
    return respondWithSignInResult(context, result);
  }),
  register: auth.register.handler(async ({ context, input }) => {
    await consumeRateLimit(context.db, REGISTRATION_NETWORK_LIMIT, context.client.network, context.now());
    await assertPasswordAllowed(context.db, input.password, input);
    await consumeRateLimit(context.db, REGISTRATION_EMAIL_LIMIT, input.email.toLowerCase(), context.now());
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(tx => requestRegistration(tx, context, { ...input, passwordHash }));
    return { sentTo: input.email };
  }),
  getRegistration: auth.getRegistration.handler(({ context, input }) => getPendingRegistration(context, input.token)),
  confirmRegistration: auth.confirmRegistration.handler(inTransaction(confirmRegistration)),
  login: auth.login.handler(async ({ context, input }) => {
    const user = await verifyCredentials(context, input);
    const admission = await context.db.transaction(async tx => {
      const result = await signInOrChallenge(tx, context, user, 'password');
      // Reset attempts only after the second factor; otherwise a known password would allow unlimited code guesses.
      if (result.state === 'signed_in') await resetSignInAttempts(tx, context, user);
      return result;
    });
    return respondWithSignInResult(context, admission);
  }),
  logout: auth.logout.handler(async ({ context }) => {
    await context.db.transaction(tx => signOut(tx, context));
    clearSessionCookie(context);
    return { signedOut: true as const };
  }),
  getSession: auth.getSession.handler(({ context }) => getCurrentSession(context)),
  refreshSession: auth.refreshSession.handler(({ context }) => refreshSession(context)),
  reauthenticate: auth.reauthenticate.handler(async ({ context, input }) => {
    await reauthenticateWithPassword(context, input.currentPassword);
    return { reauthenticated: true as const };
  }),
});
