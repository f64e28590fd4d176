// The public API of this feature on the server.
export { listProposedFees } from './late-fees/queries.ts';
export { notifyParty } from './lifecycle/actions/notifications.ts';
export { formatReason, getOrderSnapshot } from './lifecycle/actions/record-transition.ts';
export { withOrderAsClient } from './lifecycle/actions/access.ts';
export { findOrder, findOrderForUpdate, hasDeposit } from './lifecycle/queries/orders.ts';
export { formatOrderEvent } from './lifecycle/rules/event-messages.ts';
export type { OrderEventRecord } from './lifecycle/rules/events.ts';
export { getOrderSummary } from './lifecycle/rules/summary.ts';
export { findTestimonialBlock } from './lifecycle/rules/testimonial-block.ts';
export { orders } from './lifecycle/tables.ts';
export { exportReminderSettings, updateReminderSettings } from './reminders/actions.ts';
