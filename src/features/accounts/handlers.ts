import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { hashPassword } from '#platform/password.ts';
import { checkOwnerSetUp, checkPassword, claimOwnership } from './actions.ts';
import { accountsContract } from './contract.ts';

const accounts = implement(accountsContract).$context<ApiContext>();

export const accountsHandlers = accounts.router({
  checkSetUp: accounts.checkSetUp.handler(async ({ context, input }) => {
    await checkOwnerSetUp(context.db, input.token);
    return { valid: true as const };
  }),
  setUp: accounts.setUp.handler(async ({ context, input }) => {
    await checkOwnerSetUp(context.db, input.token);
    await checkPassword(input.password, input);
    const passwordHash = await hashPassword(input.password);
    await context.db.transaction(tx => claimOwnership(tx, { ...input, passwordHash }));
    context.log.info('the site has its owner');
    return { name: input.name };
  }),
});
