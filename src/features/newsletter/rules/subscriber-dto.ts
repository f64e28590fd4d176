import type { Subscriber } from '../contract/subscribers.ts';

type Row = Omit<Subscriber, 'askedAt' | 'confirmedAt' | 'endedAt' | 'isAskedAgain'> & {
  readonly askedAt: Date;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  readonly linkSha256: string | null;
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
    askedAt: row.askedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    confirmedHow: row.confirmedHow,
    note: row.note,
    endedAt: row.endedAt?.toISOString() ?? null,
    endedHow: row.endedHow,
    endedNote: row.endedNote,
    isAskedAgain: row.state !== 'pending' && row.linkSha256 !== null,
  };
}
