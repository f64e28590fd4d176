import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import { blogAuthors } from '../tables.ts';

/** Returns the author ID of a user; undefined if they have written nothing. */
export async function findAuthorIdByUserId(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: blogAuthors.id }).from(blogAuthors).where(eq(blogAuthors.userId, userId));
  return row?.id;
}

/** Creates the author of a user, or keeps the one from a concurrent insert. Returns its ID. */
export async function insertAuthor(
  tx: Transaction,
  author: { userId: string; name: string; role: string },
): Promise<string> {
  const [row] = await tx
    .insert(blogAuthors)
    .values({ ...author, id: crypto.randomUUID() })
    .onConflictDoUpdate({ target: blogAuthors.userId, set: { role: author.role } })
    .returning({ id: blogAuthors.id });
  if (!row) throw new Error('The author was not written.');
  return row.id;
}

/** Sets the byline of a user who deletes their account; their published posts keep it. */
export async function updateAuthorName(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx.update(blogAuthors).set({ name, avatarId: null }).where(eq(blogAuthors.userId, userId));
}
