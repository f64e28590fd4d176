import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { registerProofs } from './proof-routes.ts';
import { registerPaymentStandIns } from './stand-in.ts';
import { registerWebhooks } from './webhook-routes.ts';

/** Whether an address is one at which providers of payments tell something, or the API of one that a local site plays. */
export function isOfProviders(url: string): boolean {
  return url.startsWith(`${API_PREFIX}/webhooks/`) || /^\/stand-in\/(?:stripe|paypal)\/v\d\//.test(url);
}

/** Serves what payments need besides their endpoints: webhooks, pictures of transfers, and on a local site the stand-ins. */
export async function registerPayments(
  app: FastifyInstance,
  parts: {
    readonly services: ApiServices;
    readonly contextOf: (request: FastifyRequest) => ApiContext;
    /** Guards the fake providers; undefined unless the site is local. */
    readonly developerTools: DeveloperTools | undefined;
  },
): Promise<void> {
  registerWebhooks(app, parts);
  registerProofs(app, parts.contextOf);
  const { siteUrl, paymentProviders } = parts.services;
  const played = paymentProviders.filter(({ standIn }) => standIn).map(({ name }) => name);
  const { developerTools } = parts;
  if (developerTools) await registerPaymentStandIns(app, { siteUrl, played, developerTools });
}
