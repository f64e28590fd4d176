import type { Subscriber } from '../contract/subscribers.ts';

type Row = Omit<Subscriber, 'createdAt' | 'confirmedAt' | 'inactiveSince' | 'hasPendingConfirmation'> & {
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly inactiveSince: Date | null;
  readonly confirmationTokenHash: string | null;
};

export function toSubscriberDto({ confirmationTokenHash, ...row }: Row): Subscriber {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    inactiveSince: row.inactiveSince?.toISOString() ?? null,
    hasPendingConfirmation: row.state !== 'pending' && confirmationTokenHash !== null,
  };
}
