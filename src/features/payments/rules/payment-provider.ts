import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '#shared/money.ts';

export interface CheckoutRequest {
  /** Idempotency key of the checkout. */
  readonly key: string;
  readonly amount: Money;
  /** What the client reads there, such as: Deposit invoice 2026-0001. */
  readonly title: string;
  /** Where the provider may send email; null if unknown. */
  readonly email: string | null;
  /** Where the provider redirects the client after payment or cancellation. */
  readonly returnTo: string;
  readonly cancelTo: string;
}

export interface ReceivedMoney {
  /** Null if it can't be represented in minor units of its currency. */
  readonly amount: Money | null;
  /** The same as text, "286.93 EUR": major units, whatever unit the provider counts in. */
  readonly rawAmount: string;
  /** The provider's id for the money, used for refunds. */
  readonly charge: string;
}

/** `open` can still be paid. */
export type ProviderPaymentStatus =
  | { readonly state: 'paid'; readonly received: ReceivedMoney }
  | { readonly state: 'open' }
  | { readonly state: 'failed'; readonly reason: string };

/**
 * Money that left a payment again. `refunded`: the total refunded so far, by the site or at the provider; `disputed`:
 * `withdrawn` until it is `reinstated`. A null amount could not be represented and means all of it.
 */
export type ProviderReversal =
  | { readonly state: 'refunded'; readonly total: Money | null }
  | {
      readonly state: 'disputed';
      readonly dispute: string;
      readonly amount: Money | null;
      readonly funds: 'withdrawn' | 'reinstated';
    };

export interface ProviderEvent {
  /** The provider's event id; each event is processed once. */
  readonly id: string;
  /**
   * The provider's reference and the site's key of the payment; null if the event names neither or is about something
   * else.
   */
  readonly reference: string | null;
  readonly key: string | null;
  /** The provider's id for the money, if the event names only that. */
  readonly charge?: string | null;
  /** `requires_refresh` if the status has to be requested; null if the event has no effect. */
  readonly change: ProviderPaymentStatus | ProviderReversal | { readonly state: 'requires_refresh' } | null;
}

/** A service that takes payments. Its methods use the network, so call them outside transactions. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'paypal';
  /** Display name. */
  readonly label: string;
  /** Whether this is a local fake. */
  readonly isFake: boolean;
  /** What is wrong with its keys, as far as they show. */
  readonly keyProblem?: string | undefined;
  /** Starts a payment. Throws ProviderError. */
  readonly createCheckout: (
    payment: CheckoutRequest,
  ) => Promise<{ readonly reference: string; readonly redirectUrl: string }>;
  /** Returns a payment's status, and captures the money if the client approved it. Throws ProviderError. */
  readonly getStatus: (payment: { readonly reference: string; readonly key: string }) => Promise<ProviderPaymentStatus>;
  /** Refunds money, once per key, and returns the reference. Throws ProviderError. */
  readonly refund: (refund: {
    readonly key: string;
    readonly charge: string;
    readonly amount: Money;
  }) => Promise<{ readonly reference: string }>;
  /** Parses an unmodified webhook body; null if its signature is invalid. Throws ProviderError. */
  readonly parseWebhook: (body: string, headers: IncomingHttpHeaders) => Promise<ProviderEvent | null>;
}

/** Thrown if a provider does not answer (`unavailable`), or refuses (`rejected`) and a retry is useless. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: 'unavailable' | 'rejected';

  constructor(kind: ProviderError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Keys of the payment providers; omitted providers have none. */
export interface ProviderKeys {
  readonly stripe?: StripeSettings;
  readonly paypal?: PaypalSettings;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** API host; defaults to Stripe's. */
  readonly host?: string;
}

export interface PaypalSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly host: string;
}
