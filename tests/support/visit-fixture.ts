import type { LightMyRequestResponse } from 'fastify';
import type { TestSite } from './test-site.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface VisitOptions {
  readonly page?: string;
  readonly remoteAddress?: string;
  readonly userAgent?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  /** Replaces or adds properties of the beacon. */
  readonly beacon?: Record<string, unknown>;
}

/** Sends a visit beacon as a page of the site does. */
export function sendVisitBeacon(
  site: TestSite,
  payload: unknown,
  visiting: Omit<VisitOptions, 'page' | 'beacon'> = {},
) {
  const { remoteAddress = '203.0.113.7', userAgent = FIREFOX, cookie, headers } = visiting;
  return site.http.app.inject({
    method: 'POST',
    url: '/api/v1/visits',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'text/plain;charset=UTF-8',
      'user-agent': userAgent,
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  });
}

/** Records a page view and writes it to the database. */
export async function recordVisit(site: TestSite, visiting: VisitOptions = {}): Promise<LightMyRequestResponse> {
  const { page = '/', beacon, ...sender } = visiting;
  const answer = await sendVisitBeacon(
    site,
    { page, viewportWidth: 1440, timeZone: 'Europe/Berlin', referrerHost: '', ...beacon },
    sender,
  );
  await site.http.services.visits.flush();
  return answer;
}
