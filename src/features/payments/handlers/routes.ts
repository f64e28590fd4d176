import type { FastifyInstance } from 'fastify';
import type { RouteOptions } from '#platform/feature.ts';
import { registerProofRoutes } from './proof-routes.ts';
import { registerPaymentWebhooks } from './webhook-routes.ts';

/** Registers the webhook and proof routes. */
export function registerPaymentRoutes(app: FastifyInstance, options: RouteOptions): void {
  registerPaymentWebhooks(app, options);
  registerProofRoutes(app, options.contexts.createAnonymous);
}
