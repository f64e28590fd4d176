import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { sessions, users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, listInParts, type ListOrder, listPage, type ListSection } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { UserFilter, UserQuery, UserDetails } from './contract.ts';

const lastSeen = sql<Date | null>`(select max(${sessions.lastActiveAt}) from ${sessions} where ${sessions.userId} = ${users.id})`;

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  avatar: pictureColumns,
  createdAt: users.createdAt,
  lastSeenAt: lastSeen.mapWith(sessions.lastActiveAt),
  disabledAt: users.disabledAt,
};

const byId = { from: users, cursor: users.id };

/** Sorted case-insensitively. */
const name = sql`lower(${users.name})`;

/** When users with a session were last active. */
const seen = sql`(select user_id, max(last_active_at) as seen_at from sessions group by user_id) as seen`;
const seenUser = sql`seen.user_id`;
const bySeen = { from: seen, keys: [sql`seen.seen_at`, seenUser], cursor: seenUser };

const sortColumns: Readonly<Record<UserFilter['sort'], ListOrder>> = {
  newest: { ...byId, keys: [users.createdAt, users.id], descending: true },
  oldest: { ...byId, keys: [users.createdAt, users.id], descending: false },
  name_asc: { ...byId, keys: [name, users.id], descending: false },
  name_desc: { ...byId, keys: [name, users.id], descending: true },
  email_asc: { ...byId, keys: [users.email], descending: false },
  email_desc: { ...byId, keys: [users.email], descending: true },
  last_active_desc: { ...bySeen, descending: true },
  last_active_asc: { ...bySeen, descending: false },
};

function selectUsers(db: Db) {
  return db.select(personColumns).from(users).leftJoin(pictures, eq(pictures.id, users.avatarId));
}

type PersonRow = Awaited<ReturnType<typeof selectUsers>>[number];

function toUserDetails({ createdAt, lastSeenAt, disabledAt, ...row }: PersonRow): UserDetails {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastActiveAt: lastSeenAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

function buildUserFilter({ search, role, status }: Omit<UserFilter, 'sort'>): SQL | undefined {
  return and(
    search ? sql`(${users.name} || E'\\n' || ${users.email}::text) ilike ${toLikePattern(search)}` : undefined,
    role ? eq(users.role, role) : undefined,
    status ? (status === 'disabled' ? isNotNull : isNull)(users.disabledAt) : undefined,
  );
}

/** Returns the list's sections. When sorted by activity, users without a session come last. */
function sectionsOf(db: Db, { sort, ...filter }: UserFilter): [PeopleSection, ...PeopleSection[]] {
  const which = buildUserFilter(filter);
  const order = sortColumns[sort];
  const everybody = idSection(db, order, users.id, which);
  if (order.from !== seen) return [everybody];
  const isSeen = sql`exists (select from sessions where sessions.user_id = ${users.id})`;
  const among = which && sql`${seenUser} in (select ${users.id} from ${users} where ${which})`;
  return [
    {
      order,
      select: async ({ seek, orderBy, keys, limit, offset }) => {
        const where = and(among, seek) ?? sql`true`;
        const { rows } = await db.execute<{ id: string; keys: string[] }>(sql`
          select user_id as id, ${keys} as keys from ${seen} where ${where}
          order by ${sql.join(orderBy, sql`, `)} limit ${limit} offset ${offset}`);
        return rows;
      },
      has: async cursor => (await db.$count(users, and(eq(users.id, String(cursor)), isSeen))) > 0,
      count: () => db.$count(users, and(which, isSeen)),
    },
    idSection(db, { ...byId, keys: [users.id], descending: order.descending }, users.id, and(which, not(isSeen))),
  ];
}

type PeopleSection = ListSection<{ id: string; keys: string[] }>;

export async function listUsers(db: Db, query: UserQuery): Promise<UserDetails[]> {
  // Finds the page by index only, then reads its rows.
  const ids = (await listPage(query, sectionsOf(db, query))).map(({ id }) => id);
  return listPeopleById(db, ids);
}

/** Yields all filtered users in pages of rows. */
export function listAllUsers(db: Db, filter: UserFilter): AsyncGenerator<UserDetails[]> {
  return listInParts(sectionsOf(db, filter), ids => listPeopleById(db, ids));
}

async function listPeopleById(db: Db, ids: readonly string[]): Promise<UserDetails[]> {
  const rows = await selectUsers(db).where(inArray(users.id, [...ids]));
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toUserDetails);
}

export function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return countRows(db, db.select({ one: sql`1` }).from(users).where(buildUserFilter(filter)));
}

/** Returns a user by email, case-insensitively. */
export async function findUserDetailsByEmail(db: Db, email: string): Promise<UserDetails | undefined> {
  const [row] = await selectUsers(db).where(eq(users.email, email));
  return row && toUserDetails(row);
}

/** Returns a user and locks the row: blocks sign-ins and changes until the transaction ends. */
export async function findUserDetailsForUpdate(tx: Transaction, id: string): Promise<UserDetails | undefined> {
  const [row] = await selectUsers(tx).where(eq(users.id, id)).for('update', { of: users });
  return row && toUserDetails(row);
}
