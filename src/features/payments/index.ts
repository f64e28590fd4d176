// What other parts of the product may import on the server.
export { creditRefunded, creditUndecided } from './actions/refund-decisions.ts';
export { createRefund } from './actions/refunds.ts';
export { countWaiting, listPaymentsNeedingAttention } from './queries/list-payments.ts';
export {
  hasPaymentInReview,
  listArrived,
  listConfirmedPaymentsByDocument,
  listPaymentsForBookings,
  listPaymentsForOrders,
  listRefundablePayments,
} from './queries/payments.ts';
export { getRefundedAmount, listRefundsByDocument, updateOwedReturning } from './queries/refunds.ts';
export type { PaymentListener } from './rules/payment-listener.ts';
