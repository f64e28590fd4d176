import type { PaymentProvider } from '#platform/api/payment-provider.ts';
import type { ProviderName } from '../contract/enums.ts';
import { type PaymentKeys, standInKeys } from '../rules/provider-keys.ts';
import { createPaypal } from './paypal.ts';
import { createStripe } from './stripe.ts';

/** The site's own calls to what it plays itself. */
export type StandInFetch = (provider: ProviderName) => typeof globalThis.fetch;

/**
 * The providers that a site takes payments by: those it has keys for; on a local site a stand-in for each that it has
 * none for (domain, "Local site").
 */
export function createPaymentProviders(keys: PaymentKeys, standIns: StandInFetch | undefined): PaymentProvider[] {
  const stripe = keys.stripe ?? (standIns && standInKeys.stripe);
  const paypal = keys.paypal ?? (standIns && standInKeys.paypal);
  const waysOf = (name: ProviderName) =>
    keys[name] || !standIns ? { standIn: false } : { standIn: true, fetch: standIns(name) };
  return [
    ...(stripe ? [createStripe(stripe, waysOf('stripe'))] : []),
    ...(paypal ? [createPaypal(paypal, waysOf('paypal'))] : []),
  ];
}
