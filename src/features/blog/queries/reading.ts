import { and, arrayContains, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/tables.ts';
import { pictureColumns, pictures } from '#features/media/tables.ts';
import type { Db } from '#platform/database/database.ts';
import { type ListQuery, listShape, listValues } from '#platform/database/lists.ts';
import { runPrepared } from '#platform/database/prepared.ts';
import { matchesSearch } from '#platform/database/search.ts';
import { listTopics } from '#platform/database/topics.ts';
import type { Topics } from '#shared/contract.ts';
import type { PostCard, PostQuery } from '../contract/reading.ts';
import { blogAuthors, posts } from '../tables.ts';

const avatars = alias(pictures, 'avatars');
const avatarColumns = {
  id: avatars.id,
  width: avatars.width,
  height: avatars.height,
  colors: avatars.colors,
};

/** What is public has been published. */
const publishedAt = sql<Date>`${posts.publishedAt}`.mapWith(posts.publishedAt);

/** With an account, a name and a picture follow it. */
const authorName = sql<string>`coalesce(${users.name}, ${blogAuthors.name})`;

export const cardColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  description: posts.description,
  category: posts.category,
  tags: posts.tags,
  authorName,
  authorRole: blogAuthors.role,
  avatar: avatarColumns,
  cover: pictureColumns,
  coverAlt: posts.coverAlt,
  likes: posts.likes,
  comments: posts.commentCount,
  words: posts.words,
  publishedAt,
};

export const orders = {
  newest: [desc(posts.publishedAt), desc(posts.id)],
  oldest: [asc(posts.publishedAt), asc(posts.id)],
  liked: [desc(posts.likes), desc(posts.id)],
  discussed: [desc(posts.commentCount), desc(posts.id)],
} as const;

/** Cards of posts, public or not: the caller says which. */
export function selectCards(db: Db) {
  return db
    .select(cardColumns)
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(avatars, eq(avatars.id, sql`coalesce(${users.avatarId}, ${blogAuthors.avatarId})`))
    .leftJoin(pictures, eq(pictures.id, posts.coverId));
}

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

/** A row as a list shows it. */
export function toCard({ authorName, authorRole, avatar, publishedAt, ...row }: CardRow): PostCard {
  return { ...row, author: { name: authorName, role: authorRole, avatar }, publishedAt: publishedAt.toISOString() };
}

function matching(query: ListQuery): SQL | undefined {
  return and(
    posts.isPublic,
    query.category ? eq(posts.category, sql.placeholder('category')) : undefined,
    query.tag ? arrayContains(posts.tags, sql.placeholder('tags')) : undefined,
    query.search ? matchesSearch(posts.search, posts.title) : undefined,
  );
}

/** One page of published posts. */
export async function listPosts(db: Db, query: PostQuery): Promise<PostCard[]> {
  // The page's rows are found in an index, by a statement that is quick to plan for each of its filters' values; what
  // they show is joined by another one, which is planned once.
  const found = await runPrepared(db, `posts found ${listShape(query)}`, listValues(query), () =>
    db
      .select({ id: posts.id })
      .from(posts)
      .where(matching(query))
      .orderBy(...orders[query.sort])
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  );
  const rows = await runPrepared(db, 'posts cards', { ids: found.map(({ id }) => id) }, () =>
    selectCards(db).where(eq(posts.id, sql`any(${sql.placeholder('ids')})`)),
  );
  const cards = new Map(rows.map(row => [row.id, toCard(row)]));
  return found.flatMap(({ id }) => cards.get(id) ?? []);
}

/** How many posts the filters of a list leave. */
export async function countPosts(db: Db, query: PostQuery): Promise<number> {
  const [row] = await runPrepared(db, `posts counted ${listShape(query)}`, listValues(query), () =>
    db.select({ total: count() }).from(posts).where(matching(query)),
  );
  return row?.total ?? 0;
}

/** Categories and tags of the posts with their numbers. */
export function listPostTopics(db: Db): Promise<Topics> {
  return listTopics(db, posts, { category: posts.category, tags: posts.tags }, posts.isPublic);
}

/** A post with its full text, for feeds. */
export interface FeedPost extends PostCard {
  readonly html: string;
  readonly updatedAt: string;
}

/** The newest posts with their full text. */
export async function listFeedPosts(db: Db, limit: number): Promise<FeedPost[]> {
  const rows = await db
    .select({ ...cardColumns, html: posts.html, updatedAt: posts.updatedAt })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(avatars, eq(avatars.id, sql`coalesce(${users.avatarId}, ${blogAuthors.avatarId})`))
    .leftJoin(pictures, eq(pictures.id, posts.coverId))
    .where(and(posts.isPublic))
    .orderBy(...orders.newest)
    .limit(limit);
  return rows.map(({ html, updatedAt, ...row }) => ({ ...toCard(row), html, updatedAt: updatedAt.toISOString() }));
}

/** The address and the last change of every post, newest first. */
export function listPostAddresses(db: Db) {
  return db
    .select({ slug: posts.slug, title: posts.title, description: posts.description, updatedAt: posts.updatedAt })
    .from(posts)
    .where(and(posts.isPublic))
    .orderBy(...orders.newest);
}
