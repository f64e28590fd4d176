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
  'canceled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Who can cause a transition. `system` is for automatic ones, caused by a payment or a date. */
export const eventActors = ['client', 'owner', 'system'] as const;
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
  'transitioned',
  'revision_requested',
  'revision_granted',
  'change_order_quoted',
  'change_order_answered',
  'change_order_withdrawn',
  'urgent_delivery_declined',
  'support_requested',
  'support_quoted',
  'support_quote_answered',
  'support_quote_withdrawn',
  'support_resolved',
  'support_reopened',
  'subscription_paused',
  'subscription_resumed',
  'subscription_canceled',
  'subscription_cancellation_undone',
  'installments_chosen',
  'late_fee_charged',
  'late_fee_waived',
  'downloaded',
  'refunded',
  'refund_decided',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'refund_failed',
  'payment_voided',
  'written_off',
  'write_off_undone',
  'credit_applied',
  'credit_undone',
] as const;
export type OrderEventType = (typeof orderEventTypes)[number];

/** Subscription actions of either party (term 14); `undo_cancellation` applies before the end date. */
export const subscriptionActions = ['pause', 'resume', 'cancel', 'undo_cancellation'] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export const subscriptionStatuses = ['active', 'paused', 'cancel_scheduled', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Statuses of a support request (term 13). A request that isn't included is quoted first and opens on acceptance. */
export const supportStatuses = ['awaiting_quote', 'quoted', 'declined', 'open', 'resolved'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** Statuses of a milestone; `credited` if its invoice was credited before it was paid. */
export const milestoneStatuses = ['planned', 'invoiced', 'paid', 'credited'] as const;
export type MilestoneStatus = (typeof milestoneStatuses)[number];

/** Email reminders: the client's first, then the owner's. `reminders/rules.ts` defines when each is sent. */
export const reminderKinds = [
  'quote_expires_soon',
  'quote_expires_tomorrow',
  'payment_due_soon',
  'payment_overdue',
  'late_fee_warning',
  'client_action_reminder',
  'client_action_final_reminder',
  'late_fee_proposed',
  'quote_requested',
  'delivery_due',
  'delivery_overdue',
  'subscription_unpaid',
] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Transitions between statuses; `rules/transitions.ts` defines where each leads and who may make it. */
export const orderTransitions = [
  'send_quote',
  'decline',
  'expire',
  'accept_quote',
  'cancel',
  'pay_deposit',
  'pay_in_full',
  'activate_subscription',
  'receive_content',
  'start_work',
  'start_without_content',
  'refund',
  'refund_purchase',
  'submit_for_review',
  'request_revision',
  'complete',
  'cancel_work',
  'pay_balance',
  'deliver',
  'end_subscription',
  'close',
] as const;
export type OrderTransition = (typeof orderTransitions)[number];

/** Transitions made directly by a person; quotes, payments, revisions or the calendar cause the others. */
export const manualTransitions = [
  'decline',
  'cancel',
  'start_work',
  'start_without_content',
  'refund',
  'refund_purchase',
  'submit_for_review',
  'complete',
  'cancel_work',
  'deliver',
  'close',
] as const satisfies readonly OrderTransition[];
export type ManualTransition = (typeof manualTransitions)[number];

export const testimonialStatuses = ['pending', 'approved', 'declined', 'unpublished'] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

/** Filters of the list: open orders, those waiting for either party, and finished ones. */
export const orderStages = ['open', 'waiting_on_owner', 'waiting_on_client', 'closed'] as const;
