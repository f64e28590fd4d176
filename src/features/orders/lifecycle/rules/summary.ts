import type { MinorUnits } from '#shared/money.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import type { EventActor, FilePurpose, OrderKind, OrderStatus, OrderTransition, Party } from '../contract/enums.ts';
import type { Reason } from '../contract/order.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { dayOf, isAfter } from '#shared/dates.ts';
import { findTransitionTime, type OrderHistory } from './events.ts';
import { type LateFee, listChargeableLateFees, type OrderInvoice, getAmountDue } from './late-fees.ts';
import { canTransition } from './transitions.ts';
import { BEFORE_START, findRefundReason, type RefundEligibility, getRefundEligibility } from './refunds.ts';
import { isRevisionQuotePending, findOpenChangeOrder, getRevisionAllowance } from './revisions.ts';
import {
  getSubscriptionNextAction,
  getSubscriptionSummary,
  type Subscription,
  type SubscriptionSummary,
} from './subscription-periods.ts';
import { getSupportCoverage, findSupportNextAction } from './support.ts';
import { getExpectedDelivery } from './expected-delivery.ts';

/** All facts about an order that its summary depends on. */
export interface OrderSnapshot {
  readonly kind: OrderKind;
  readonly status: OrderStatus;
  readonly settings: PaymentTermSettings;
  /** The agreed or quoted price, including tax. */
  readonly total: MinorUnits;
  /** The owner's time zone (IANA name), which decides where days begin and end. */
  readonly timeZone: string;
  readonly history: OrderHistory;
  /** Content the client has to supply before work starts (term 9). */
  readonly content: readonly { readonly label: string; readonly isSupplied: boolean }[];
  /** Days from deposit to delivery; for urgent work, the shorter urgent deadline. */
  readonly deliveryDays: number;
  /** Days of included support (term 13). */
  readonly supportDays: number;
  /** Last day to accept the quote; null without a quote. */
  readonly quoteUntil: Temporal.PlainDate | null;
  readonly documents: readonly OrderInvoice[];
  /** Whether a payment for an unpaid invoice waits for the owner's confirmation, or its provider checks it. */
  readonly hasPaymentInReview: boolean;
  /** Whether it is checked by the provider only. */
  readonly isPaymentProcessing: boolean;
  /** Whether the purchased project or the order has files to deliver. */
  readonly hasFiles: boolean;
  /** Only for a service, which is invoiced monthly (term 14). */
  readonly subscription: Subscription | null;
}

export type Turn = 'client' | 'owner' | 'none';

/** Who has to act next, and the status line for it. */
export interface NextAction {
  readonly by: Turn;
  readonly message: string;
  /** For the client, if worded differently. */
  readonly clientMessage?: string;
  /** Set if the client has to act too. */
  readonly clientBy?: 'client';
}

export interface OrderSummary {
  readonly state: OrderStatus;
  readonly nextAction: NextAction;
  readonly nextPayment: { readonly document: OrderInvoice; readonly amount: MinorUnits } | null;
  readonly owed: MinorUnits;
  readonly expected: ReturnType<typeof getExpectedDelivery>;
  readonly revisions: ReturnType<typeof getRevisionAllowance>;
  readonly refund: RefundEligibility;
  readonly lateFees: readonly LateFee[];
  readonly support: ReturnType<typeof getSupportCoverage>;
  /** Why the client can't download the deliverables yet; null once they can (term 12). */
  readonly downloadBlockedReason: Reason | null;
  readonly subscription: SubscriptionSummary | null;
}

/**
 * Returns the summary of an order now, or at a later time if nothing else happens until then. Pages, calendar runs and
 * "what if" views all use it.
 */
