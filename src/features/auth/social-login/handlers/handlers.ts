import { implement } from '@orpc/server';
import { requireRecentAuthentication } from '../../sessions/actions/reauthentication.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { removeSignInMethod } from '../../actions/sign-in-methods.ts';
import { countSignInMethods } from '../../queries.ts';
import { socialLoginContract } from '../contract.ts';
import { deleteLinkedAccount, listLinkedAccountRows } from '../queries.ts';
import { getProviderLabel } from '../rules/providers.ts';

const socialLogin = implement(socialLoginContract).$context<ApiContext>();

export const socialLoginHandlers = socialLogin.router({
  listProviders: socialLogin.listProviders.handler(({ context }) => ({
    siteUrl: context.siteUrl,
    // Picks fields explicitly because the settings contain secrets.
    providers: context.signInProviders
      .filter(({ isFake }) => !isFake || context.hasDeveloperAccess)
      .map(({ name, label, isFake }) => ({ name, label, isFake })),
  })),
  listLinkedAccounts: socialLogin.listLinkedAccounts.handler(async ({ context: { db, signInProviders, actor } }) => {
    const { userId } = requireUser({ actor });
    const [rows, methodCount] = await Promise.all([listLinkedAccountRows(db, userId), countSignInMethods(db, userId)]);
    const items = rows.map(({ createdAt, ...row }) => ({
      ...row,
      label: getProviderLabel(row.provider, signInProviders),
      linkedAt: createdAt.toISOString(),
      canUnlink: methodCount > 1,
    }));
    return { items };
  }),
  unlinkAccount: socialLogin.unlinkAccount.handler(async ({ context, input }) => {
    const { userId } = requireUser(context);
    await requireRecentAuthentication(context);
    await context.db.transaction(tx =>
      removeSignInMethod(
        tx,
        context,
        userId,
        'This linked account doesn’t exist. It may have been removed.',
        async () => {
          const provider = await deleteLinkedAccount(tx, userId, input.id);
          return provider && getProviderLabel(provider, context.signInProviders);
        },
      ),
    );
    return { unlinked: true as const };
  }),
});
