import { implement } from '@orpc/server';
import { timeZones } from '#features/settings/contract.ts';
import { findTimeZone, updateSiteIdentity } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import { countTry } from '#platform/http/rate-limits.ts';
import { hashPassword } from '#platform/password.ts';
import { admit, letIn, presentAdmission, presentSession } from './sessions/actions/sign-in-result.ts';
import { confirmPassword } from './sessions/actions/reauthentication.ts';
import { checkOwnerSetUp, claimOwnership } from './registration/actions/owner-setup.ts';
import { checkPassword } from './password/actions/policy-check.ts';
import {
  checkRegistration,
  confirmRegistration,
  REGISTRATIONS_BY_NETWORK,
  REGISTRATIONS_FOR_ADDRESS,
  requestAccount,
} from './registration/actions/registration.ts';
import { currentSession, endSession, prolongSession, takeBack } from './sessions/actions/sessions.ts';
import { checkSignIn, forgetSignIns } from './password/actions/sign-in.ts';
import { accountsContract } from './contract.ts';

const accounts = implement(accountsContract).$context<ApiContext>();

export const accountsHandlers = accounts.router({
  checkSetUp: accounts.checkSetUp.handler(async ({ context, input }) => {
    await checkOwnerSetUp(context.db, input.token);
    context.grantDeveloperAccess();
    return { valid: true as const, timeZone: (await findTimeZone(context.db)) ?? 'UTC', timeZones: [...timeZones] };
  }),
  setUp: accounts.setUp.handler(async ({ context, input }) => {
    await checkOwnerSetUp(context.db, input.token);
    await checkPassword(context.db, input.password, input);
    const passwordHash = await hashPassword(input.password);
    const admission = await context.db.transaction(async tx => {
      const id = await claimOwnership(tx, context, { ...input, passwordHash });
      await updateSiteIdentity(tx, { name: input.siteTitle || input.name, timeZone: input.timeZone });
      // Pages show the title, and times in the zone.
      for (const feature of ['site', 'blog', 'projects']) await announceChange(tx, feature);
      return letIn(tx, context, { id, email: input.email }, 'password');
    });
    context.log.info('the site has its owner');
    return presentSession(context, admission);
  }),
  register: accounts.register.handler(async ({ context, input }) => {
    await countTry(context.db, REGISTRATIONS_BY_NETWORK, context.client.network, context.now());
    await checkPassword(context.db, input.password, input);
    await countTry(context.db, REGISTRATIONS_FOR_ADDRESS, input.email.toLowerCase(), context.now());
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(tx => requestAccount(tx, context, { ...input, passwordHash }));
    return { sentTo: input.email };
  }),
  checkRegistration: accounts.checkRegistration.handler(async ({ context, input }) => ({
    email: await checkRegistration(context.db, input.token, context.now()),
  })),
  confirmRegistration: accounts.confirmRegistration.handler(async ({ context, input }) => ({
    email: await context.db.transaction(tx => confirmRegistration(tx, context, input.token)),
  })),
  login: accounts.login.handler(async ({ context, input }) => {
    const user = await checkSignIn(context, input);
    const admission = await context.db.transaction(async tx => {
      const came = await admit(tx, context, user, 'password');
      // Who has the password but no code would otherwise get new tries at codes for ever.
      if (came.state === 'signed-in') await forgetSignIns(tx, context, user);
      return came;
    });
    return presentAdmission(context, admission);
  }),
  logout: accounts.logout.handler(async ({ context }) => {
    await context.db.transaction(tx => endSession(tx, context));
    takeBack(context);
    return { signedOut: true as const };
  }),
  session: accounts.session.handler(async ({ context }) => {
    const session = await currentSession(context.db, context);
    return { user: session?.user ?? null, expiresAt: session?.expiresAt.toString() ?? null };
  }),
  refreshSession: accounts.refreshSession.handler(async ({ context }) => {
    const expiresAt = await prolongSession(context.db, context);
    return { expiresAt: expiresAt.toString() };
  }),
  proveIdentity: accounts.proveIdentity.handler(async ({ context, input }) => {
    await confirmPassword(context, input.currentPassword);
    return { proved: true as const };
  }),
});
