import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getDocumentByAddress } from '#features/billing/index.ts';
import type { RouteOptions } from '#platform/feature.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { getProofImage } from '../actions/proofs.ts';
import { processProviderEvent } from '../actions/settle-payment.ts';
import { findProvider } from '../actions/start-checkout.ts';
import { ProviderError } from '../rules/payment-provider.ts';

/** Well above normal traffic, and low enough to limit the work caused by forged events. */
const EVENTS: RateLimit = { name: 'payment-events', maxAttempts: 1200, windowSeconds: 60 };

/**
 * Registers the provider webhooks, and the pictures of transfers for holders of their document's address. Events are
 * authenticated only by the signature of the unmodified body (security page, "payment"). Failed events get an error
 * status, so the provider retries.
 */
export function registerPaymentRoutes(
  app: FastifyInstance,
  { services, contexts, developerTools }: RouteOptions,
): void {
  void app.register(async api => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body);
    const options = { config: { hasOwnRateLimit: true } } as const;
    api.post<{ Params: { provider: string } }>(`${API_PREFIX}/webhooks/:provider`, options, async (request, reply) => {
      const provider = findProvider(services, request.params.provider);
      // The keys of fake providers are public, so a signature proves nothing.
      if (!provider || (provider.isFake && !developerTools?.allows(request.headers)))
        throw new AppError('NOT_FOUND', 'This payment provider doesn’t exist.');
      await consumeRateLimit(services.db, EVENTS, contexts.createAnonymous(request).client.network, services.now());
      const body = typeof request.body === 'string' ? request.body : '';
      const event = await provider.parseWebhook(body, request.headers).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        request.log.info({ provider: provider.name, reason: error.message }, 'could not verify a webhook');
        throw new AppError('UNAVAILABLE', 'The signature can’t be verified right now. Send the event again later.');
      });
      if (!event) throw new AppError('BAD_REQUEST', 'The signature is invalid.');
      await services.db.transaction(tx => processProviderEvent(tx, services, provider, event));
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });

  app.get<{ Params: { number: string; token: string; proof: string } }>(
    '/document/:number/:token/proofs/:proof',
    async (request, reply) => {
      const { db, files, encryption } = contexts.createAnonymous(request);
      const document = await getDocumentByAddress(db, { encryption }, request.params);
      const bytes = await getProofImage(db, files, document.id, request.params.proof);
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'private, no-store',
          'content-security-policy': 'sandbox',
        })
        .send(bytes);
    },
  );
}
