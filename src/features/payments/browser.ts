// The public API of this feature in the browser.
export { PaymentForm } from './components/PaymentForm.tsx';
export { RefreshPaymentButton, usePaymentPolling } from './components/RefreshPaymentButton.tsx';
export { PaymentHistory } from './components/PaymentHistory.tsx';
export { submitPayment, toUnpaidForm } from './components/submit-payment.ts';
export { formatReturned } from './rules/labels.ts';
export { filterClientPayments, parsePaymentMethod } from './rules/payment-notice.ts';
