import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { ActivityGroup } from '../contract/constants.ts';
import { listClientEmails } from '../queries/clients.ts';
import { mergeActivity } from '../rules/activity.ts';
import { getClientRow } from './clients.ts';

/** Returns the newest entries of a client's timeline, and whether there are more. Throws NOT_FOUND. */
export async function listActivity(
  db: Db,
  services: Pick<ApiServices, 'features' | 'encryption'>,
  { id, group, limit }: { readonly id: number; readonly group?: ActivityGroup | undefined; readonly limit: number },
) {
  const { mergedIntoId } = await getClientRow(db, id);
  const clientId = mergedIntoId ?? id;
  const emails = (await listClientEmails(db, clientId)).map(email => email.toLowerCase());
  if (emails.length === 0) return { entries: [], hasMore: false };
  const sources = services.features
    .flatMap(({ clientActivity = [] }) => clientActivity)
    .filter(source => group === undefined || source.group === group);
  const lists = await Promise.all(sources.map(({ list }) => list(db, services, emails, limit + 1)));
  const entries = mergeActivity(lists, limit + 1);
  return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
}
