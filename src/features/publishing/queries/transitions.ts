import { desc, eq } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import type { Db } from '#platform/database/database.ts';
import { publishingTransitions } from '../tables.ts';

/** Returns the request for changes of a post or project; null if it has had another transition since. */
export async function findRequestedChanges(db: Db, of: { readonly postId: number } | { readonly projectId: string }) {
  const { transition, createdAt, note, actorId, postId, projectId, id } = publishingTransitions;
  const [latest] = await db
    .select({ transition, note, requestedBy: users.name, requestedAt: createdAt })
    .from(publishingTransitions)
    .leftJoin(users, eq(users.id, actorId))
    .where('postId' in of ? eq(postId, of.postId) : eq(projectId, of.projectId))
    .orderBy(desc(id))
    .limit(1);
  if (latest?.transition !== 'request_changes') return null;
  const { requestedBy, requestedAt } = latest;
  return { note: latest.note, requestedBy, requestedAt: requestedAt.toISOString() };
}
