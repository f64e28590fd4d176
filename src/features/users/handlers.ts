import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { changeUserRole, disableUser, enableUser, getUserByEmail, revokeUserSessions } from './actions.ts';
import { usersContract } from './contract.ts';
import { countUsers, listAllUsers, listUsers } from './queries.ts';

const people = implement(usersContract).$context<ApiContext>();

export const usersHandlers = people.router({
  list: people.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listUsers(context.db, input), countUsers(context.db, input)]);
    return pageOf(input, items, total);
  }),
  export: people.export.handler(async ({ context, input }) => {
    const parts = listAllUsers(context.db, input);
    const heading = ['Name', 'E-mail', 'Role', 'State', 'Since', 'Last seen'];
    const cells = cellsIn(parts, ({ name, email, role, disabledAt, createdAt, lastSeenAt }) => {
      return [name, email, role, disabledAt ? 'disabled' : 'active', createdAt, lastSeenAt ?? ''];
    });
    return csvDownload(`people-${context.now().toString().slice(0, 10)}.csv`, heading, cells);
  }),
  byEmail: people.byEmail.handler(({ context, input }) => getUserByEmail(context.db, context, input.email)),
  changeRole: people.changeRole.handler(({ context, input }) =>
    context.db.transaction(tx => changeUserRole(tx, context, input)),
  ),
  disable: people.disable.handler(({ context, input }) =>
    context.db.transaction(tx => disableUser(tx, context, input.id)),
  ),
  enable: people.enable.handler(({ context, input }) =>
    context.db.transaction(tx => enableUser(tx, context, input.id)),
  ),
  signOut: people.signOut.handler(({ context, input }) =>
    context.db.transaction(tx => revokeUserSessions(tx, context, input.id)),
  ),
});
