import { and, arrayContains, count, eq, gt, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { pictureColumns, pictures } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { type ListQuery, toListQueryKey, toListQueryParams } from '#platform/database/list-query.ts';
import { listPage, orderTerms, type PagePart } from '#platform/database/paging.ts';
import { executePrepared } from '#platform/database/prepared-query.ts';
import { matchesSearch, type SearchIndex } from '#platform/database/search.ts';
import { AppError } from '#shared/errors.ts';
import type { Post, PostCard, PostListQuery } from '../contract/public.ts';
import { blogAuthors, posts, postSlugs } from '../tables.ts';

/** Search index of public posts. */
export const postSearchIndex: SearchIndex = {
  table: posts,
  shown: posts.isPublic,
  vector: posts.searchVector,
  foldedTitle: posts.searchTitle,
  saying: 'search_posts',
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
  authorRole: blogAuthors.role,
  avatar: avatarColumns,
  cover: pictureColumns,
  coverAlt: posts.coverAlt,
  likes: posts.likes,
  commentCount: posts.commentCount,
  wordCount: posts.wordCount,
  // Public posts always have a publish date.
  publishedAt: sql<Date>`${posts.publishedAt}`.mapWith(posts.publishedAt),
};

const by = (key: SQLWrapper, descending = true) => ({
  from: posts,
  keys: [key, posts.id],
  descending,
  cursor: posts.id,
});
const lists = {
  newest: by(posts.publishedAt),
  oldest: by(posts.publishedAt, false),
  most_liked: by(posts.likes),
  most_commented: by(posts.commentCount),
} as const;
const orders = { newest: orderTerms(lists.newest), oldest: orderTerms(lists.oldest) };

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

function matching(query: ListQuery): SQL | undefined {
  return and(
    posts.isPublic,
    query.category ? eq(posts.category, sql.placeholder('category')) : undefined,
    query.tag ? arrayContains(posts.tags, sql.placeholder('tags')) : undefined,
    query.search ? matchesSearch(postSearchIndex) : undefined,
  );
}

/** Returns one page of published posts. */
export async function listPosts(db: Db, query: PostListQuery): Promise<PostCard[]> {
  // One statement finds the rows in an index and is cheap to plan for each filter value; another, planned once, joins
  // what the cards show.
  const select = (part: PagePart) =>
    executePrepared(db, `posts found ${toListQueryKey(query, part)}`, toListQueryParams(query, part), () =>
      db
        .select({ id: posts.id })
        .from(posts)
        .where(and(matching(query), part.seek))
        .orderBy(...part.orderBy)
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset')),
    );
  const found = await listPage(query, [{ order: lists[query.sort], select }], sql.placeholder('cursor'));
  const rows = await executePrepared(db, 'posts cards', { ids: found.map(({ id }) => id) }, () =>
    selectCards(db).where(eq(posts.id, sql`any(${sql.placeholder('ids')})`)),
  );
  const cards = new Map(rows.map(row => [row.id, toCard(row)]));
  return found.flatMap(({ id }) => cards.get(id) ?? []);
}

/** Returns the number of posts that match the filters. */
export async function countPosts(db: Db, query: PostListQuery): Promise<number> {
  const [row] = await executePrepared(db, `posts counted ${toListQueryKey(query)}`, toListQueryParams(query), () =>
    db.select({ total: count() }).from(posts).where(matching(query)),
  );
  return row?.total ?? 0;
}

/** Returns a public post with its adjacent and related posts, also by a former slug. Throws NOT_FOUND. */
export async function getPost(db: Db, key: { slug: string } | { id: number }): Promise<Post> {
  const id = 'id' in key ? key.id : ((await findIdBySlug(db, key.slug)) ?? (await findIdByFormerSlug(db, key.slug)));
  const [row] = id === undefined ? [] : await selectCards(db).where(and(eq(posts.id, id), posts.isPublic));
  if (!row) throw new AppError('NOT_FOUND', 'This post doesn’t exist. It may have been renamed or taken down.');
  const [text, around] = await Promise.all([getPostText(db, row.id), getAdjacentAndRelatedPosts(db, row)]);
  return { ...toCard(row), ...text, ...around };
}

async function findIdBySlug(db: Db, slug: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.slug, slug), posts.isPublic));
  return row?.id;
}

async function findIdByFormerSlug(db: Db, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: postSlugs.postId }).from(postSlugs).where(eq(postSlugs.slug, slug));
  return row?.id;
}

