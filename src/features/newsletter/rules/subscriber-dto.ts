import type { Subscriber } from '../contract/subscribers.ts';
import type { newsletterSubscribers } from '../tables.ts';

export function toSubscriberDto({
  confirmationTokenHash,
  ...row
}: typeof newsletterSubscribers.$inferSelect): Subscriber {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    inactiveSince: row.inactiveSince?.toISOString() ?? null,
    hasPendingConfirmation: row.state !== 'pending' && confirmationTokenHash !== null,
  };
}
