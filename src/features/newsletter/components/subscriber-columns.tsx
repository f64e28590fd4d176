import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { sortAscendingFirst, type Column, sortDescendingFirst, sortOptions } from '#ui/table/column.ts';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
import { subscriberStates, topics } from '../contract/limits.ts';
import type { Subscriber } from '../contract/subscribers.ts';
import {
  confirmationMethodLabels,
  inactiveReasonLabels,
  sourceLabels,
  subscriberStateLabels,
  topicLabels,
} from '../rules/labels.ts';

export const subscriberFilters: readonly TableFilter[] = [
  {
    name: 'state',
    label: 'Status',
    allLabel: 'All statuses',
    options: subscriberStates.map(value => ({ value, label: subscriberStateLabels[value] })),
  },
  {
    name: 'topic',
    label: 'Topic',
    allLabel: 'All topics',
    options: topics.map(value => ({ value, label: topicLabels[value][0] })),
  },
];

export const subscriberSortOptions = [...sortOptions.time, ...sortOptions.email];

const stateTones: Readonly<Record<Subscriber['state'], BadgeTone>> = {
  subscribed: 'success',
  pending: 'active',
  unsubscribed: 'muted',
  blocked: 'danger',
};

function reasonOf(one: Subscriber): string {
  if (one.state === 'subscribed') {
    const method = one.confirmationMethod ? confirmationMethodLabels[one.confirmationMethod] : '';
    return [method, one.consentNote].filter(Boolean).join(': ');
  }
  if (one.state === 'pending') return 'hasn’t confirmed yet';
  const ending = one.inactiveReason ? inactiveReasonLabels[one.inactiveReason] : '';
  const pending = one.hasPendingConfirmation ? 'signed up again but hasn’t confirmed yet' : '';
  return [ending, one.inactiveNote, pending].filter(Boolean).join('; ');
}

export const subscriberColumns: readonly Column<Subscriber>[] = [
  {
    id: 'email',
    label: 'Email',
    isAlwaysVisible: true,
    sorts: sortAscendingFirst('email_asc', 'email_desc'),
    renderCell: one => (
      <>
        <EmailText email={one.email} />
        {one.name && <span className="block text-small [overflow-wrap:anywhere]">{one.name}</span>}
        {one.labels.length > 0 && <span className="hint block [overflow-wrap:anywhere]">{one.labels.join(', ')}</span>}
      </>
    ),
  },
  {
    id: 'state',
    label: 'Status',
    renderCell: one => (
      <>
        <Badge tone={stateTones[one.state]}>{subscriberStateLabels[one.state]}</Badge>
        <span className="hint block">{reasonOf(one)}</span>
      </>
    ),
  },
  {
    id: 'topics',
    label: 'Topics',
    renderCell: one => <span className="hint">{one.topics.map(topic => topicLabels[topic][0]).join(', ')}</span>,
  },
  {
    id: 'since',
    label: 'Since',
    sorts: sortDescendingFirst('newest', 'oldest'),
    renderCell: one => (
      <>
        <DateTime instant={one.confirmedAt ?? one.createdAt} isDateOnly />
        <span className="hint block">{sourceLabels[one.source]}</span>
      </>
    ),
  },
];
