import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import { createPublicEntries, seoColumns } from '#features/publishing/index.ts';
import { ownerRoleSubquery } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { SearchIndex } from '#platform/database/search.ts';
import { AppError } from '#shared/errors.ts';
import type { Post, PostCard } from '../contract/public.ts';
import { blogAuthors, posts, postSlugs, postSource } from '../tables.ts';

/** Search index of public posts. */
export const postSearchIndex: SearchIndex = {
  table: posts,
  shown: posts.isPublic,
  vector: posts.searchVector,
  foldedTitle: posts.searchTitle,
  finder: 'search_posts',
};

const avatars = alias(pictures, 'avatars');
const avatarColumns = {
  id: avatars.id,
  width: avatars.width,
  height: avatars.height,
  placeholderColors: avatars.placeholderColors,
};

const cardColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  description: posts.description,
  category: posts.category,
  tags: posts.tags,
  // For authors with an account, the account's name and picture are used.
  authorName: sql<string>`coalesce(${users.name}, ${blogAuthors.name})`,
  // The owner's is the current one of the site.
  authorRole: sql<string>`coalesce(case when ${users.role} = 'owner' then ${ownerRoleSubquery} end, ${blogAuthors.role})`,
  avatar: avatarColumns,
  cover: pictureColumns,
  coverAlt: posts.coverAlt,
  likes: posts.likes,
  commentCount: posts.commentCount,
  wordCount: posts.wordCount,
  // Public posts always have a publish date.
  publishedAt: sql<Date>`${posts.publishedAt}`.mapWith(posts.publishedAt),
};

function selectCards(db: Db) {
  return db
    .select(cardColumns)
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(avatars, eq(avatars.id, sql`coalesce(${users.avatarId}, ${blogAuthors.avatarId})`))
    .leftJoin(pictures, eq(pictures.id, posts.coverImageId));
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

function toCard({ authorName, authorRole, avatar, publishedAt, ...row }: CardRow): PostCard {
  return { ...row, author: { name: authorName, role: authorRole, avatar }, publishedAt: publishedAt.toISOString() };
}

/** Returns a post's card, public or not; if never published it is dated `now`. */
export async function findPostCard(db: Db, id: number, now: Date): Promise<PostCard | undefined> {
  const [row] = await selectCards(db).where(eq(posts.id, id));
  if (!row) return undefined;
  const publishedAt: Date | null = row.publishedAt;
  return toCard({ ...row, publishedAt: publishedAt ?? now });
}

/** Returns the card of a public post. */
export async function findPublicPostCard(db: Db, id: number): Promise<PostCard | undefined> {
  const [row] = await selectCards(db).where(and(eq(posts.id, id), posts.isPublic));
  return row && toCard(row);
}

/** The public posts. */
export const publicPosts = createPublicEntries({
  source: postSource,
  searchIndex: postSearchIndex,
  orders: {
    newest: { key: posts.publishedAt, descending: true },
    oldest: { key: posts.publishedAt, descending: false },
    most_liked: { key: posts.likes, descending: true },
    most_commented: { key: posts.commentCount, descending: true },
  },
  selectCards,
  toCard,
});

/** Returns a public post with its adjacent and related posts, also by a former slug. Throws NOT_FOUND. */
export async function getPost(db: Db, key: { slug: string } | { id: number }): Promise<Post> {
  const [row] = await selectCards(db).where(
    and(eq(posts.id, 'id' in key ? key.id : idOf(db, key.slug)), posts.isPublic),
  );
  if (!row) throw new AppError('NOT_FOUND', 'This post doesn’t exist. It may have been moved or deleted.');
  const [[text], around] = await Promise.all([
    db
      .select({ html: posts.html, headings: posts.headings, updatedAt: posts.updatedAt, ...seoColumns(posts) })
      .from(posts)
      .leftJoin(pictures, eq(pictures.id, posts.socialImageId))
      .where(eq(posts.id, row.id)),
    publicPosts.getSurroundings(db, row),
  ]);
  if (!text) throw new AppError('NOT_FOUND', 'This post was just unpublished.');
  const { html, headings, updatedAt, ...seo } = text;
  return { ...toCard(row), html, headings, updatedAt: updatedAt.toISOString(), seo, ...around };
}

/** Selects the ID of a post by its slug, or else by a former one. */
function idOf(db: Db, slug: string): SQL {
  const current = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.slug, slug), posts.isPublic));
  const former = db.select({ id: postSlugs.postId }).from(postSlugs).where(eq(postSlugs.slug, slug));
  return sql`coalesce((${current}), (${former}))`;
}

export const listPosts = publicPosts.list;

/** Returns the newest posts with their full text. */
export async function listFeedPosts(db: Db, limit: number) {
  const rows = await db
    .select({
      ...cardColumns,
      html: posts.html,
      updatedAt: posts.updatedAt,
      // The slug that its feed ID is made from.
      feedSlug: sql<string>`coalesce(${posts.feedSlug}, ${posts.slug})`,
    })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(avatars, eq(avatars.id, sql`coalesce(${users.avatarId}, ${blogAuthors.avatarId})`))
    .leftJoin(pictures, eq(pictures.id, posts.coverImageId))
    .where(and(posts.isPublic))
    .orderBy(...publicPosts.newest)
    .limit(limit);
  return rows.map(({ html, updatedAt, feedSlug, ...row }) => ({
    ...toCard(row),
    html,
    updatedAt: updatedAt.toISOString(),
    feedSlug,
  }));
}

export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number];

export function listNewestPosts(db: Db, limit: number) {
  return db
    .select({ slug: posts.slug, title: posts.title, description: posts.description })
    .from(posts)
    .where(and(posts.isPublic))
    .orderBy(...publicPosts.newest)
    .limit(limit);
}

/** Lists the slugs and last changes of a range of public posts, by ID. */
export function listPostSitemapEntries(db: Db, { offset, limit }: { readonly offset: number; readonly limit: number }) {
  const found = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(posts.isPublic))
    .orderBy(asc(posts.id))
    .offset(offset)
    .limit(limit);
  return db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(inArray(posts.id, found))
    .orderBy(asc(posts.id));
}