/** Returns what only the post's own page shows. */
async function getPostText(db: Db, id: number): Promise<Pick<Post, 'html' | 'headings' | 'updatedAt' | 'seo'>> {
  const [row] = await db
    .select({
      html: posts.html,
      headings: posts.headings,
      updatedAt: posts.updatedAt,
      canonicalUrl: posts.canonicalUrl,
      title: posts.metaTitle,
      description: posts.metaDescription,
      socialTitle: posts.socialTitle,
      socialDescription: posts.socialDescription,
      cardPicture: pictureColumns,
    })
    .from(posts)
    .leftJoin(pictures, eq(pictures.id, posts.socialImageId))
    .where(eq(posts.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'This post was just taken down.');
  const { html, headings, updatedAt, ...seo } = row;
  return { html, headings, updatedAt: updatedAt.toISOString(), seo };
}

/** Returns the adjacent and related public posts. */
export async function getAdjacentAndRelatedPosts(
  db: Db,
  post: Pick<CardRow, 'id' | 'category' | 'tags' | 'publishedAt'>,
): Promise<Pick<Post, 'next' | 'previous' | 'related'>> {
  const [newer, older, related] = await Promise.all([
    findNeighbor(db, post, 'newer'),
    findNeighbor(db, post, 'older'),
    listRelatedPosts(db, post),
  ]);
  return { next: newer, previous: older, related };
}

/** Returns the IDs of the public posts before and after a post. */
export async function listNeighborIds(db: Db, post: { id: number; publishedAt: Date | null }): Promise<number[]> {
  const { id, publishedAt } = post;
  if (!publishedAt) return [];
  const newer = await findNeighbor(db, { id, publishedAt }, 'newer');
  const older = await findNeighbor(db, { id, publishedAt }, 'older');
  return [newer, older].flatMap(neighbor => neighbor?.id ?? []);
}

async function findNeighbor(db: Db, post: { id: number; publishedAt: Date }, side: 'newer' | 'older') {
  const beyond = side === 'newer' ? gt : lt;
  const [row] = await db
    .select({ id: posts.id, slug: posts.slug, title: posts.title })
    .from(posts)
    .where(
      and(
        posts.isPublic,
        or(
          beyond(posts.publishedAt, post.publishedAt),
          and(eq(posts.publishedAt, post.publishedAt), beyond(posts.id, post.id)),
        ),
      ),
    )
    .orderBy(...orders[side === 'newer' ? 'oldest' : 'newest'])
    .limit(1);
  return row ?? null;
}

/** How many of a category's newest posts are ranked for "related", so the cost doesn't grow with the blog. */
const RELATED_CANDIDATES = 48;

/** Returns three posts of the same category: most shared tags first, then newest. */
async function listRelatedPosts(db: Db, post: { id: number; category: string; tags: string[] }): Promise<PostCard[]> {
  const rows = await selectCards(db)
    .where(and(posts.isPublic, eq(posts.category, post.category), ne(posts.id, post.id)))
    .orderBy(...orders.newest)
    .limit(RELATED_CANDIDATES);
  const shared = (row: CardRow) => row.tags.filter(tag => post.tags.includes(tag)).length;
  return rows
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, 3)
    .map(toCard);
}

export interface FeedPost extends PostCard {
  readonly html: string;
  readonly updatedAt: string;
  /** The slug that its feed ID is made from. */
  readonly feedSlug: string;
}

/** Returns the newest posts with their full text. */
export async function listFeedPosts(db: Db, limit: number): Promise<FeedPost[]> {
  const rows = await db
    .select({
      ...cardColumns,
      html: posts.html,
      updatedAt: posts.updatedAt,
      feedSlug: sql<string>`coalesce(${posts.feedSlug}, ${posts.slug})`,
    })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .leftJoin(avatars, eq(avatars.id, sql`coalesce(${users.avatarId}, ${blogAuthors.avatarId})`))
    .leftJoin(pictures, eq(pictures.id, posts.coverImageId))
    .where(and(posts.isPublic))
    .orderBy(...orders.newest)
    .limit(limit);
  return rows.map(({ html, updatedAt, feedSlug, ...row }) => ({
    ...toCard(row),
    html,
    updatedAt: updatedAt.toISOString(),
    feedSlug,
  }));
}

export function listNewestPosts(db: Db, limit: number) {
  return db
    .select({ slug: posts.slug, title: posts.title, description: posts.description })
    .from(posts)
    .where(and(posts.isPublic))
    .orderBy(...orders.newest)
    .limit(limit);
}
