/** Kinds of orders. A custom plan, and a plan with a minimum price only, need a quote first. */
export const orderKinds = ['plan', 'custom', 'service', 'project'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Statuses of an order (domain, "An order's life"): the regular path first, then the early endings. */
export const orderStatuses = [
  'requested',
  'quoted',
  'agreed',
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
  'completed',
  'paid',
  'delivered',
  'closed',
  'declined',
  'expired',
  'cancelled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Who can cause a transition. `site` stands for automatic ones, caused by a payment or by the calendar. */
export const eventActors = ['client', 'owner', 'site'] as const;
export type EventActor = (typeof eventActors)[number];

export const parties = ['client', 'owner'] as const satisfies readonly EventActor[];
export type Party = (typeof parties)[number];

export const filePurposes = ['brief', 'content', 'deliverable'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** Number of a payment term (specification, point 9). */
export type PaymentTermNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

/** Types of entries in an order's history. */
export const orderEventTypes = [
  'placed',
  'moved',
  'revision',
  'revision_granted',
  'change quoted',
  'change answered',
  'urgency refused',
  'support requested',
  'support quoted',
  'support answered',
  'support done',
  'support reopened',
  'subscription paused',
  'subscription resumed',
  'subscription ending',
  'subscription kept',
  'downloaded',
  'refunded',
  'refund_decided',
  'disputed',
  'dispute_won',
] as const;

/** Subscription actions of either party (term 14); `keep` revokes a cancellation that has not taken effect. */
export const subscriptionActions = ['pause', 'resume', 'cancel', 'keep'] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export const subscriptionStatuses = ['active', 'paused', 'ending', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Statuses of a support request (term 13). A request that isn't included is quoted first and opens on acceptance. */
export const supportStatuses = ['quote awaited', 'quoted', 'declined', 'open', 'done'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** Email reminders: the client's first, then the owner's. `rules/reminders.ts` defines when each is sent. */
export const reminderKinds = [
  'quote ends soon',
  'quote ends',
  'payment due soon',
  'payment overdue',
  'payment late',
  'waited some days',
  'waited long',
  'late fee proposed',
  'quote awaited',
  'work expected',
  'work overdue',
  'month unpaid',
] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Transitions between statuses; `rules/moves.ts` defines where each leads and who may make it. */
export const orderTransitions = [
  'quote',
  'decline',
  'expire',
  'agree',
  'cancel',
  'payDeposit',
  'payInFull',
  'begin',
  'receiveContent',
  'start',
  'startWithoutContent',
  'refund',
  'refundPurchase',
  'showForReview',
  'requestRevision',
  'complete',
  'stop',
  'payBalance',
  'deliver',
  'end',
  'close',
] as const;
export type OrderTransition = (typeof orderTransitions)[number];

/** Transitions made directly by a person; quotes, payments, revisions or the calendar cause the others. */
export const manualTransitions = [
  'decline',
  'cancel',
  'start',
  'startWithoutContent',
  'refund',
  'refundPurchase',
  'showForReview',
  'complete',
  'stop',
  'deliver',
  'close',
] as const satisfies readonly OrderTransition[];
export type ManualTransition = (typeof manualTransitions)[number];

export const testimonialStatuses = ['waiting', 'approved', 'declined', 'taken off'] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

export const testimonialDecisions = ['approve', 'decline', 'take off'] as const;
export type TestimonialDecision = (typeof testimonialDecisions)[number];

/** Filters of the list: open orders, those waiting for either party, and finished ones. */
export const orderStages = ['open', 'owner', 'client', 'over'] as const;
