import slugify from '@sindresorhus/slugify';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { deleteFormerSlug, hasOtherPostAt, insertFormerSlug } from '../queries/writing.ts';

/** An address is made of at most so many characters of a title. */
const LONGEST_SLUG = 80;

/** The address that a title asks for, in Latin letters; "post" where it has none. */
function slugOf(title: string): string {
  const whole = slugify(title, { decamelize: false });
  if (whole.length <= LONGEST_SLUG) return whole || 'post';
  const cut = whole.slice(0, LONGEST_SLUG + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)) || 'post';
}

/** The address that a title asks for, with a number where another post has it or had it. */
export async function findFreeSlug(db: Db, title: string, id?: number): Promise<string> {
  const wish = slugOf(title);
  if (!(await hasOtherPostAt(db, wish, id))) return wish;
  for (let number = 2; ; number++) {
    const slug = `${wish}-${number}`;
    if (!(await hasOtherPostAt(db, slug, id))) return slug;
  }
}

/** Gives a post another address; one under which it was public leads to it for good. Throws BAD_REQUEST where it is taken. */
export async function changeSlug(
  tx: Transaction,
  post: { id: number; slug: string; publishedAt: Date | null },
  slug: string,
  at: Date,
): Promise<void> {
  if (slug === post.slug) return;
  if (await hasOtherPostAt(tx, slug, post.id)) {
    const taken = 'Another post has this address, or had it before. Choose another one.';
    throw new AppError('BAD_REQUEST', taken, { slug: taken });
  }
  await deleteFormerSlug(tx, slug);
  if (post.publishedAt) await insertFormerSlug(tx, post.id, post.slug, at);
}
