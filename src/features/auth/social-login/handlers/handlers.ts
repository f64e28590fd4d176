import { implement } from '@orpc/server';
import { requireFreshSignIn } from '../../sessions/actions/reauthentication.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { readIdentities, removeIdentity } from '../actions/linked-accounts.ts';
import { identitiesContract } from '../contract.ts';

const identities = implement(identitiesContract).$context<ApiContext>();

export const identitiesHandlers = identities.router({
  providers: identities.providers.handler(({ context }) => ({
    siteUrl: context.siteUrl,
    providers: context.signInProviders.filter(({ isFake }) => !isFake || context.hasDeveloperAccess),
  })),
  mine: identities.mine.handler(async ({ context }) => ({
    items: await readIdentities(context.db, context.signInProviders, signedInActor(context).userId),
  })),
  remove: identities.remove.handler(async ({ context, input }) => {
    const { userId } = signedInActor(context);
    await requireFreshSignIn(context);
    await context.db.transaction(tx => removeIdentity(tx, context, userId, input.id));
    return { removed: true as const };
  }),
});
