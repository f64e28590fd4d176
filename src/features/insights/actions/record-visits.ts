import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { ViewBeacon, VitalsBeacon } from '../contract/beacons.ts';
import { isView } from '../contract/beacons.ts';
import { metrics } from '../contract/limits.ts';
import {
  insertSalt,
  insertViews,
  listPublicPosts,
  listPublicProjects,
  saveVitals,
  type ViewRow,
  type VitalRow,
} from '../queries/visits.ts';
import { deviceOf, familiesOf } from '../rules/user-agents.ts';
import { countedPage, groupOf, shownBy, stepOf } from '../rules/pages.ts';
import { slotOf } from '../rules/date-ranges.ts';
import { countryOf, originOf } from '../rules/traffic-sources.ts';
import { makeSalt, visitorOf } from '../rules/visitors.ts';
import { bucketOf } from '../rules/web-vitals.ts';

/** What a browser told, with what of its request is needed to count it. It is in memory for some seconds only. */
export interface Visit {
  readonly told: ViewBeacon | VitalsBeacon;
  readonly at: Temporal.Instant;
  readonly network: string;
  readonly userAgent: string;
}

interface CountingContext extends Pick<ApiContext, 'siteUrl'> {
  /** The owner's (IANA). */
  readonly timeZone: string;
}

/** Writes visits down, without what would tell who they were. Pages that readers cannot see are left out. */
export async function countVisits(
  tx: Transaction,
  { siteUrl, timeZone }: CountingContext,
  visits: readonly Visit[],
): Promise<void> {
  const seen = await onPagesThatExist(tx, visits);
  const salts = new Map<string, string>();
  const saltOf = async (day: string) => {
    const salt = salts.get(day) ?? (await insertSalt(tx, day, makeSalt()));
    salts.set(day, salt);
    return salt;
  };
  const views: ViewRow[] = [];
  const measured: VitalRow[] = [];
  for (const { visit, page } of seen) {
    const { told, at, network, userAgent } = visit;
    const slot = slotOf(at, timeZone);
    if (isView(told)) {
      views.push({
        ...slot,
        visitor: visitorOf(await saltOf(slot.day), { site: siteUrl, network, userAgent }),
        page,
        step: stepOf(page) ?? null,
        ...originOf(told, new URL(siteUrl).host),
        country: countryOf(told.zone),
        device: deviceOf(told.width),
        ...familiesOf(userAgent),
      });
    } else {
      const { day } = slot;
      for (const metric of metrics) {
        const value = told[metric];
        if (value !== undefined)
          measured.push({ day, pageGroup: groupOf(page), metric, bucket: bucketOf(metric, value) });
      }
    }
  }
  await insertViews(tx, views);
  await saveVitals(tx, measured);
}

/** Anybody can name the page of a post that there is not: those would fill the lists. */
async function onPagesThatExist(tx: Transaction, visits: readonly Visit[]) {
  const named = visits.flatMap(visit => {
    const page = countedPage(visit.told.page);
    return page === undefined ? [] : [{ visit, page, shown: shownBy(page) }];
  });
  const slugs = new Set(named.flatMap(({ shown }) => (shown && 'post' in shown ? [shown.post] : [])));
  const ids = new Set(named.flatMap(({ shown }) => (shown && 'project' in shown ? [shown.project] : [])));
  const posts = new Set(await listPublicPosts(tx, [...slugs]));
  const projects = new Set(await listPublicProjects(tx, [...ids]));
  return named.filter(({ shown }) => !shown || ('post' in shown ? posts.has(shown.post) : projects.has(shown.project)));
}
