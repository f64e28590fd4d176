/** What can be ordered. A custom plan and a plan whose price is only the least are quoted first. */
export const orderKinds = ['plan', 'custom', 'service', 'project'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Where an order can stand (domain, "An order's life"): first the way through, then the ways out. */
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

/** Who moves an order: a person on either side, or the site by itself, by a payment or by the calendar. */
export const eventActors = ['client', 'owner', 'site'] as const;
export type EventActor = (typeof eventActors)[number];

/** From which side somebody looks at an order. */
export const parties = ['client', 'owner'] as const satisfies readonly EventActor[];
export type Party = (typeof parties)[number];

/** What a file of an order is for. */
export const filePurposes = ['brief', 'content', 'deliverable'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** The number of a payment term (specification, point 9). */
export type PaymentTermNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

/** What can happen with an order, as its log names it. */
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

/** What either side can do with a subscription (term 14): `keep` takes an end back before it has come. */
export const subscriptionActions = ['pause', 'resume', 'cancel', 'keep'] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export const subscriptionStatuses = ['active', 'paused', 'ending', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Where a support request can stand (term 13): one that is not included is quoted first, and open once that is accepted. */
export const supportStatuses = ['quote awaited', 'quoted', 'declined', 'open', 'done'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** What people are reminded of by mail: first the client, then the owner; `rules/reminders.ts` says when. */
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

/** The moves from state to state; `rules/moves.ts` says which lead where, and who makes them. */
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

/** The moves that somebody makes by their word alone; the others come of a quote, a payment, a revision or the calendar. */
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

/** Where a client's testimonial can stand. */
export const testimonialStatuses = ['waiting', 'approved', 'declined', 'taken off'] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

/** What the owner decides about a testimonial. */
export const testimonialDecisions = ['approve', 'decline', 'take off'] as const;
export type TestimonialDecision = (typeof testimonialDecisions)[number];
