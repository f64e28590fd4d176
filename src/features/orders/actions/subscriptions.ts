import type { Issuing } from '#features/billing/actions/issue-document.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { Side, SubscriptionChange } from '../contract/life.ts';
import { findOrderLocked, insertEvent, type OrderRow } from '../queries/orders.ts';
import { updateSubscription } from '../queries/subscriptions.ts';
import { dayOf } from '../rules/calendar.ts';
import { sentenceOf } from '../rules/sentences.ts';
import { standingAt } from '../rules/standing.ts';
import { changed, changeRefusal } from '../rules/subscription-changes.ts';
import { advanceOrder } from './following.ts';
import { inWords, readFacts } from './moving.ts';
import { tellSide } from './notices.ts';
import { issueDuePeriods } from './periods.ts';

/** Who changes a subscription; `actorId` is null for a client without an account. */
export interface SubscriptionRequest {
  readonly orderId: number;
  readonly actor: Side;
  readonly actorId: string | null;
}

const happenings = {
  pause: 'subscription paused',
  resume: 'subscription resumed',
  cancel: 'subscription ending',
  keep: 'subscription kept',
} as const;

/** Invoices nothing from the next 1st on; what is invoiced stays (term 14). CONFLICT where it is paused or has ended. */
export function pauseSubscription(tx: Transaction, issuing: Issuing, request: SubscriptionRequest): Promise<void> {
  return change(tx, issuing, 'pause', request);
}

/**
 * Goes on from today: the rest of the month is invoiced at once, a share by days (term 14). CONFLICT where it is not
 * paused and, for the client, while an invoice is late.
 */
export function resumeSubscription(tx: Transaction, issuing: Issuing, request: SubscriptionRequest): Promise<void> {
  return change(tx, issuing, 'resume', request);
}

/** Ends it with the period that is invoiced; the order is closed then, once all is paid (term 14). CONFLICT where it ends already. */
export function cancelSubscription(tx: Transaction, issuing: Issuing, request: SubscriptionRequest): Promise<void> {
  return change(tx, issuing, 'cancel', request);
}

/** Takes back that it ends, before it has (term 14). CONFLICT where nobody has ended it, or its last day has passed. */
export function keepSubscription(tx: Transaction, issuing: Issuing, request: SubscriptionRequest): Promise<void> {
  return change(tx, issuing, 'keep', request);
}

async function change(
  tx: Transaction,
  issuing: Issuing,
  name: SubscriptionChange,
  { orderId, actor, actorId }: SubscriptionRequest,
): Promise<void> {
  const order = await findOrderLocked(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  // What fell due before it is changed is invoiced as if it were not.
  const before = await readFacts(tx, order, issuing.timeZone);
  const caughtUp = await issueDuePeriods(tx, issuing, order, before.history);
  const facts = caughtUp > 0 ? await readFacts(tx, order, issuing.timeZone) : before;
  const refusal = changeRefusal(name, actor, facts, issuing.now);
  if (refusal || !facts.subscription) throw new AppError('CONFLICT', refusal ? inWords(refusal) : 'No subscription.');
  const next = changed(name, dayOf(issuing.now, issuing.timeZone), facts.subscription);
  await updateSubscription(tx, orderId, next);
  const day = { pause: next.pausedFrom, resume: next.nextInvoiceOn, cancel: next.endsOn, keep: null }[name];
  const entry = { what: happenings[name], move: null, details: day ? { day: day.toString() } : {} };
  await insertEvent(tx, { orderId, ...entry, actor, actorId, at: new Date(issuing.now.epochMilliseconds) });
  if (name === 'resume') await issueDuePeriods(tx, issuing, order, facts.history);
  const { turn } = standingAt(issuing.now, await readFacts(tx, order, issuing.timeZone));
  await tellOtherSide(tx, issuing, order, { actor, news: sentenceOf(entry), next: turn.sentence });
  await advanceOrder(tx, issuing, orderId);
}

/** Tells whoever did not change it what became of a subscription, and what is next. */
function tellOtherSide(
  tx: Transaction,
  issuing: Issuing,
  order: OrderRow,
  { actor, news, next }: { readonly actor: Side; readonly news: string; readonly next: string },
): Promise<void> {
  const services = { ...issuing, now: () => issuing.now };
  return tellSide(actor === 'client' ? 'owner' : 'client', tx, services, order, {
    template: 'orderMoved',
    props: ({ name, link }) => ({ name, link, number: order.id, title: order.title, news, next, reason: null }),
  });
}
