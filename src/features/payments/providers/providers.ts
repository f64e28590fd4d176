import type { PaymentProvider, ProviderKeys } from '../rules/payment-provider.ts';
import type { ProviderName } from '../contract/enums.ts';
import { createPaypalProvider } from './paypal.ts';
import { createStripeProvider } from './stripe.ts';

export interface FakePayments {
  readonly keys: Required<ProviderKeys>;
  /** Returns a `fetch` that calls the fake. */
  readonly fetchFor: (provider: ProviderName) => typeof globalThis.fetch;
}

/** Returns the providers that have keys; on a local site, fakes of those that have none. */
export function createPaymentProviders(keys: ProviderKeys, fakes: FakePayments | undefined): PaymentProvider[] {
  const stripe = keys.stripe ?? fakes?.keys.stripe;
  const paypal = keys.paypal ?? fakes?.keys.paypal;
  const optionsFor = (name: ProviderName) =>
    keys[name] || !fakes ? { isFake: false } : { isFake: true, fetch: fakes.fetchFor(name) };
  return [
    ...(stripe ? [createStripeProvider(stripe, optionsFor('stripe'))] : []),
    ...(paypal ? [createPaypalProvider(paypal, optionsFor('paypal'))] : []),
  ];
}
