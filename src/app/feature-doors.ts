import type { FastifyInstance } from 'fastify';
import { registerBusinessDocuments } from '#features/billing/handlers.ts';
import { registerBookingFiles } from '#features/bookings/handlers/routes.ts';
import { registerCalendarFeed } from '#features/bookings/handlers/calendar-feed-routes.ts';
import { registerContactFiles } from '#features/contact/handlers/routes.ts';
import { isOfVisits } from '#features/insights/handlers/visit-routes.ts';
import { registerMails } from '#features/email/handlers.ts';
import { isOneClick, registerNewsletter } from '#features/newsletter/handlers/routes.ts';
import { registerAgreements, registerOrderFiles } from '#features/orders/handlers/downloads.ts';
import { isOfProviders } from '#features/payments/handlers/routes.ts';
import type { Config } from './config.ts';
import type { Contexts } from './contexts.ts';

/** Serves what features have beside API and pages, and what needs no more than a context. */
export function registerFeatureDoors(app: FastifyInstance, contexts: Contexts, config: Config): void {
  registerOrderFiles(app, contexts.forCaller);
  registerBookingFiles(app, contexts.forCaller);
  registerAgreements(app, contexts.forCaller);
  registerContactFiles(app, contexts.forCaller);
  registerBusinessDocuments(app, contexts.forAnyone);
  registerCalendarFeed(app, contexts.forAnyone);
  registerMails(app, contexts.forCaller);
  registerNewsletter(app, contexts, config.mailEventsSecret);
}

/** Providers of payments and of mail come for many people, and visits as often as pages: these doors count for themselves. */
export function countsItself(url: string): boolean {
  return isOfProviders(url) || isOfVisits(url) || isOneClick(url);
}
