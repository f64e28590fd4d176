import type { Transaction } from '#platform/database/database.ts';
import type { TrackedPage } from '#platform/pages/page-registry.ts';
import { isPageView, type PageViewBeacon, type VitalsBeacon } from '../contract/beacons.ts';
import { metrics } from '../contract/limits.ts';
import {
  getOrInsertSalt,
  insertPageViews,
  listPublicContent,
  incrementWebVitals,
  type PageViewRow,
  type WebVitalRow,
} from '../queries/visits.ts';
import { getDeviceType, parseUserAgent } from '../rules/user-agents.ts';
import { getPageGroup, findShownContent, findFunnelStep } from '../rules/pages.ts';
import { toDayHour } from '../rules/date-ranges.ts';
import { getCountryByTimeZone, getTrafficSource } from '../rules/traffic-sources.ts';
import { generateSalt, hashVisitor } from '../rules/visitors.ts';
import { getBucket } from '../rules/web-vitals.ts';

/** A browser's report with the parts of its request needed for tracking. Kept in memory for a few seconds only. */
export interface Visit {
  readonly beacon: PageViewBeacon | VitalsBeacon;
  readonly page: TrackedPage;
  readonly receivedAt: Temporal.Instant;
  readonly clientNetwork: string;
  readonly userAgent: string;
}

/** Stores visits without identifying data, by the owner's time zone (IANA). Skips pages that readers can't see. */
export async function recordVisits(
  tx: Transaction,
  { siteUrl, timeZone }: { readonly siteUrl: string; readonly timeZone: string },
  visits: readonly Visit[],
): Promise<void> {
  const validVisits = await keepExistingPages(tx, visits);
  const salts = new Map<string, string>();
  const saltOf = async (day: string) => {
    const salt = salts.get(day) ?? (await getOrInsertSalt(tx, day, generateSalt()));
    salts.set(day, salt);
    return salt;
  };
  const views: PageViewRow[] = [];
  const vitals: WebVitalRow[] = [];
  for (const { beacon, page, receivedAt, clientNetwork, userAgent } of validVisits) {
    const slot = toDayHour(receivedAt, timeZone);
    if (isPageView(beacon)) {
      views.push({
        ...slot,
        visitorHash: hashVisitor(await saltOf(slot.day), { site: siteUrl, network: clientNetwork, userAgent }),
        path: page.path,
        funnelStep: findFunnelStep(page) ?? null,
        ...getTrafficSource(beacon, new URL(siteUrl).host),
        country: getCountryByTimeZone(beacon.timeZone),
        device: getDeviceType(beacon.viewportWidth),
        ...parseUserAgent(userAgent),
      });
    } else {
      const { day } = slot;
      for (const metric of metrics) {
        const value = beacon[metric];
        if (value !== undefined)
          vitals.push({ day, pageGroup: getPageGroup(page), metric, bucket: getBucket(metric, value) });
      }
    }
  }
  await insertPageViews(tx, views);
  await incrementWebVitals(tx, vitals);
}

/** Skips made-up paths of posts and projects, which would fill the lists. */
async function keepExistingPages(tx: Transaction, visits: readonly Visit[]) {
  const candidates = visits.map(visit => ({ visit, shown: findShownContent(visit.page) }));
  const slugs = new Set(candidates.flatMap(({ shown }) => (shown && 'post' in shown ? [shown.post] : [])));
  const ids = new Set(candidates.flatMap(({ shown }) => (shown && 'project' in shown ? [shown.project] : [])));
  const { posts, projects } = await listPublicContent(tx, [...slugs], [...ids]);
  return candidates
    .filter(({ shown }) => !shown || ('post' in shown ? posts.has(shown.post) : projects.has(shown.project)))
    .map(({ visit }) => visit);
}
