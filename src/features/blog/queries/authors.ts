import { eq } from 'drizzle-orm';
import { getUser } from '#features/auth/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { blogAuthors } from '../tables.ts';

/** Returns the author ID of a user; creates the author with their first post. */
export async function ensureAuthorId(tx: Transaction, { userId, role: access }: AuthenticatedActor): Promise<string> {
  const [known] = await tx.select({ id: blogAuthors.id }).from(blogAuthors).where(eq(blogAuthors.userId, userId));
  if (known) return known.id;
  const { name } = await getUser(tx, userId);
  const role = access === 'owner' ? (await getSiteSections(tx, ['profile'])).profile.role : 'Guest author';
  const [row] = await tx
    .insert(blogAuthors)
    .values({ id: crypto.randomUUID(), userId, name, role })
    // A concurrent insert wins.
    .onConflictDoUpdate({ target: blogAuthors.userId, set: { role } })
    .returning({ id: blogAuthors.id });
  if (!row) throw new Error('The author wasn’t saved.');
  return row.id;
}
