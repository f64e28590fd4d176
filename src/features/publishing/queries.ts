import { eq } from 'drizzle-orm';
import { users } from '#features/accounts/tables.ts';
import type { Db } from '#platform/database/database.ts';

/** The owner, to whom what waits is told; undefined while there is none. */
export async function findOwner(db: Db): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.role, 'owner'));
  return row;
}
