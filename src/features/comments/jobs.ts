import { type EmailServices, enqueueEmail } from '#features/email/index.ts';
import { toDate } from '#platform/database/dates.ts';
import type { JobServices } from '#platform/feature.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { getModerationCounts, findLastDigestSentAt, upsertLastDigestSentAt } from './queries/moderation.ts';
import { findOwner } from './queries/recipients.ts';
import { deleteRemovedComments } from './queries/comments.ts';
import { REMOVED_RETENTION_DAYS } from './rules/auto-moderation.ts';

/** Notifies the owner of comments to review since the last digest, unless none is left. */
export async function sendModerationDigest(services: EmailServices & Pick<JobServices, 'db'>): Promise<void> {
  await services.db.transaction(async tx => {
    const { pending, reported } = await getModerationCounts(tx, await findLastDigestSentAt(tx));
    const owner = await findOwner(tx);
    if (!owner || pending + reported === 0) return;
    await upsertLastDigestSentAt(tx, toDate(services.now()));
    const { name, email } = owner;
    const url = `${services.siteUrl}${dashboardPaths.comments}`;
    await enqueueEmail(tx, services, {
      to: { name, email },
      template: 'comments_pending_review',
      props: { name, held: pending, reported, url },
    });
  });
}

/** Deletes comments that the owner removed more than 30 days ago. */
export async function cleanUpComments({ db, log, now }: Pick<JobServices, 'db' | 'log' | 'now'>): Promise<void> {
  const before = toDate(now().subtract({ hours: 24 * REMOVED_RETENTION_DAYS }));
  const deleted = await db.transaction(tx => deleteRemovedComments(tx, before));
  if (deleted > 0) log.info({ dropped: deleted }, 'removed comments deleted permanently');
}
