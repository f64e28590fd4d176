import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import type { Db } from '#platform/database/database.ts';
import type { SecurityEventType } from './contract.ts';
import { insertSecurityEvent, listSecurityEventsByUser, anonymizeSecurityEvents } from './queries.ts';

/** Whom an event concerns, and what else is to be known of it. Never a secret. */
interface SecurityEventSubject {
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
  event: SecurityEventType,
  concerning: SecurityEventSubject,
): Promise<void> {
  const { ip, userAgent } = client;
  await insertSecurityEvent(db, { ...concerning, event, at: new Date(now().epochMilliseconds), ip, userAgent });
}

/** What happened to somebody's account. When they leave, what happened and the address stay, and nothing of where from. */
export const securityEventsPersonalData: PersonalDataProvider = {
  name: 'securityEvents',
  async export(db, { userId }) {
    const events = await listSecurityEventsByUser(db, userId);
    return events.map(({ at, event, ip, userAgent, detail }) => ({ at, event, ip, userAgent, detail }));
  },
  erase: (tx, { userId }) => anonymizeSecurityEvents(tx, userId),
};
