import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { posts, postSlugs } from '#features/blog/index.ts';
import { projects, projectSlugs } from '#features/projects/index.ts';
import { countRows } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toLikePattern } from '#platform/database/search.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { paths } from '#shared/paths.ts';
import type { Redirect, RedirectQuery } from './contract.ts';
import { mayHavePage } from './rules/addresses.ts';
import { redirects } from './tables.ts';

/** Target of a redirect: one of the three is set. */
export type Target = Pick<typeof redirects.$inferInsert, 'toAddress' | 'toPath' | 'postId' | 'projectId'>;

function selectRedirects(db: Db) {
  return db
    .select({
      id: redirects.id,
      from: redirects.fromPath,
      toAddress: redirects.toAddress,
      toPath: redirects.toPath,
      postSlug: posts.slug,
      projectSlug: projects.id,
      isPublic: sql<boolean>`coalesce(${posts.isPublic}, ${projects.isPublic}, true)`,
      createdBy: redirects.createdBy,
      createdAt: redirects.createdAt,
    })
    .from(redirects)
    .leftJoin(posts, eq(posts.id, redirects.postId))
    .leftJoin(projects, eq(projects.id, redirects.projectId));
}

type Row = Awaited<ReturnType<typeof selectRedirects>>[number];

const addressOf = ({ toAddress, postSlug, projectSlug }: Row) =>
  toAddress ?? (postSlug === null ? paths.project(projectSlug ?? '') : paths.post(postSlug));

function toRedirect(row: Row): Redirect {
  const { id, from, toPath, isPublic, createdBy, createdAt } = row;
  const targetExists = toPath === null || mayHavePage(toPath);
  return {
    id,
    from,
    to: addressOf(row),
    active: isPublic,
    targetExists,
    createdBy,
    createdAt: createdAt.toISOString(),
  };
}

/** Returns the target of the first key with a redirect; undefined while its post or project is not public. */
export async function findTarget(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return undefined;
  const rows = await selectRedirects(db).where(inArray(redirects.fromPath, [...keys]));
  const byKey = new Map(rows.filter(({ isPublic }) => isPublic).map(row => [row.from, row]));
  const row = keys.flatMap(key => byKey.get(key) ?? [])[0];
  return row && { key: row.from, to: addressOf(row) };
}

const orders: Readonly<Record<RedirectQuery['sort'], SQL[]>> = {
  newest: [desc(redirects.createdAt), desc(redirects.id)],
  from: [asc(redirects.fromPath)],
};

/** Matches redirects whose old or new address contains a text. */
function matching(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const text = search.normalize('NFC');
  const pattern = toLikePattern(text);
  const addresses = sql`(${redirects.fromPath} || E'\\n' || coalesce(${redirects.toAddress}, ''))`;
  return or(
    sql`${addresses} ilike ${pattern}`,
    // New addresses are stored percent-encoded.
    sql`${addresses} ilike ${toLikePattern(encodeURI(text))}`,
    sql`${redirects.postId} in (select id from ${posts} where ${posts.slug} ilike ${pattern})`,
    sql`${redirects.projectId} in (select id from ${projects} where ${projects.id} ilike ${pattern})`,
  );
}

/** Returns one page of redirects with their number. */
export async function listRedirects(db: Db, query: RedirectQuery) {
  const found = matching(query.search);
  const [rows, total] = await Promise.all([
    selectRedirects(db)
      .where(found)
      .orderBy(...orders[query.sort])
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize),
    countRows(db, db.select({ one: sql`1` }).from(redirects).where(found)),
  ]);
  return pageOf(query, rows.map(toRedirect), total);
}

const notFound = () => new AppError('NOT_FOUND', 'This redirect doesn’t exist. It may have been deleted.');

/** Returns a redirect. Throws NOT_FOUND. */
export async function getRedirect(db: Db, id: number): Promise<Redirect> {
  const [row] = await selectRedirects(db).where(eq(redirects.id, id));
  if (!row) throw notFound();
  return toRedirect(row);
}

