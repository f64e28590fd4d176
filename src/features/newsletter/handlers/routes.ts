import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorize } from '#platform/api/access.ts';
import type { RequestContextFactory } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { EMAIL_CSP } from '#platform/http/security-headers.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { handleEmailEvent } from '../actions/delivery-results.ts';
import { unsubscribe } from '../actions/preferences.ts';
import { renderIssuePreview } from '../actions/issues.ts';
import { getIssue, incrementTrackingCount } from '../queries/issues.ts';
import { isValidWebhookSignature, parseEmailEvent } from '../rules/email-events.ts';
import { deriveClickToken, deriveOpenToken } from '../rules/signed-links.ts';
import { newsletterHandlers } from './handlers.ts';

/** Generous, because a mailbox provider unsubscribes many people from few IP addresses. */
const ONE_CLICK_RATE_LIMIT: RateLimit = { name: 'one-click', maxAttempts: 600, windowSeconds: 60 };
/** Well above normal traffic, and low enough to limit the work caused by forged events. */
const EMAIL_EVENT_RATE_LIMIT: RateLimit = { name: 'email events', maxAttempts: 1200, windowSeconds: 60 };

type ContextOf = RequestContextFactory['createAnonymous'];

/**
 * Registers one-click unsubscribe, tracking and email-event routes. Events are signed with the secret; without one none
 * are accepted.
 */
export function registerNewsletterRoutes(
  app: FastifyInstance,
  contexts: RequestContextFactory,
  eventsSecret: string | undefined,
): void {
  registerTracking(app, contexts.createAnonymous);
  void app.register(async unparsed => {
    unparsed.removeAllContentTypeParsers();
    unparsed.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body);
    registerOneClick(unparsed, contexts.createAnonymous);
    registerEvents(unparsed, contexts.createAnonymous, eventsSecret);
  });
  app.get<{ Params: { id: string } }>('/dashboard/newsletter/:id/look', async (request, reply) => {
    const context = await contexts.createForCaller(request);
    authorize(context.actor, newsletterHandlers.getIssue);
    const html = await renderIssuePreview(context.db, context, await getIssue(context.db, numberOf(request.params.id)));
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // An issue may show pictures from this site only.
        'content-security-policy': `${EMAIL_CSP}; img-src ${context.siteUrl}`,
      })
      .send(html.replace('<head>', '<head><base target="_blank">'));
  });
}

function numberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('NOT_FOUND', 'This newsletter doesn’t exist.');
  return Number(text);
}

/**
 * RFC 8058: mail programs post `List-Unsubscribe=One-Click` as either form type, without cookie or origin. A GET of the
 * same URL only shows the preferences.
 */
function registerOneClick(app: FastifyInstance, contextOf: ContextOf): void {
  type Route = { Params: { key: string }; Body: string | undefined };
  const path = '/newsletter/unsubscribe/:key';
  app.get<Route>(path, async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(newsletterPaths.preferences(request.params.key), 303),
  );
  // Authorized by the token in the URL alone; mail programs send no matching origin.
  const options = { bodyLimit: 4096, config: { hasOwnRateLimit: true, acceptsAnyOrigin: true } as const };
  app.post<Route>(path, options, async (request, reply) => {
    const context = contextOf(request);
    await consumeRateLimit(context.db, ONE_CLICK_RATE_LIMIT, context.client.network, context.now());
    if (!/List-Unsubscribe(?:=|"\s+)One-Click/.test(request.body ?? '')) {
      throw new AppError('BAD_REQUEST', 'Send List-Unsubscribe=One-Click to unsubscribe.');
    }
    const { key } = request.params;
    await context.db.transaction(tx => unsubscribe(tx, context, { key, how: 'one_click' }));
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Unsubscribed.\n');
  });
}

/** A transparent picture of one pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type TrackingRoute = { Params: { issue: string; seal: string }; Querystring: { to?: unknown } };

/**
 * Counts opens and clicks of an issue without identifying readers. Clicks redirect only to signed paths of this
 * site.
 */
function registerTracking(app: FastifyInstance, contextOf: ContextOf): void {
  app.get<TrackingRoute>('/newsletter/read/:issue/:seal', async (request, reply) => {
    const context = contextOf(request);
    const issue = numberOf(request.params.issue);
    const to = typeof request.query.to === 'string' ? request.query.to : '';
    if (!isEqualConstantTime(request.params.seal, deriveClickToken(context, issue, to))) {
      throw new AppError('NOT_FOUND', 'This link is incomplete. Copy it again from the email.');
    }
    if (request.method === 'GET') await incrementTrackingCount(context.db, issue, 'clickCount');
    return reply.header('cache-control', 'no-store').redirect(context.siteUrl + to, 302);
  });
  app.get<TrackingRoute>('/newsletter/opened/:issue/:seal.gif', async (request, reply) => {
    const context = contextOf(request);
    const issue = numberOf(request.params.issue);
    if (!isEqualConstantTime(request.params.seal, deriveOpenToken(context, issue))) {
      throw new AppError('NOT_FOUND', 'This image doesn’t exist.');
    }
    if (request.method === 'GET') await incrementTrackingCount(context.db, issue, 'openCount');
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-type': 'image/gif',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(PIXEL);
  });
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Receives bounces and complaints. Authenticated only by the signature of the unmodified body (Standard Webhooks). */
function registerEvents(app: FastifyInstance, contextOf: ContextOf, eventsSecret: string | undefined): void {
  const options = { bodyLimit: 64 * 1024, config: { hasOwnRateLimit: true } as const };
  app.post<{ Body: string | undefined }>(`${API_PREFIX}/webhooks/mail-events`, options, async (request, reply) => {
    const context = contextOf(request);
    if (!eventsSecret) throw new AppError('NOT_FOUND', 'This site doesn’t accept email events.');
    await consumeRateLimit(context.db, EMAIL_EVENT_RATE_LIMIT, context.client.network, context.now());
    const body = request.body ?? '';
    const headers = {
      id: headerOf(request, 'webhook-id'),
      timestamp: headerOf(request, 'webhook-timestamp'),
      signature: headerOf(request, 'webhook-signature'),
    };
    if (!isValidWebhookSignature(eventsSecret, headers, body, toDate(context.now()))) {
      throw new AppError('BAD_REQUEST', 'The signature is invalid or the event is too old.');
    }
    const event = parseEmailEvent(body);
    if (!event) throw new AppError('UNPROCESSABLE', 'Send { "type": "bounced" or "complained", "email": "…" }.');
    await context.db.transaction(tx => handleEmailEvent(tx, context, headers.id, event));
    return reply.header('cache-control', 'no-store').send({ received: true });
  });
}
