import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { idSection, listInParts, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { ClientFilter, ClientQuery } from '../contract/index.ts';
import { clientEmails, clients } from '../tables.ts';
import type { ClientRow } from './clients.ts';

/** The company, or the person without one; must match the expression of its index. */
const sortName = sql`lower(case when ${clients.company} = '' then ${clients.name} else ${clients.company} end)`;

const sortBy = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: clients,
  keys: [key, clients.id],
  descending,
  cursor: clients.id,
});
const sorts: Readonly<Record<ClientFilter['sort'], ListOrder>> = {
  newest: sortBy(clients.createdAt, true),
  oldest: sortBy(clients.createdAt, false),
  name_asc: sortBy(sortName, false),
  name_desc: sortBy(sortName, true),
};

function matching({ search, tag }: Omit<ClientFilter, 'sort'>): SQL | undefined {
  const like = toLikePattern(search ?? '');
  return and(
    isNull(clients.mergedIntoId),
    search
      ? or(
          sql`(${clients.name} || E'\\n' || ${clients.company}) ilike ${like}`,
          sql`${clients.id} in (select ${clientEmails.clientId} from ${clientEmails} where ${clientEmails.email}::text ilike ${like})`,
          and(sql`${clients.taxId} <> ''`, eq(clients.taxId, search.toUpperCase().replaceAll(/[\s.\-/]/g, ''))),
        )
      : undefined,
    tag ? sql`${tag} = any(${clients.tags})` : undefined,
  );
}

const toSection = (db: Db, { sort, ...filter }: ClientFilter) =>
  idSection(db, sorts[sort], clients.id, matching(filter));

function selectRows(db: Db, ids: number[], sort: ClientFilter['sort']): Promise<ClientRow[]> {
  return db
    .select()
    .from(clients)
    .where(inArray(clients.id, ids))
    .orderBy(...orderTerms(sorts[sort]));
}

/** Returns one page of clients. */
export async function listClientRows(db: Db, query: ClientQuery): Promise<ClientRow[]> {
  const found = await listPage(query, [toSection(db, query)]);
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : selectRows(db, ids, query.sort);
}

/** Yields all filtered clients in pages of rows. */
export function listAllClientRows(db: Db, filter: ClientFilter): AsyncGenerator<ClientRow[]> {
  return listInParts([toSection(db, filter)], ids => selectRows(db, ids, filter.sort));
}

/** Counts the clients that match a filter; see {@link countRows}. */
export function countClients(db: Db, filter: ClientFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(clients).where(matching(filter)));
}
