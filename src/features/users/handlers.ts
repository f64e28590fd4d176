import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { changeUserRole, disableUser, enableUser, getUserByEmail, revokeUserSessions } from './actions.ts';
import { usersContract } from './contract.ts';
import { countUsers, listAllUsers, listUsers } from './queries.ts';

const users = implement(usersContract).$context<ApiContext>();

export const usersHandlers = users.router({
  list: users.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listUsers(context.db, input), countUsers(context.db, input)]);
    return pageOf(input, items, total);
  }),
  export: users.export.handler(async ({ context, input }) => {
    const parts = listAllUsers(context.db, input);
    const heading = ['Name', 'E-mail', 'Role', 'State', 'Since', 'Last seen'];
    const cells = cellsIn(parts, ({ name, email, role, disabledAt, createdAt, lastActiveAt }) => {
      return [name, email, role, disabledAt ? 'disabled' : 'active', createdAt, lastActiveAt ?? ''];
    });
    return csvDownload(`people-${context.now().toString().slice(0, 10)}.csv`, heading, cells);
  }),
  getByEmail: users.getByEmail.handler(({ context, input }) => getUserByEmail(context.db, context, input.email)),
  updateRole: users.updateRole.handler(({ context, input }) =>
    context.db.transaction(tx => changeUserRole(tx, context, input)),
  ),
  disable: users.disable.handler(({ context, input }) =>
    context.db.transaction(tx => disableUser(tx, context, input.id)),
  ),
  enable: users.enable.handler(({ context, input }) => context.db.transaction(tx => enableUser(tx, context, input.id))),
  revokeSessions: users.revokeSessions.handler(({ context, input }) =>
    context.db.transaction(tx => revokeUserSessions(tx, context, input.id)),
  ),
});