/** Finds a redirect by the key of its old address. */
export async function findRedirectFrom(db: Db, key: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.fromPath, key));
  return row;
}

/** Finds the post or project that has this slug or had it, unless it is deleted. */
export async function findItem(
  db: Db,
  { kind, slug }: { readonly kind: 'post' | 'project'; readonly slug: string },
): Promise<Target | undefined> {
  if (kind === 'post') {
    const former = db.select({ id: postSlugs.postId }).from(postSlugs).where(eq(postSlugs.slug, slug));
    const [row] = await db
      .select({ postId: posts.id })
      .from(posts)
      .where(and(or(eq(posts.slug, slug), inArray(posts.id, former)), isNull(posts.deletedAt)));
    return row;
  }
  const former = db.select({ id: projectSlugs.projectId }).from(projectSlugs).where(eq(projectSlugs.slug, slug));
  const [row] = await db
    .select({ projectId: projects.id })
    .from(projects)
    .where(and(or(eq(projects.id, slug), inArray(projects.id, former)), isNull(projects.deletedAt)));
  return row;
}

/** Locks redirects until the transaction ends, so simultaneous changes can't create a loop. */
export async function lockRedirects(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('redirects'))`);
}

/** Adds a redirect. Returns its id. */
export async function insertRedirect(
  tx: Transaction,
  row: Target & Pick<typeof redirects.$inferInsert, 'fromPath' | 'createdBy' | 'createdAt'>,
): Promise<number> {
  const [inserted] = await tx.insert(redirects).values(row).returning({ id: redirects.id });
  if (!inserted) throw new Error('The redirect was not inserted.');
  return inserted.id;
}

const NO_TARGET = { toAddress: null, toPath: null, postId: null, projectId: null };

export async function updateRedirect(tx: Transaction, id: number, row: Target & { fromPath: string }): Promise<void> {
  const set = { ...NO_TARGET, ...row };
  await tx.update(redirects).set(set).where(eq(redirects.id, id));
}

/** Points the redirects that lead to an old address at its new one. */
export async function updateChained(tx: Transaction, key: string, target: Target): Promise<void> {
  await tx
    .update(redirects)
    .set({ ...NO_TARGET, ...target })
    .where(and(eq(redirects.toPath, key), ne(redirects.fromPath, key)));
}

/** Deletes a redirect. Throws NOT_FOUND. */
export async function deleteRedirect(db: Db, id: number) {
  const { rowCount } = await db.delete(redirects).where(eq(redirects.id, id));
  if (rowCount === 0) throw notFound();
  return { deleted: true as const };
}

/** Lists those of some keys that have a redirect. */
export async function listRedirectKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: redirects.fromPath })
    .from(redirects)
    .where(sql`${redirects.fromPath} = any(${sql.param([...keys])}::text[])`);
  return new Set(rows.map(({ key }) => key));
}

/** Adds redirects whose targets have no redirect themselves. Those from an address that has one are left out. */
export async function insertRedirects(tx: Transaction, rows: readonly (typeof redirects.$inferInsert)[]) {
  let inserted = 0;
  for (let start = 0; start < rows.length; start += 1000) {
    const part = rows.slice(start, start + 1000);
    inserted += (await tx.insert(redirects).values(part).onConflictDoNothing()).rowCount ?? 0;
  }
  return inserted;
}

/** Points each redirect whose target is redirected itself at the final target. */
export async function updateAllChained(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update ${redirects} as one
    set to_address = next.to_address, to_path = next.to_path, post_id = next.post_id, project_id = next.project_id
    from ${redirects} as next where one.to_path = next.from_path`);
}

/** Lists all redirects by their old addresses. */
export async function listAllRedirects(db: Db): Promise<{ from: string; to: string }[]> {
  const rows = await selectRedirects(db).orderBy(sql`${redirects.fromPath} collate "C"`);
  return rows.map(row => ({ from: row.from, to: addressOf(row) }));
}