export function getOrderSummary(now: Temporal.Instant, facts: OrderSnapshot): OrderSummary {
  const { history, settings, timeZone } = facts;
  const today = dayOf(now, timeZone);
  const state = facts.status === 'quoted' && isQuoteExpired(today, facts) ? 'expired' : facts.status;
  const unpaid = facts.documents
    .filter(document => getAmountDue(document) > 0)
    .toSorted((one, other) => Temporal.PlainDate.compare(one.dueOn, other.dueOn));
  const [next] = unpaid;
  const subscription = facts.subscription && getSubscriptionSummary(today, facts.subscription);
  return {
    state,
    nextAction: findNextAction(state, facts, subscription, next),
    nextPayment: next ? { document: next, amount: getAmountDue(next) } : null,
    owed: sumAmounts(unpaid.map(getAmountDue)),
    expected: getExpectedDelivery(history, facts.deliveryDays, now, timeZone),
    revisions: getRevisionAllowance(history, settings),
    refund: isUnpaid(facts)
      ? { allowed: false, term: null }
      : getRefundEligibility(state, history, settings, now, timeZone),
    lateFees: canBearLateFees(facts) ? listChargeableLateFees(today, facts.documents, settings) : [],
    support: getSupportCoverage(today, history, facts.supportDays, timeZone),
    downloadBlockedReason: findFileLock(state, facts, unpaid),
    subscription,
  };
}

/** Whether invoices can be late: a service starts on the day of its first payment, which therefore can't be (term 14). */
export const canBearLateFees = ({ subscription, history }: Pick<OrderSnapshot, 'subscription' | 'history'>) =>
  subscription === null || findTransitionTime(history, 'activate_subscription') !== undefined;

/** Whether an order was agreed on without a deposit or at a price of 0, so nothing has to be paid before work starts. */
export const hasNoDeposit = ({ kind, settings, total }: Pick<OrderSnapshot, 'kind' | 'settings' | 'total'>) =>
  (kind === 'custom' || kind === 'plan') && (settings.depositPercent === 0 || total === 0);

/** Whether an order without a deposit has no payment that could be refunded. */
const isUnpaid = (facts: OrderSnapshot) =>
  hasNoDeposit(facts) && facts.documents.every(({ amountSettled }) => amountSettled === 0);

export function isQuoteExpired(day: Temporal.PlainDate, { quoteUntil }: Pick<OrderSnapshot, 'quoteUntil'>): boolean {
  return quoteUntil !== null && isAfter(day, quoteUntil);
}

const fullyPaid: ReadonlySet<OrderStatus> = new Set(['paid', 'delivered', 'closed'] as const);

function findFileLock(state: OrderStatus, { kind }: OrderSnapshot, unpaid: readonly OrderInvoice[]): Reason | null {
  // Unpaid support doesn't lock the delivered files (term 13).
  if (state === 'refunded') return { term: 7, message: 'This order was refunded, so the files are locked.' };
  if (state === 'canceled') return { term: 12, message: 'This order was canceled, so the files are locked.' };
  const first = unpaid.find(({ isSupport }) => !isSupport);
  if (first) return { term: 12, message: `The files unlock once invoice ${first.number} is paid.` };
  // A subscription is paid monthly while it is active.
  const isPaid = fullyPaid.has(state) || (kind === 'service' && state === 'in_progress');
  if (!isPaid) return { term: 12, message: 'The files unlock once the order is paid in full.' };
  return null;
}

/** The next action in each status, unless something more specific applies. */
export const nextActionByStatus: Readonly<Record<OrderStatus, NextAction>> = {
  requested: { by: 'owner', message: 'Send the client a quote.', clientMessage: 'Your quote is being prepared.' },
  quoted: {
    by: 'client',
    message: 'Waiting for the client to accept the quote.',
    clientMessage: 'Review your quote and accept it to get started.',
  },
  agreed: { by: 'client', message: 'Waiting for the deposit.', clientMessage: 'Waiting for your deposit.' },
  deposit_paid: {
    by: 'client',
    message: 'Waiting for the client’s content.',
    clientMessage: 'Add your content so work can start.',
  },
  content_received: {
    by: 'owner',
    message: 'All content is in. You can start work.',
    clientMessage: 'All your content is in. Work can start.',
  },
  in_progress: { by: 'owner', message: 'Work is in progress.' },
  in_review: {
    by: 'client',
    message: 'Waiting for the client to review the work.',
    clientMessage: 'Review the work. Accept it or request a revision.',
  },
  completed: {
    by: 'client',
    message: 'Work is complete. Waiting for the balance.',
    clientMessage: 'Work is complete. Pay the balance to get your files.',
  },
  paid: {
    by: 'owner',
    message: 'Paid in full. Deliver the files.',
    clientMessage: 'Paid in full. Your files will be delivered next.',
  },
  delivered: { by: 'none', message: 'Everything is delivered.' },
  closed: { by: 'none', message: 'This order is closed.' },
  declined: { by: 'none', message: 'This order was declined.' },
  expired: { by: 'none', message: 'The quote has expired.' },
  canceled: { by: 'none', message: 'This order was canceled.' },
  refunded: { by: 'none', message: 'This order was refunded.' },
};

