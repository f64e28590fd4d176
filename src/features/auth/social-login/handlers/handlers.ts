import { implement } from '@orpc/server';
import { requireRecentAuthentication } from '../../sessions/actions/reauthentication.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { listLinkedAccounts, unlinkAccount } from '../actions/linked-accounts.ts';
import { socialLoginContract } from '../contract.ts';

const socialLogin = implement(socialLoginContract).$context<ApiContext>();

export const socialLoginHandlers = socialLogin.router({
  listProviders: socialLogin.listProviders.handler(({ context }) => ({
    siteUrl: context.siteUrl,
    // Picks fields explicitly because the settings contain secrets.
    providers: context.signInProviders
      .filter(({ isFake }) => !isFake || context.hasDeveloperAccess)
      .map(({ name, label, isFake }) => ({ name, label, isFake })),
  })),
  listLinkedAccounts: socialLogin.listLinkedAccounts.handler(async ({ context }) => ({
    items: await listLinkedAccounts(context.db, context.signInProviders, requireUser(context).userId),
  })),
  unlinkAccount: socialLogin.unlinkAccount.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    await requireRecentAuthentication(context);
    await context.db.transaction(tx => unlinkAccount(tx, context, userId, input.id));
    return { unlinked: true as const };
  }),
});
