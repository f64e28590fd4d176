import { slugOf } from '#features/publishing/rules/slugs.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { deleteSlugRedirect, isSlugTaken, insertSlugRedirect } from '../queries/drafts.ts';

/** The address that a title asks for, with a number where another post has it or had it. */
export async function generateUniqueSlug(db: Db, title: string, id?: number): Promise<string> {
  const wish = slugOf(title, 'post');
  if (!(await isSlugTaken(db, wish, id))) return wish;
  for (let number = 2; ; number++) {
    const slug = `${wish}-${number}`;
    if (!(await isSlugTaken(db, slug, id))) return slug;
  }
}

/** Gives a post another address; one under which it was public leads to it for good. Throws BAD_REQUEST where it is taken. */
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
