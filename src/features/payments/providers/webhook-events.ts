import type { ProviderName } from '../contract/enums.ts';

/** The events that the webhook of each provider must send (docs/configuration.md, "Payment providers"). */
export const webhookEvents: Readonly<Record<ProviderName, readonly string[]>> = {
  stripe: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'charge.refunded',
    'refund.failed',
    'refund.updated',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_method.updated',
    'payment_method.automatically_updated',
    'payment_method.detached',
  ],
  paypal: [
    'CHECKOUT.ORDER.APPROVED',
    'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.DECLINED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'PAYMENT.REFUND.FAILED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ],
};

/** Returns the events that a webhook with these events doesn't send; `*` is all. */
export const findMissingEvents = (provider: ProviderName, enabled: readonly string[]): string[] =>
  enabled.includes('*') ? [] : webhookEvents[provider].filter(event => !enabled.includes(event));
