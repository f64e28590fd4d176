import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { invalidateEntry, postTags } from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { countRows, foundFirst } from '#platform/database/counting.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { idSection, type ListOrder, listPage, orderTerms } from '#platform/database/paging.ts';
import { toLikePattern } from '#platform/database/search.ts';
import type { DraftListFilter, DraftSummary, DraftQuery } from '../contract/editing.ts';
import { blogAuthors, posts, postSlugs } from '../tables.ts';
import { listNeighborIds } from './posts.ts';

export type PostRow = typeof posts.$inferSelect;

/** The latest content: for a published post it may be in `pending`. */
const written = (key: 'title' | 'description' | 'category') =>
  sql<string>`coalesce(${posts.unpublishedChanges} ->> ${sql.raw(`'${key}'`)}, ${posts[key]})`;

const title = written('title');
const coverImageId = sql`case when ${posts.unpublishedChanges} is null then ${posts.coverImageId} else ${posts.unpublishedChanges} ->> 'coverImageId' end`;

const lineColumns = {
  id: posts.id,
  slug: posts.slug,
  title,
  description: written('description'),
  category: written('category'),
  tags: posts.tags,
  status: posts.status,
  authorName: sql<string>`coalesce(${users.name}, ${blogAuthors.name})`,
  authorUserId: blogAuthors.userId,
  cover: pictureColumns,
  words: posts.wordCount,
  likes: posts.likes,
  comments: posts.commentCount,
  hasUnpublishedChanges: sql<boolean>`${posts.unpublishedChanges} is not null`,
  isSample: posts.isSample,
  editedAt: posts.editedAt,
  publishedAt: posts.publishedAt,
  scheduledFor: posts.scheduledFor,
  submittedAt: posts.submittedAt,
  deletedAt: posts.deletedAt,
};

const by = (key: SQLWrapper, descending: boolean): ListOrder => ({
  from: posts,
  keys: [key, posts.id],
  descending,
  cursor: posts.id,
});
const published = (otherwise: 'infinity' | '-infinity') =>
  sql`coalesce(${posts.publishedAt}, ${sql.raw(`'${otherwise}'`)}::timestamptz)`;
const byTitle = sql`lower(${title})`;
const orders: Readonly<Record<DraftListFilter['sort'], ListOrder>> = {
  edited_desc: by(posts.editedAt, true),
  edited_asc: by(posts.editedAt, false),
  title_asc: by(byTitle, false),
  title_desc: by(byTitle, true),
  published_desc: by(published('-infinity'), true),
  published_asc: by(published('infinity'), false),
};

function selectLines(db: Db) {
  return db
    .select(lineColumns)
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(pictures, eq(pictures.id, coverImageId));
}

type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

