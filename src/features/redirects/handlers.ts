import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { saveRedirect } from './actions.ts';
import { redirectsContract } from './contract.ts';
import { deleteRedirect, getRedirect, listRedirects } from './queries.ts';

const redirects = implement(redirectsContract).$context<ApiContext>();

export const redirectsHandlers = redirects.router({
  list: redirects.list.handler(({ context, input }) => listRedirects(context.db, input)),
  create: redirects.create.handler(inTransaction(saveRedirect)),
  get: redirects.get.handler(({ context, input }) => getRedirect(context.db, input.id)),
  update: redirects.update.handler(inTransaction(saveRedirect)),
  delete: redirects.delete.handler(({ context, input }) => deleteRedirect(context.db, input.id)),
});
