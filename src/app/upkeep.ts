import { dropEndedAccess } from '#features/auth/sessions/actions/sessions.ts';
import { deleteEndedResets } from '#features/auth/password-reset/queries.ts';
import { dropEndedAddressChanges } from '#features/profile/actions/email-change.ts';
import { updateStorageTotals } from '#features/media/queries/pictures.ts';
import { dropEndedAuthorizations } from '#features/auth/social-login/actions/authorization.ts';
import { dropEndedChallenges } from '#features/auth/passkeys/actions/challenges.ts';
import { forgetAnswers } from '#platform/api/idempotency.ts';
import { compactTopicCounts } from '#platform/database/facets.ts';
import type { Database } from '#platform/database/database.ts';
import { forgetEndedProofs } from '#platform/http/proof-of-work.ts';
import { forgetEndedTries } from '#platform/http/rate-limits.ts';
import { mayCleanUp } from '#platform/jobs/cleanup.ts';
import type { Log } from '#platform/log.ts';

/** Deletes expired rows unless cleanups are paused; a failure is logged and tried again in an hour. */
export async function deleteExpired(services: { db: Database; log: Log; now: () => Temporal.Instant }): Promise<void> {
  const { db, log, now } = services;
  try {
    if (await mayCleanUp(services)) await dropWhatEnded(db, now());
  } catch (err) {
    log.warn({ err }, 'expired rows were not deleted');
  }
}

/** What means nothing any more. That it still stands in the database lets nobody in, so once an hour is enough. */
export async function dropWhatEnded(db: Database, now: Temporal.Instant): Promise<void> {
  await forgetEndedTries(db, now);
  await forgetAnswers(db, now);
  await forgetEndedProofs(db, now);
  await dropEndedAccess(db, now);
  await deleteEndedResets(db, new Date(now.epochMilliseconds));
  await dropEndedAddressChanges(db, now);
  await dropEndedAuthorizations(db, now);
  await dropEndedChallenges(db, now);
  await compactTopicCounts(db);
  await updateStorageTotals(db);
}
