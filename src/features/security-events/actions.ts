import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import type { Db } from '#platform/database/database.ts';
import type { SecurityEvent } from './contract.ts';
import { insertSecurityEvent, listSecurityEventsOf, updateSecurityEventsReduced } from './queries.ts';

/** Whom an event concerns, and what else is to be known of it. Never a secret. */
interface Concerning {
  readonly userId?: string;
  readonly email?: string;
  /** Who did it, where that is somebody else. */
  readonly actorEmail?: string;
  readonly detail?: string;
}

/** Writes down what happened to an account, with when and from where (security page, "Defences"). */
export async function recordSecurityEvent(
  db: Db,
  { client, now }: Pick<ApiContext, 'client' | 'now'>,
  event: SecurityEvent,
  concerning: Concerning,
): Promise<void> {
  const { ip, userAgent } = client;
  await insertSecurityEvent(db, { ...concerning, event, at: new Date(now().epochMilliseconds), ip, userAgent });
}

/** What happened to somebody's account. When they leave, what happened and the address stay, and nothing of where from. */
export const securityEventsPersonalData: PersonalDataPart = {
  name: 'securityEvents',
  async collect(db, { userId }) {
    const events = await listSecurityEventsOf(db, userId);
    return events.map(({ at, event, ip, userAgent, detail }) => ({ at, event, ip, userAgent, detail }));
  },
  erase: (tx, { userId }) => updateSecurityEventsReduced(tx, userId),
};
