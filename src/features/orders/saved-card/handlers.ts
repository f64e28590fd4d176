import type { FastifyInstance } from 'fastify';
import { startCardSetup } from '#features/payments/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { RouteOptions } from '#platform/feature.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { authorizeOrder } from '../lifecycle/actions/access.ts';
import { orderReferenceSchema } from '../lifecycle/contract/endpoints.ts';

const SETUPS: RateLimit = { name: 'card-setups', maxAttempts: 10, windowSeconds: 900 };
const COOKIE = 'changing-card';
const RETURN_PATH = '/card-changed';

/** Starts the change of an order's card at the provider. Throws FORBIDDEN for the owner. */
export async function changeOrderCard(context: ApiContext, reference: string) {
  const { db, now, client, siteUrl, cookies } = context;
  const { order, party } = await authorizeOrder(db, context, reference);
  if (party !== 'client') throw new AppError('FORBIDDEN', 'Only the client can do this.');
  await consumeRateLimit(db, SETUPS, client.network, now());
  // The order's link is secret, so the provider gets one that only works in this browser.
  cookies.set(COOKIE, reference, 24 * 3600);
  const returnTo = siteUrl + RETURN_PATH;
  const urls = { returnTo: withQuery(returnTo, { did: 'card-saving' }), cancelTo: returnTo };
  return { number: order.id, checkoutUrl: await startCardSetup(context, order.id, urls) };
}

/** Leads clients who return from the provider to their order. */
export function registerCardRoutes(app: FastifyInstance, { contexts }: RouteOptions): void {
  app.get<{ Querystring: { did?: string } }>(RETURN_PATH, async (request, reply) => {
    const { cookies } = await contexts.createForCaller(request);
    const { data } = orderReferenceSchema.safeParse({ order: cookies.get(COOKIE) });
    const page = data?.order.includes('.') ? sellingPaths.order(data.order) : dashboardPaths.order(Number(data?.order));
    const did = request.query.did === 'card-saving' ? request.query.did : undefined;
    return reply.header('cache-control', 'no-store').redirect(data ? withQuery(page, { did }) : paths.home, 303);
  });
}
