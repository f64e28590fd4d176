import { deleteExpiredIdempotencyKeys } from '#platform/api/idempotency.ts';
import type { Database } from '#platform/database/database.ts';
import type { Feature } from '#platform/feature.ts';
import { deleteExpiredProofs } from '#platform/http/proof-of-work.ts';
import { deleteExpiredRateLimits } from '#platform/http/rate-limits.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Log } from '#platform/log.ts';
import { features } from './features.ts';

/** Deletes expired rows unless cleanup is paused. Failures are logged; the next call retries. */
export async function deleteExpired(
  services: { readonly db: Database; readonly log: Log; readonly now: () => Temporal.Instant },
  from: readonly Feature[] = features,
): Promise<void> {
  const { db, log, now } = services;
  try {
    if (!(await mayCleanUp(services))) return;
    await deleteExpiredRateLimits(db, now());
    await deleteExpiredIdempotencyKeys(db, now());
    await deleteExpiredProofs(db, now());
    for (const { cleanup } of from) await cleanup?.(db, now());
  } catch (err) {
    log.warn({ err }, 'deleting expired rows failed');
  }
}
