import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '#shared/money.ts';

/** A payment that is to begin at its provider. */
export interface CheckoutRequest {
  /** Names it: asked twice with one key, the provider begins it once. */
  readonly key: string;
  readonly amount: Money;
  /** What the client reads there, such as: Deposit invoice 2026-0001. */
  readonly title: string;
  /** Whom the provider may write to; null where that is not known. */
  readonly email: string | null;
  /** Where the provider sends the client back to, once they paid or did not want to. */
  readonly returnTo: string;
  readonly cancelTo: string;
}

/** Money that a provider says has arrived. */
export interface ReceivedMoney {
  /** What of it is ours to count; null where it is in no amount of its currency. */
  readonly amount: Money | null;
  /** The same for people, "286.93 EUR": major units, whatever unit the provider counts in. */
  readonly rawAmount: string;
  /** How the provider calls the money itself: a refund is taken from it. */
  readonly charge: string;
}

/** What became of a payment. `open` may still be paid. */
export type ProviderPaymentStatus =
  | { readonly state: 'paid'; readonly received: ReceivedMoney }
  | { readonly state: 'open' }
  | { readonly state: 'failed'; readonly reason: string };

/**
 * Money that left a payment again. `returned`: in all so much was given back, by us or by the owner at the provider;
 * `disputed`: a client disputes it there, and the money is `taken` until it is `back`. An amount is null where it is none
 * of ours to count, which then stands for all of it.
 */
export type ProviderReversal =
  | { readonly state: 'returned'; readonly total: Money | null }
  | {
      readonly state: 'disputed';
      readonly dispute: string;
      readonly amount: Money | null;
      readonly funds: 'taken' | 'back';
    };

/** What a provider tells by itself. */
export interface ProviderEvent {
  /** Its own name for it: the same is never taken in twice. */
  readonly id: string;
  /** How the provider calls the payment, and how we do; null where it says neither, or it is about something else. */
  readonly reference: string | null;
  readonly key: string | null;
  /** How it calls the money, where it tells of that alone. */
  readonly charge?: string | null;
  /** `ask` where the provider waits for us; null where nothing follows from it. */
  readonly change: ProviderPaymentStatus | ProviderReversal | { readonly state: 'ask' } | null;
}

/** A service that takes payments. Its methods call it over the network, so never within a transaction. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'paypal';
  /** As people read it. */
  readonly label: string;
  /** Whether this is a local fake. */
  readonly isFake: boolean;
  /** Whether it takes an amount of this currency. */
  readonly supportsCurrency: (currency: string) => boolean;
  /** Begins a payment. Throws ProviderError. */
  readonly createCheckout: (
    payment: CheckoutRequest,
  ) => Promise<{ readonly reference: string; readonly redirectUrl: string }>;
  /** Asks what became of a payment, and takes the money where the client agreed and it waits. Throws ProviderError. */
  readonly getStatus: (payment: { readonly reference: string; readonly key: string }) => Promise<ProviderPaymentStatus>;
  /** Gives money back; asked twice with one key, once. Its reference. Throws ProviderError. */
  readonly refund: (refund: {
    readonly key: string;
    readonly charge: string;
    readonly amount: Money;
  }) => Promise<{ readonly reference: string }>;
  /** Reads what came to our address as it came; null where it is not signed by the provider. Throws ProviderError. */
  readonly parseWebhook: (body: string, headers: IncomingHttpHeaders) => Promise<ProviderEvent | null>;
}

/** Thrown where a provider does not answer (`away`), or does and will not (`refused`): then trying again changes nothing. */
export class ProviderError extends Error {
  override readonly name = 'ProviderTrouble';
  readonly kind: 'away' | 'refused';

  constructor(kind: ProviderError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
