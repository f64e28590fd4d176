import type { Subscriber } from '../contract/subscribers.ts';

type Row = Omit<Subscriber, 'createdAt' | 'confirmedAt' | 'inactiveSince' | 'hasPendingConfirmation'> & {
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly inactiveSince: Date | null;
  readonly confirmationTokenHash: string | null;
};

export function toSubscriberDto(row: Row): Subscriber {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    labels: row.labels,
    state: row.state,
    topics: row.topics,
    source: row.source,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    confirmationMethod: row.confirmationMethod,
    consentNote: row.consentNote,
    inactiveSince: row.inactiveSince?.toISOString() ?? null,
    inactiveReason: row.inactiveReason,
    inactiveNote: row.inactiveNote,
    hasPendingConfirmation: row.state !== 'pending' && row.confirmationTokenHash !== null,
  };
}
