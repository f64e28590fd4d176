import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { sessions, users } from '#features/accounts/tables.ts';
import { pictureColumns, pictures } from '#features/media/tables.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { rowsInParts } from '#platform/database/row-parts.ts';
import { containing } from '#platform/database/search.ts';
import type { GivenRole, PeopleFilter, PeopleQuery, Person } from './contract.ts';

const lastSeen = sql<Date | null>`(select max(${sessions.seenAt}) from ${sessions} where ${sessions.userId} = ${users.id})`;

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  avatar: pictureColumns,
  createdAt: users.createdAt,
  lastSeenAt: lastSeen.mapWith(sessions.seenAt),
  disabledAt: users.disabledAt,
};

/** Names as people sort them: whatever their case. */
const name = sql`lower(${users.name})`;
const byId = asc(users.id);

const orders: Readonly<Record<PeopleFilter['sort'], SQL[]>> = {
  newest: [desc(users.createdAt), byId],
  oldest: [asc(users.createdAt), byId],
  name: [asc(name), byId],
  'name-down': [desc(name), byId],
  email: [asc(users.email), byId],
  'email-down': [desc(users.email), byId],
  seen: [sql`${lastSeen} desc nulls last`, byId],
  'seen-longest': [sql`${lastSeen} asc nulls last`, byId],
};

function selectPeople(db: Db) {
  return db.select(personColumns).from(users).leftJoin(pictures, eq(pictures.id, users.avatarId));
}

type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

function toPerson({ createdAt, lastSeenAt, disabledAt, ...row }: PersonRow): Person {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

function matching({ search, role, state }: Omit<PeopleFilter, 'sort'>): SQL | undefined {
  return and(
    search ? sql`(${users.name} || E'\\n' || ${users.email}::text) ilike ${containing(search)}` : undefined,
    role ? eq(users.role, role) : undefined,
    state ? (state === 'disabled' ? isNotNull : isNull)(users.disabledAt) : undefined,
  );
}

/** One page of the people with an account. */
export async function listPeople(db: Db, query: PeopleQuery): Promise<Person[]> {
  // The page is found in an index alone, before its rows are read.
  const found = selectIds(db, query)
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return listPeopleById(db, found, query.sort);
}

/** Yields everybody that the filters leave in pages of rows. */
export function listAllPeople(db: Db, filter: PeopleFilter): AsyncGenerator<Person[]> {
  return rowsInParts(selectIds(db, filter), part => listPeopleById(db, part, filter.sort));
}

async function listPeopleById(db: Db, ids: string[] | SQLWrapper, sort: PeopleFilter['sort']): Promise<Person[]> {
  const rows = await selectPeople(db)
    .where(inArray(users.id, ids))
    .orderBy(...orders[sort]);
  return rows.map(toPerson);
}

function selectIds(db: Db, filter: PeopleFilter) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(matching(filter))
    .orderBy(...orders[filter.sort]);
}

/** How many people the filters leave. */
export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(users).where(matching(filter)));
}

/** Somebody by e-mail, whatever its case. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const [row] = await selectPeople(db).where(eq(users.email, email));
  return row && toPerson(row);
}

/** Somebody by id; until the transaction ends nobody signs in to the account, or changes it. */
export async function findPersonToChange(tx: Transaction, id: string): Promise<Person | undefined> {
  const [row] = await selectPeople(tx).where(eq(users.id, id)).for('update', { of: users });
  return row && toPerson(row);
}

/** Gives somebody a role. */
export async function updateRole(tx: Transaction, id: string, role: GivenRole, at: Date): Promise<void> {
  await tx.update(users).set({ role, updatedAt: at }).where(eq(users.id, id));
}

/** Locks an account, or unlocks it with null. */
export async function updateDisabled(tx: Transaction, id: string, disabledAt: Date | null, at: Date): Promise<void> {
  await tx.update(users).set({ disabledAt, updatedAt: at }).where(eq(users.id, id));
}
