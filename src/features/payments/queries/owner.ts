import { eq } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import type { Db } from '#platform/database/database.ts';

export async function findOwner(db: Db): Promise<{ name: string; email: string } | null> {
  const [row] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.role, 'owner'));
  return row ?? null;
}
