import { cleanupExpiredAuth } from '#features/auth/sessions/actions/sessions.ts';
import { deleteExpiredPasswordResets } from '#features/auth/password-reset/queries.ts';
import { cleanupEmailChanges } from '#features/profile/actions/email-change.ts';
import { updateStorageTotals } from '#features/media/queries/pictures.ts';
import { cleanupAuthorizationRequests } from '#features/auth/social-login/actions/authorization.ts';
import { cleanupPasskeyChallenges } from '#features/auth/passkeys/actions/challenges.ts';
import { deleteExpiredIdempotencyKeys } from '#platform/api/idempotency.ts';
import { compactTopicCounts } from '#platform/database/facets.ts';
import type { Database } from '#platform/database/database.ts';
import { deleteExpiredProofs } from '#platform/http/proof-of-work.ts';
import { deleteExpiredRateLimits } from '#platform/http/rate-limits.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Log } from '#platform/log.ts';

/** Deletes expired rows unless cleanups are paused; a failure is logged and tried again in an hour. */
export async function deleteExpired(services: { db: Database; log: Log; now: () => Temporal.Instant }): Promise<void> {
  const { db, log, now } = services;
  try {
    if (await mayCleanUp(services)) await cleanupExpired(db, now());
  } catch (err) {
    log.warn({ err }, 'expired rows were not deleted');
  }
}

/** What means nothing any more. That it still stands in the database lets nobody in, so once an hour is enough. */
export async function cleanupExpired(db: Database, now: Temporal.Instant): Promise<void> {
  await deleteExpiredRateLimits(db, now);
  await deleteExpiredIdempotencyKeys(db, now);
  await deleteExpiredProofs(db, now);
  await cleanupExpiredAuth(db, now);
  await deleteExpiredPasswordResets(db, new Date(now.epochMilliseconds));
  await cleanupEmailChanges(db, now);
  await cleanupAuthorizationRequests(db, now);
  await cleanupPasskeyChallenges(db, now);
  await compactTopicCounts(db);
  await updateStorageTotals(db);
}
