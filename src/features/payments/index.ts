// The public API of this feature on the server.
export { createCharge } from './actions/charge-card.ts';
export { isPaymentAvailable } from './actions/create-payment.ts';
export { creditUndecided } from './actions/refund-decisions.ts';
export { createRefund } from './actions/refunds.ts';
export { removeCard, startCardSetup, enqueueSaveCard } from './actions/saved-cards.ts';
export { countWaiting, listPaymentsNeedingAttention } from './queries/list-payments.ts';
export {
  listArrived,
  listConfirmedPayments,
  listConfirmedPaymentsByDocument,
  listPaymentsForBookings,
  listPaymentsForOrders,
  listWaitingPaymentStatuses,
} from './queries/payments.ts';
export {
  getPendingRefundAmount,
  getRefundableAmount,
  listRefundsByDocument,
  updateOwedReturning,
} from './queries/refunds.ts';
export { findActiveCard, findCardSetup, listCardCharges, listCardsOfOrders } from './queries/saved-cards.ts';
export type { CardConsent, PaymentListener } from './rules/payment-listener.ts';
export { formatCard, formatExpiry } from './rules/saved-cards.ts';
export { payments, savedCards } from './tables.ts';
