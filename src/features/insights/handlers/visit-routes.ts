import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteOptions } from '#platform/feature.ts';
import { toClientNetwork, RateLimitError } from '#platform/http/rate-limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import { AppError } from '#shared/errors.ts';

import { isTrackingEnabled } from '../actions/settings.ts';
import { beacon } from '../contract/beacons.ts';
import { VISITS_PATH } from '../contract/visits-path.ts';
import { isBotUserAgent } from '../rules/user-agents.ts';

/** Maximum size of a report, in bytes. */
const MAX_BODY_BYTES = 4096;

/** Maximum number of reports per network and minute. */
const MAX_PER_MINUTE = 120;

/** Maximum number of networks counted per minute; above it, all counters are reset. */
const MAX_TRACKED_NETWORKS = 20_000;

/** Counts requests per network in memory only, so addresses never reach the database. */
function createRateLimiter() {
  const counts = new Map<string, number>();
  let minute = 0;
  return (network: string, now: Temporal.Instant) => {
    const currentMinute = Math.floor(now.epochMilliseconds / 60_000);
    if (currentMinute !== minute || counts.size >= MAX_TRACKED_NETWORKS) counts.clear();
    minute = currentMinute;
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count > MAX_PER_MINUTE) throw new RateLimitError(60, count === MAX_PER_MINUTE + 1);
  };
}

/** Returns whether the browser sends Global Privacy Control or Do Not Track. */
function asksForPrivacy({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}

/** Returns whether a request comes from a page of this site, and not from another origin that may use the API. */
function isFromOwnPage({ headers }: FastifyRequest, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === siteUrl : site === 'same-origin';
}

/**
 * Serves the URL for browsers' reports. All readable reports get the same response, tracked or not, without waiting for
 * the database and without cookies.
 */
export async function registerVisitRoutes(
  app: FastifyInstance,
  { services, contexts }: Pick<RouteOptions, 'services' | 'contexts'>,
): Promise<void> {
  const { visits } = services;
  const checkRate = createRateLimiter();

  async function isCounted(request: FastifyRequest): Promise<boolean> {
    if (asksForPrivacy(request) || isBotUserAgent(request.headers['user-agent'] ?? '')) return false;
    if (!(await isTrackingEnabled(services))) return false;
    const { actor } = await contexts.createForCaller(request);
    return actor.role !== 'owner';
  }

  await app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'text/plain'],
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    scope.post<{ Body: string | undefined }>(
      VISITS_PATH,
      {
        bodyLimit: MAX_BODY_BYTES,
        config: { hasOwnRateLimit: true },
        onRequest: async request => {
          checkRate(toClientNetwork(request.ip), services.now());
          if (!isFromOwnPage(request, services.siteUrl)) {
            throw new AppError('FORBIDDEN', 'Only pages of this site can report visits.');
          }
        },
      },
      async (request, reply) => {
        const received = readBeacon(request.body ?? '');
        const page = services.pages.findTracked(received.page);
        if (page && (await isCounted(request))) {
          const userAgent = request.headers['user-agent'] ?? '';
          visits.add({
            beacon: received,
            page,
            receivedAt: services.now(),
            clientNetwork: toClientNetwork(request.ip),
            userAgent,
          });
        }
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
  app.addHook('onClose', () => visits.flush());
}

function readBeacon(body: string) {
  const parsed = beacon.safeParse(parseJson(body));
  if (!parsed.success) throw new AppError('BAD_REQUEST', 'This visit report is invalid.');
  return parsed.data;
}