/** The owner's next action if a paid project has no files. */
export const ADD_FILES: NextAction = {
  by: 'owner',
  message: 'Paid in full. Add files to deliver the order.',
  clientMessage: 'Paid in full. Your files will be delivered next.',
};

/** Returns the status line for one party. */
export function formatNextAction({ message, clientMessage = message }: NextAction, party: Party): string {
  return party === 'client' ? clientMessage : message;
}

function findNextAction(
  state: OrderStatus,
  facts: OrderSnapshot,
  subscription: SubscriptionSummary | null,
  due: OrderInvoice | undefined,
): NextAction {
  if (facts.hasPaymentInReview && !facts.isPaymentProcessing) {
    return {
      by: 'owner',
      message: 'Confirm or reject the client’s payment.',
      clientMessage: 'Your payment is being reviewed.',
    };
  }
  const held = facts.documents.find(document => document.held > 0);
  if (held) {
    return {
      by: 'owner',
      message: `Decide on the refund or dispute of invoice ${held.number}.`,
      clientMessage: `The refund or dispute of invoice ${held.number} is being reviewed.`,
    };
  }
  if (facts.isPaymentProcessing) {
    return {
      by: 'none',
      message: 'The payment provider is still checking the client’s payment.',
      clientMessage: 'Your payment is being checked. You’ll get a receipt by email once it’s complete.',
    };
  }
  if (subscription && state === 'in_progress') return getSubscriptionNextAction(subscription, due?.number ?? null);
  if (state === 'delivered' || state === 'closed') {
    const payment = due && ({ by: 'client', message: `Invoice ${due.number} is unpaid.` } as const);
    return findSupportNextAction(facts.history) ?? payment ?? nextActionByStatus[state];
  }
  const unpaid = BEFORE_START.has(state) && findUnpaidInvoice(facts);
  if (unpaid) return { by: 'client', message: `Invoice ${unpaid.number} is due again. Work starts once it’s paid.` };
  if (facts.kind === 'project' && state === 'paid' && !facts.hasFiles) return ADD_FILES;
  if (state === 'agreed' && (facts.kind === 'project' || facts.kind === 'service')) {
    return { by: 'client', message: 'Waiting for payment.', clientMessage: 'Waiting for your payment.' };
  }
  if (state !== 'in_progress' && state !== 'in_review') return nextActionByStatus[state];
  if (findOpenChangeOrder(facts.history)) {
    return {
      by: 'client',
      message: 'Waiting for the client to answer the change order.',
      clientMessage: 'Review the change order. Accept or decline it.',
    };
  }
  if (state === 'in_review' && isRevisionQuotePending(facts.history)) {
    return {
      by: 'owner',
      message: 'Send a quote for the revision, or do it for free.',
      clientMessage: 'Waiting for a quote for your revision.',
    };
  }
  return nextActionByStatus[state];
}

/**
 * Returns the invoice that keeps work from starting: its payment was refunded, disputed or voided, and it isn't credited
 * (term 1). Milestones have their own dates.
 */
function findUnpaidInvoice({ documents }: Pick<OrderSnapshot, 'documents'>): OrderInvoice | undefined {
  return documents.find(
    document =>
      !document.isLateFee &&
      !document.isSupport &&
      (document.held > 0 || (!document.isInstallment && getAmountDue(document) > 0)),
  );
}

const NOT_NOW: Reason = { term: null, message: 'You can’t do this at the order’s current stage.' };