function toLine({ authorUserId, ...row }: LineRow, { userId }: AuthenticatedActor): DraftSummary {
  return {
    ...row,
    isOwn: authorUserId === userId,
    editedAt: row.editedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Selects the author IDs of a user. */
function namesOf(db: Db, { userId }: AuthenticatedActor) {
  return db.select({ id: blogAuthors.id }).from(blogAuthors).where(eq(blogAuthors.userId, userId));
}

/** Restricts to the posts that the user may edit: their own, or all for the owner. */
function writableBy(db: Db, viewer: AuthenticatedActor): SQL | undefined {
  return viewer.role === 'owner' ? undefined : inArray(posts.authorId, namesOf(db, viewer));
}

function matching(
  db: Db,
  viewer: AuthenticatedActor,
  { search, status, category, author }: Omit<DraftListFilter, 'sort'>,
): SQL | undefined {
  const waits = and(eq(posts.status, 'published'), isNotNull(posts.submittedAt));
  return and(
    writableBy(db, viewer),
    status === 'deleted' ? isNotNull(posts.deletedAt) : isNull(posts.deletedAt),
    status === 'in_review' ? or(eq(posts.status, status), waits) : undefined,
    status && status !== 'deleted' && status !== 'in_review' ? eq(posts.status, status) : undefined,
    category ? eq(written('category'), category) : undefined,
    author === 'me' ? inArray(posts.authorId, namesOf(db, viewer)) : undefined,
    author === 'others' ? notInArray(posts.authorId, namesOf(db, viewer)) : undefined,
    search ? or(ilike(title, toLikePattern(search)), ilike(posts.slug, toLikePattern(search))) : undefined,
  );
}

/** Returns one page of the posts that the user may edit. */
export async function listDrafts(
  db: Db,
  viewer: AuthenticatedActor,
  query: DraftQuery,
  { sorted }: { sorted: boolean },
): Promise<DraftSummary[]> {
  const matches = matching(db, viewer, query);
  const which = sorted ? foundFirst(posts.id, matches) : matches;
  // Find the page in an index-only scan before reading its rows.
  const order = orders[query.sort];
  const ids = (await listPage(query, [idSection(db, order, posts.id, which)])).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await selectLines(db)
    .where(inArray(posts.id, ids))
    .orderBy(...orderTerms(order));
  return rows.map(row => toLine(row, viewer));
}

/** Returns the number of posts that match the filters of the draft list. */
export function countDrafts(db: Db, viewer: AuthenticatedActor, filter: DraftListFilter): Promise<number> {
  return countRows(
    db,
    db
      .select({ one: sql`1` })
      .from(posts)
      .where(matching(db, viewer, filter)),
  );
}

/** Returns a post as a row of the draft list if the user may edit it. */
export async function findDraftSummary(
  db: Db,
  viewer: AuthenticatedActor,
  id: number,
): Promise<DraftSummary | undefined> {
  const [row] = await selectLines(db).where(and(eq(posts.id, id), writableBy(db, viewer)));
  return row && toLine(row, viewer);
}

/** Returns a post's row and author if the user may edit it; `lock` locks the row. */
export async function findEditablePost(db: Db, viewer: AuthenticatedActor, id: number, options: { lock: boolean }) {
  const select = db
    .select({ entry: posts, author: { userId: blogAuthors.userId, name: users.name, email: users.email } })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .where(and(eq(posts.id, id), writableBy(db, viewer)));
  const [row] = await (options.lock ? select.for('update', { of: posts }) : select);
  return row;
}

/** Inserts a post. Returns its ID. */
export async function insertPost(tx: Transaction, post: typeof posts.$inferInsert): Promise<number> {
  const [row] = await tx.insert(posts).values(post).returning({ id: posts.id });
  if (!row) throw new Error('The post was not written.');
  return row.id;
}

/** Updates a post's row, and invalidates the pages that show what changed. */
export async function updatePostRow(
  tx: Transaction,
  before: PostRow,
  values: Partial<Omit<PostRow, 'isPublic'>>,
): Promise<void> {
  await tx.update(posts).set(values).where(eq(posts.id, before.id));
  const changed = { ...before, ...values };
  const after = { ...changed, isPublic: changed.status === 'published' && changed.deletedAt === null };
  await invalidateEntry(tx, postTags, { before, after }, entry => listNeighborIds(tx, entry));
}

/** Returns whether another post uses or used a slug. */
export async function isSlugTaken(db: Db, slug: string, id: number | undefined): Promise<boolean> {
  const isOther = (column: typeof posts.id | typeof postSlugs.postId) =>
    id === undefined ? undefined : ne(column, id);
  const [present] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.slug, slug), isOther(posts.id)));
  if (present) return true;
  const [former] = await db
    .select({ id: postSlugs.postId })
    .from(postSlugs)
    .where(and(eq(postSlugs.slug, slug), isOther(postSlugs.postId)));
  return former !== undefined;
}

/** Redirects a former slug to its post. */
export async function insertSlugRedirect(tx: Transaction, postId: number, slug: string, at: Date): Promise<void> {
  await tx.insert(postSlugs).values({ slug, postId, replacedAt: at }).onConflictDoNothing();
}

/** Deletes the redirect of a slug that a post uses again. */
export async function deleteSlugRedirect(tx: Transaction, slug: string): Promise<void> {
  await tx.delete(postSlugs).where(eq(postSlugs.slug, slug));
}

/** Lists the former slugs of a post, newest first. */
export async function listPreviousSlugs(db: Db, postId: number): Promise<string[]> {
  const rows = await db
    .select({ slug: postSlugs.slug })
    .from(postSlugs)
    .where(eq(postSlugs.postId, postId))
    .orderBy(desc(postSlugs.replacedAt), asc(postSlugs.slug));
  return rows.map(({ slug }) => slug);
}

/** Returns a post's row without an access check, for jobs. Throws if it does not exist. */
export async function getPostRow(db: Db, id: number): Promise<PostRow> {
  const [row] = await db.select().from(posts).where(eq(posts.id, id));
  if (!row) throw new Error(`There is no post ${id}.`);
  return row;
}

/** Permanently deletes posts that were deleted before an instant. Returns how many. */
export async function deletePostsDeletedBefore(db: Db, before: Date): Promise<number> {
  const rows = await db.delete(posts).where(lt(posts.deletedAt, before)).returning({ id: posts.id });
  return rows.length;
}

/** Lists the posts of a user with all columns, for their data export. */
export function listPostsByUser(db: Db, userId: string) {
  return db
    .select({ post: posts })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .where(eq(blogAuthors.userId, userId))
    .orderBy(asc(posts.id));
}

/** Permanently deletes posts. */
export async function deletePosts(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(posts).where(inArray(posts.id, [...ids]));
}
