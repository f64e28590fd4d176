import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { pageOf } from '#shared/lists.ts';
import { changeRole, disablePerson, enablePerson, lookUpPerson, signPersonOut } from './actions.ts';
import { peopleContract } from './contract.ts';
import { countPeople, listAllPeople, listPeople } from './queries.ts';

const people = implement(peopleContract).$context<ApiContext>();

export const peopleHandlers = people.router({
  list: people.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listPeople(context.db, input), countPeople(context.db, input)]);
    return pageOf(input, items, total);
  }),
  export: people.export.handler(async ({ context, input }) => {
    const parts = listAllPeople(context.db, input);
    const heading = ['Name', 'E-mail', 'Role', 'State', 'Since', 'Last seen'];
    const cells = cellsIn(parts, ({ name, email, role, disabledAt, createdAt, lastSeenAt }) => {
      return [name, email, role, disabledAt ? 'disabled' : 'active', createdAt, lastSeenAt ?? ''];
    });
    return csvDownload(`people-${context.now().toString().slice(0, 10)}.csv`, heading, cells);
  }),
  byEmail: people.byEmail.handler(({ context, input }) => lookUpPerson(context.db, context, input.email)),
  changeRole: people.changeRole.handler(({ context, input }) =>
    context.db.transaction(tx => changeRole(tx, context, input)),
  ),
  disable: people.disable.handler(({ context, input }) =>
    context.db.transaction(tx => disablePerson(tx, context, input.id)),
  ),
  enable: people.enable.handler(({ context, input }) =>
    context.db.transaction(tx => enablePerson(tx, context, input.id)),
  ),
  signOut: people.signOut.handler(({ context, input }) =>
    context.db.transaction(tx => signPersonOut(tx, context, input.id)),
  ),
});
