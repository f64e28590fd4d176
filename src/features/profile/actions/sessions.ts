import { deleteSession, deleteUserSessions, listSessions } from '#features/auth/index.ts';
import { recordSecurityEvent } from '#features/security-events/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { UserSession } from '../contract.ts';
import { formatUserAgent } from '../rules/user-agent.ts';

type SignedInContext = Pick<ApiContext, 'actor' | 'client' | 'now'>;

/** Returns the current user's sessions: the current one first, then the most recently used. */
export async function listOwnSessions(db: Db, context: SignedInContext): Promise<UserSession[]> {
  const { userId, sessionId } = requireUser(context);
  const sessions = await listSessions(db, userId, new Date(context.now().epochMilliseconds));
  return sessions
    .map(({ id, userAgent, ip, signInMethod, createdAt, lastActiveAt }) => ({
      id,
      deviceName: formatUserAgent(userAgent),
      ip,
      signInMethod,
      createdAt: createdAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
      isCurrent: id === sessionId,
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Ends one of the current user's sessions. Throws NOT_FOUND if it is not theirs. */
export async function revokeSession(tx: Transaction, context: SignedInContext, id: string): Promise<void> {
  const { userId, email } = requireUser(context);
  if (!(await deleteSession(tx, userId, id))) {
    throw new AppError('NOT_FOUND', 'That session has already ended.');
  }
  await recordSecurityEvent(tx, context, 'sessions_revoked', { userId, email, detail: 'one device' });
}

/** Ends all of the current user's sessions, or all but this one, and returns their number. */
export async function revokeSessions(
  tx: Transaction,
  context: SignedInContext,
  which: 'all devices' | 'all other devices',
): Promise<number> {
  const { userId, email, sessionId } = requireUser(context);
  const ended = await deleteUserSessions(tx, userId, which === 'all devices' ? undefined : sessionId);
  if (ended > 0) await recordSecurityEvent(tx, context, 'sessions_revoked', { userId, email, detail: which });
  return ended;
}
