import type { ApiContext } from '#platform/api/context.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';

const UPLOAD_RATE_LIMIT: RateLimit = { name: 'order files', maxAttempts: 120, windowSeconds: 3600 };

/** Counts an upload to an order or a booking per network. Throws RateLimitError. */
export async function consumeOrderUploadLimit({ db, client, now }: Pick<ApiContext, 'db' | 'client' | 'now'>) {
  await consumeRateLimit(db, UPLOAD_RATE_LIMIT, client.network, now());
}
