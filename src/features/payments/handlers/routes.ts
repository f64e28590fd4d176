import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { registerProofRoutes } from './proof-routes.ts';
import { registerPaymentWebhooks } from './webhook-routes.ts';

/** Returns whether an address is a webhook of a payment provider. */
export function isProviderCallback(url: string): boolean {
  return url.startsWith(`${API_PREFIX}/webhooks/`);
}

/** Serves webhooks and the pictures of transfers. */
export function registerPaymentRoutes(
  app: FastifyInstance,
  parts: {
    readonly services: ApiServices;
    readonly contextOf: (request: FastifyRequest) => ApiContext;
    /** Guards the fake providers; undefined unless the site is local. */
    readonly developerTools: DeveloperTools | undefined;
  },
): void {
  registerPaymentWebhooks(app, parts);
  registerProofRoutes(app, parts.contextOf);
}
