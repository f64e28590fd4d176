import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import type { Db } from '#platform/database/database.ts';
import { commentSettings } from '../tables.ts';

const wantsMail = sql<boolean>`coalesce((select ${commentSettings.emailNotifications} from ${commentSettings} where ${commentSettings.userId} = ${users.id}), true)`;

/** Recipient, and whether they want these emails. */
const recipientColumns = { id: users.id, name: users.name, email: users.email, wantsMail };

/** Returns a user who may get email; undefined if the account doesn't exist or is disabled. */
export async function findRecipient(db: Db, userId: string) {
  const [row] = await db
    .select(recipientColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  return row;
}

export async function findOwner(db: Db) {
  const [row] = await db.select(recipientColumns).from(users).where(eq(users.role, 'owner')).limit(1);
  return row;
}

/** Returns whether the user wants email about their comments. */
export async function hasEmailNotifications(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ emailNotifications: commentSettings.emailNotifications })
    .from(commentSettings)
    .where(eq(commentSettings.userId, userId));
  return row?.emailNotifications ?? true;
}

/** Saves whether the user wants email about their comments. */
export async function upsertEmailNotifications(db: Db, userId: string, emailNotifications: boolean): Promise<void> {
  await db
    .insert(commentSettings)
    .values({ userId, emailNotifications })
    .onConflictDoUpdate({ target: commentSettings.userId, set: { emailNotifications } });
}
