import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { User } from '../contract.ts';
import { getUser } from '../queries/users.ts';
import { handOver, type StartedSession, startSession } from './sessions.ts';

/** Somebody who was let in. */
export interface Admission {
  readonly user: User;
  readonly session: StartedSession;
}

/** Lets somebody in who has shown who they are; `method` is how they did. The one way in, whatever the method. */
export async function admit(
  tx: Transaction,
  context: Pick<ApiContext, 'client' | 'now' | 'actor'>,
  who: { id: string; email: string },
  method: string,
): Promise<Admission> {
  const session = await startSession(tx, context, who, method);
  return { session, user: await getUser(tx, who.id) };
}

/** What the browser is told and given, once the transaction is through. */
export function presentAdmission(context: Pick<ApiContext, 'cookies' | 'now'>, { user, session }: Admission) {
  handOver(context, session);
  return { user, expiresAt: session.expiresAt.toString() };
}