/** Returns why an actor can't make a transition, naming the missing items; null if they can. */
export function findTransitionBlock(
  name: OrderTransition,
  actor: EventActor,
  facts: OrderSnapshot,
  now: Temporal.Instant,
): Reason | null {
  const summary = getOrderSummary(now, facts);
  const termBlock = findTermBlock(name, actor, facts, summary);
  if (termBlock) return termBlock;
  // The summary already shows a quote as expired before the `expire` transition is recorded.
  const status = name === 'expire' ? facts.status : summary.state;
  const isEarly =
    (name === 'expire' && summary.state !== 'expired') || (name === 'end_subscription' && hasNotEnded(summary));
  return !isEarly && canTransition(name, actor, { kind: facts.kind, status }) ? null : NOT_NOW;
}

/** Returns whether a subscription has not ended yet. */
function hasNotEnded({ subscription }: OrderSummary): boolean {
  return subscription !== null && subscription.status !== 'canceled';
}

/** Returns the refusal that a payment term causes, naming the way to resolve it. */
function findTermBlock(name: OrderTransition, actor: EventActor, facts: OrderSnapshot, summary: OrderSummary) {
  const { state, refund } = summary;
  switch (name) {
    case 'start_work':
    case 'start_without_content': {
      if (state === 'requested' || state === 'quoted') {
        return { term: 15, message: 'Work can’t start until the client accepts the quote.' };
      }
      if (state === 'agreed') return { term: 1, message: 'Work can’t start until the deposit is paid.' };
      const unpaid = BEFORE_START.has(state) && findUnpaidInvoice(facts);
      if (unpaid) {
        const { number, held } = unpaid;
        const reason =
          held > 0
            ? 'was refunded or disputed. Decide whether to credit it or make it due again.'
            : 'is due again. It must be paid first.';
        return { term: 1, message: `Work can’t start because invoice ${number} ${reason}` };
      }
      if (name === 'start_without_content' || state !== 'deposit_paid') return null;
      const missing = facts.content.filter(({ isSupplied }) => !isSupplied).map(({ label }) => label);
      return { term: 9, message: `Work can’t start until all content is in. Missing: ${missing.join(', ')}.` };
    }
    case 'cancel':
      return BEFORE_START.has(state) && !isUnpaid(facts) ? NOT_NOW : null;
    case 'refund':
      if (isUnpaid(facts)) return NOT_NOW;
      if (refund.allowed || (actor === 'owner' && refund.term === 7)) return null;
      return findRefundReason(refund, actor === 'client' ? 'client' : 'owner');
    case 'refund_purchase':
      return actor !== 'owner' && 'downloaded' in refund ? findRefundReason(refund, 'client') : null;
    case 'request_revision':
      if (state !== 'in_review') return null;
      if (findOpenChangeOrder(facts.history))
        return { term: 11, message: 'Accept or decline the open change order first.' };
      return isRevisionQuotePending(facts.history)
        ? { term: 11, message: 'The last revision is still waiting for a quote.' }
        : null;
    case 'deliver':
      if (summary.owed > 0) return summary.downloadBlockedReason;
      if (facts.kind !== 'project' || facts.hasFiles || state !== 'paid') return null;
      return { term: 12, message: 'There are no files to deliver. Add files to the project or to this order.' };
    case 'close':
      if (refund.allowed && facts.kind === 'project') {
        return { term: 7, message: 'The client can get a full refund until they download the files.' };
      }
      if (findSupportNextAction(facts.history)) return { term: 13, message: 'A support request is still open.' };
      if (summary.owed <= 0) return null;
      return summary.downloadBlockedReason ?? { term: 13, message: 'The support invoice is unpaid.' };
    default:
      return null;
  }
}

/** Clients can download deliverables only once everything is paid (term 12). */
export function isDownloadBlocked(
  file: { readonly purpose: FilePurpose },
  party: Party,
  { downloadBlockedReason }: Pick<OrderSummary, 'downloadBlockedReason'>,
): boolean {
  return party === 'client' && file.purpose === 'deliverable' && downloadBlockedReason !== null;
}
