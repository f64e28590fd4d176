import type { ApiContext } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import type { SecurityEventType } from './contract/event-labels.ts';
import { listSecurityEventsByUser, anonymizeSecurityEvents } from './queries.ts';
import { securityEvents } from './tables.ts';

/** The affected user and further details; never a secret. */
type SecurityEventSubject = Pick<
  typeof securityEvents.$inferInsert,
  | 'userId'
  | 'email'
  /** Who caused the event, if not the affected user. */
  | 'actorEmail'
  | 'detail'
>;

/** Records a security event with its time and client (security page, "Defences"). */
export async function recordSecurityEvent(
  db: Db,
  { client, now }: Pick<ApiContext, 'client' | 'now'>,
  type: SecurityEventType,
  concerning: SecurityEventSubject,
): Promise<void> {
  const { ip, userAgent } = client;
  await db.insert(securityEvents).values({ ...concerning, type, occurredAt: toDate(now()), ip, userAgent });
}

/** Exports a user's security events. After account deletion, event and address remain, but not IP or user agent. */
export const securityEventsPersonalData: PersonalDataProvider = {
  name: 'securityEvents',
  async export(db, { userId }) {
    const events = await listSecurityEventsByUser(db, userId);
    return events.map(({ occurredAt: at, type: event, ip, userAgent, detail }) => {
      return { at, event, ip, userAgent, detail };
    });
  },
  erase: (tx, { userId }) => anonymizeSecurityEvents(tx, userId),
};
