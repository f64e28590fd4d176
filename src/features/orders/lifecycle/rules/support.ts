import type { OrderKind, OrderStatus, Party, SupportStatus } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import { dayOf, isAfter } from '#shared/dates.ts';
import { findTransitionTime, type OrderHistory } from './events.ts';

/**
 * Returns whether support requested on a day is included in the price, and the last day on which it is (term 13): it is
 * counted in days from delivery.
 */
export function getSupportCoverage(
  day: Temporal.PlainDate,
  history: OrderHistory,
  supportDays: number,
  timeZone: string,
) {
  const delivered = findTransitionTime(history, 'deliver');
  if (!delivered || supportDays === 0) return { included: false, until: null };
  const until = dayOf(delivered, timeZone).add({ days: supportDays });
  return { included: !isAfter(day, until), until };
}

/** Returns why support can't be requested for an order; null if it can, included or not (term 13). */
export function findSupportBlock({ kind, status }: { kind: OrderKind; status: OrderStatus }): Reason | null {
  if (kind === 'service')
    return { term: null, message: 'Support is part of this monthly service. Send a message instead.' };
  if (status === 'delivered' || status === 'closed') return null;
  return { term: 13, message: 'You can request support once the work is delivered.' };
}

/** State of a support request, derived from the order's history. */
export interface SupportRequest {
  readonly request: string;
  /** Whether the price included it on the day of the request. */
  readonly included: boolean;
  readonly state: SupportStatus;
}

/** Returns the support requests of an order, oldest first; one that isn't included opens once its quote is accepted. */
export function replaySupportRequests(history: OrderHistory): SupportRequest[] {
  const requests = new Map<string, SupportRequest>();
  for (const it of history) {
    if (it.type === 'support_requested') {
      const { supportRequestId, included } = it;
      requests.set(supportRequestId, {
        request: supportRequestId,
        included,
        state: included ? 'open' : 'awaiting_quote',
      });
    } else if ('supportRequestId' in it) {
      const before = requests.get(it.supportRequestId);
      const isDeclined = it.type === 'support_quote_answered' && !it.accepted;
      const state = isDeclined ? 'declined' : statusAfter[it.type];
      if (before) requests.set(it.supportRequestId, { ...before, state });
    }
  }
  return [...requests.values()];
}

/** The status after each event of a request; a quote may be declined instead. */
const statusAfter = {
  support_quoted: 'quoted',
  support_quote_answered: 'open',
  support_quote_withdrawn: 'awaiting_quote',
  support_resolved: 'resolved',
  support_reopened: 'open',
} as const;

interface SupportTurn {
  readonly by: Party;
  readonly message: string;
  /** For the client, if worded differently. */
  readonly clientMessage: string;
  /** Both messages for several requests. */
  readonly plural: { readonly message: string; readonly clientMessage: string };
}

/** The next action for each status of a request. */
export const supportNextActions: Readonly<Record<SupportStatus, SupportTurn | null>> = {
  open: {
    by: 'owner',
    message: 'Resolve the support request.',
    clientMessage: 'Your support request is open.',
    plural: { message: 'Resolve the support requests.', clientMessage: 'Your support requests are open.' },
  },
  awaiting_quote: {
    by: 'owner',
    message: 'Send a quote for the support request.',
    clientMessage: 'Waiting for a quote for your support request.',
    plural: {
      message: 'Send quotes for the support requests.',
      clientMessage: 'Waiting for quotes for your support requests.',
    },
  },
  quoted: {
    by: 'client',
    message: 'Waiting for the client to answer the support quote.',
    clientMessage: 'Review your support quote.',
    plural: {
      message: 'Waiting for the client to answer the support quotes.',
      clientMessage: 'Review your support quotes.',
    },
  },
  declined: null,
  resolved: null,
};

/** Returns the next action for the unfinished requests, of both parties if each has one; null if there is none. */
export function findSupportNextAction(
  history: OrderHistory,
): (Omit<SupportTurn, 'plural'> & { readonly clientBy?: 'client' }) | null {
  const turns = replaySupportRequests(history).flatMap(({ state }) => supportNextActions[state] ?? []);
  const [owners, clients] = (['owner', 'client'] as const).map(party => {
    const turn = turns.find(({ by }) => by === party);
    return turn && turns.filter(it => it === turn).length > 1 ? { ...turn, ...turn.plural } : turn;
  });
  if (!owners || !clients) return owners ?? clients ?? null;
  return { ...owners, clientBy: 'client', clientMessage: clients.clientMessage };
}

/** Returns whether the client can reopen a request: only if it was included and support has not ended (term 13). */
export function canReopenSupportRequest({ state, included }: SupportRequest, support: { included: boolean }): boolean {
  return state === 'resolved' && included && support.included;
}
