import type { PaymentProvider } from '#platform/api/payment-provider.ts';
import type { ProviderName } from '../contract/enums.ts';
import type { PaymentKeys } from '../rules/provider-keys.ts';
import { createPaypal } from './paypal.ts';
import { createStripe } from './stripe.ts';

/** The fakes of a local site. */
export interface FakePayments {
  readonly keys: Required<PaymentKeys>;
  /** Returns a `fetch` that calls the fake. */
  readonly fetchFor: (provider: ProviderName) => typeof globalThis.fetch;
}

/** Returns the providers that have keys; on a local site, fakes of those that have none. */
export function createPaymentProviders(keys: PaymentKeys, fakes: FakePayments | undefined): PaymentProvider[] {
  const stripe = keys.stripe ?? fakes?.keys.stripe;
  const paypal = keys.paypal ?? fakes?.keys.paypal;
  const optionsFor = (name: ProviderName) =>
    keys[name] || !fakes ? { isFake: false } : { isFake: true, fetch: fakes.fetchFor(name) };
  return [
    ...(stripe ? [createStripe(stripe, optionsFor('stripe'))] : []),
    ...(paypal ? [createPaypal(paypal, optionsFor('paypal'))] : []),
  ];
}
