import { slugOf } from '#features/publishing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { deleteSlugRedirect, isSlugTaken, insertSlugRedirect } from '../queries/drafts.ts';

/** Returns the slug of a title, with a number if another post uses or used it. */
export async function generateUniqueSlug(db: Db, title: string, id?: number): Promise<string> {
  const wish = slugOf(title, 'post');
  if (!(await isSlugTaken(db, wish, id))) return wish;
  for (let number = 2; ; number++) {
    const slug = `${wish}-${number}`;
    if (!(await isSlugTaken(db, slug, id))) return slug;
  }
}

/** Changes the slug of a post; a slug under which it was public redirects permanently. Throws BAD_REQUEST if taken. */
export async function updateSlug(
  tx: Transaction,
  post: { id: number; slug: string; publishedAt: Date | null },
  slug: string,
  at: Date,
): Promise<void> {
  if (slug === post.slug) return;
  if (await isSlugTaken(tx, slug, post.id)) {
    const taken = 'Another post has this address, or had it before. Choose another one.';
    throw new AppError('BAD_REQUEST', taken, { slug: taken });
  }
  await deleteSlugRedirect(tx, slug);
  if (post.publishedAt) await insertSlugRedirect(tx, post.id, post.slug, at);
}
