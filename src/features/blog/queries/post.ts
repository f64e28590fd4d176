import { and, asc, eq, gt, lt, ne, or } from 'drizzle-orm';
import { pictureColumns, pictures } from '#features/media/tables.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Post, PostCard } from '../contract/reading.ts';
import { postComments, posts, postSlugs } from '../tables.ts';
import { type CardRow, orders, selectCards, toCard } from './reading.ts';

/** A public post with what stands around it; an address that it had before finds it, too. Throws NOT_FOUND. */
export async function getPost(db: Db, key: { slug: string } | { id: number }): Promise<Post> {
  const id = 'id' in key ? key.id : ((await findIdBySlug(db, key.slug)) ?? (await findIdByFormerSlug(db, key.slug)));
  const [row] = id === undefined ? [] : await selectCards(db).where(and(eq(posts.id, id), posts.isPublic));
  if (!row) throw new AppError('NOT_FOUND', 'There is no such post. It may have been renamed or taken down.');
  const [text, userComments, around] = await Promise.all([
    getPostText(db, row.id),
    listPostComments(db, row.id),
    findPostsAround(db, row),
  ]);
  return { ...toCard(row), ...text, userComments, ...around };
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

/** What only the post's own page shows of it. */
async function getPostText(db: Db, id: number): Promise<Pick<Post, 'html' | 'headings' | 'updatedAt' | 'seo'>> {
  const [row] = await db
    .select({
      html: posts.html,
      headings: posts.headings,
      updatedAt: posts.updatedAt,
      canonicalUrl: posts.canonicalUrl,
      title: posts.metaTitle,
      description: posts.metaDescription,
      cardTitle: posts.cardTitle,
      cardDescription: posts.cardDescription,
      cardPicture: pictureColumns,
    })
    .from(posts)
    .leftJoin(pictures, eq(pictures.id, posts.cardPictureId))
    .where(eq(posts.id, id));
  if (!row) throw new AppError('NOT_FOUND', 'There is no such post. It was taken down just now.');
  const { html, headings, updatedAt, ...seo } = row;
  return { html, headings, updatedAt: updatedAt.toISOString(), seo };
}

function listPostComments(db: Db, postId: number) {
  return db
    .select({
      id: postComments.id,
      name: postComments.name,
      designation: postComments.designation,
      avatar: pictureColumns,
      comment: postComments.comment,
    })
    .from(postComments)
    .leftJoin(pictures, eq(pictures.id, postComments.avatarId))
    .where(eq(postComments.postId, postId))
    .orderBy(asc(postComments.id));
}

/** The public posts that a post leads on to. */
export async function findPostsAround(
  db: Db,
  post: Pick<CardRow, 'id' | 'category' | 'tags' | 'publishedAt'>,
): Promise<Pick<Post, 'newer' | 'older' | 'related'>> {
  const [newer, older, related] = await Promise.all([
    findNeighbor(db, post, 'newer'),
    findNeighbor(db, post, 'older'),
    listRelatedPosts(db, post),
  ]);
  return { newer, older, related };
}

async function findNeighbor(db: Db, post: { id: number; publishedAt: Date }, side: 'newer' | 'older') {
  const beyond = side === 'newer' ? gt : lt;
  const [row] = await db
    .select({ slug: posts.slug, title: posts.title })
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

/** How many of a category's newest posts are weighed for "related", so that the cost does not grow with the blog. */
const RELATED_CANDIDATES = 48;

/** Three posts of the same category: those that share the most tags first, then the newest. */
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
