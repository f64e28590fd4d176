import type { FastifyInstance } from 'fastify';
import { registerBillingDocumentRoutes } from '#features/billing/handlers.ts';
import { registerBookingRoutes } from '#features/bookings/handlers/routes.ts';
import { registerCalendarFeedRoutes } from '#features/bookings/handlers/calendar-feed-routes.ts';
import { registerContactRoutes } from '#features/contact/handlers/routes.ts';
import { isVisitsPath } from '#features/insights/handlers/visit-routes.ts';
import { registerEmailRoutes } from '#features/email/handlers.ts';
import { isOneClickUnsubscribeUrl, registerNewsletterRoutes } from '#features/newsletter/handlers/routes.ts';
import { registerAgreementRoutes, registerOrderFileRoutes } from '#features/orders/handlers/downloads.ts';
import { isProviderCallback } from '#features/payments/handlers/routes.ts';
import type { Config } from './config.ts';
import type { RequestContextFactory } from './contexts.ts';

/** Serves what features have beside API and pages, and what needs no more than a context. */
export function registerFeatureRoutes(app: FastifyInstance, contexts: RequestContextFactory, config: Config): void {
  registerOrderFileRoutes(app, contexts.forCaller);
  registerBookingRoutes(app, contexts.forCaller);
  registerAgreementRoutes(app, contexts.forCaller);
  registerContactRoutes(app, contexts.forCaller);
  registerBillingDocumentRoutes(app, contexts.forAnyone);
  registerCalendarFeedRoutes(app, contexts.forAnyone);
  registerEmailRoutes(app, contexts.forCaller);
  registerNewsletterRoutes(app, contexts, config.mailEventsSecret);
}

/** Providers of payments and of mail come for many people, and visits as often as pages: these doors count for themselves. */
export function hasOwnRateLimit(url: string): boolean {
  return isProviderCallback(url) || isVisitsPath(url) || isOneClickUnsubscribeUrl(url);
}
