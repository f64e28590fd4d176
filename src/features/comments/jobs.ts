import { type MailServices, queueMail } from '#features/email/actions.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { dateOf } from './actions/comment-count.ts';
import { countWaiting, findLastNotice, saveLastNotice } from './queries/moderation.ts';
import { findOwner } from './queries/recipients.ts';
import { deleteTakenAway } from './queries/comments.ts';
import { KEPT_DAYS } from './rules/auto-moderation.ts';

/** What the jobs of comments work with. */
export interface CommentJobServices extends MailServices {
  readonly db: Database;
  readonly log: Log;
}

/** Tells the owner what came since they were told last, unless it waits no more. */
export async function tellOwner(services: CommentJobServices): Promise<void> {
  await services.db.transaction(async tx => {
    const { held, reported } = await countWaiting(tx, await findLastNotice(tx));
    const owner = await findOwner(tx);
    if (!owner || held + reported === 0) return;
    await saveLastNotice(tx, dateOf(services.now()));
    const { name, email: address } = owner;
    const link = `${services.siteUrl}${dashboardPaths.comments}`;
    await queueMail(tx, services, {
      to: { name, address },
      template: 'commentsWaiting',
      props: { name, held, reported, link },
    });
  });
}

/** Drops what the owner took away more than 30 days ago. */
export async function tidyComments({ db, log, now }: Pick<CommentJobServices, 'db' | 'log' | 'now'>): Promise<void> {
  const before = dateOf(now().subtract({ hours: 24 * KEPT_DAYS }));
  const dropped = await db.transaction(tx => deleteTakenAway(tx, before));
  if (dropped > 0) log.info({ dropped }, 'comments that were taken away long ago are erased');
}
