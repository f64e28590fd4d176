import { deleteSession, deleteSessionsOf, listSessions } from '#features/auth/sessions/queries/sessions.ts';
import { recordSecurityEvent } from '#features/security-events/actions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Device } from '../contract.ts';
import { deviceName } from '../rules/user-agent.ts';

type Caller = Pick<ApiContext, 'actor' | 'client' | 'now'>;

/** Where whoever is signed in is signed in: here first, then the others, the one used last first. */
export async function listDevices(db: Db, context: Caller): Promise<Device[]> {
  const { userId, sessionId } = signedInActor(context);
  const sessions = await listSessions(db, userId, new Date(context.now().epochMilliseconds));
  return sessions
    .map(({ id, userAgent, ip, method, createdAt, seenAt }) => ({
      id,
      name: deviceName(userAgent),
      ip,
      method,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: seenAt.toISOString(),
      current: id === sessionId,
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Signs somebody out on one of their devices. Throws NOT_FOUND when it is none of theirs. */
export async function endDevice(tx: Transaction, context: Caller, id: string): Promise<void> {
  const { userId, email } = signedInActor(context);
  if (!(await deleteSession(tx, userId, id))) {
    throw new AppError('NOT_FOUND', 'You are not signed in on such a device (any more).');
  }
  await recordSecurityEvent(tx, context, 'sessions-ended', { userId, email, detail: 'one device' });
}

/** Signs somebody out on all their devices but this one; answers on how many. */
export async function endOtherDevices(tx: Transaction, context: Caller): Promise<number> {
  const { userId, email, sessionId } = signedInActor(context);
  const ended = await deleteSessionsOf(tx, userId, sessionId);
  if (ended > 0)
    await recordSecurityEvent(tx, context, 'sessions-ended', { userId, email, detail: 'all other devices' });
  return ended;
}

/** Signs somebody out on all their devices, this one too; answers on how many. */
export async function endAllDevices(tx: Transaction, context: Caller): Promise<number> {
  const { userId, email } = signedInActor(context);
  const ended = await deleteSessionsOf(tx, userId);
  await recordSecurityEvent(tx, context, 'sessions-ended', { userId, email, detail: 'all devices' });
  return ended;
}
