import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { getRedirect, saveRedirect } from './actions.ts';
import { redirectsContract } from './contract.ts';
import { countRedirects, deleteRedirect, listRedirects } from './queries.ts';

const redirects = implement(redirectsContract).$context<ApiContext>();

export const redirectsHandlers = redirects.router({
  list: redirects.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listRedirects(context.db, input), countRedirects(context.db, input)]);
    return pageOf(input, items, total);
  }),
  create: redirects.create.handler(({ context, input }) =>
    context.db.transaction(tx => saveRedirect(tx, context, input)),
  ),
  get: redirects.get.handler(({ context, input }) => getRedirect(context.db, input.id)),
  update: redirects.update.handler(({ context, input }) =>
    context.db.transaction(tx => saveRedirect(tx, context, input)),
  ),
  delete: redirects.delete.handler(async ({ context, input }) => {
    const deleted = await context.db.transaction(tx => deleteRedirect(tx, input.id));
    if (!deleted) throw new AppError('NOT_FOUND', 'This redirect does not exist. It may have been deleted.');
    return { deleted: true as const };
  }),
});
