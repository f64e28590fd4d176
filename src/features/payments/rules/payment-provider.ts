import type { IncomingHttpHeaders } from 'node:http';
import type { Money } from '#shared/money.ts';

export interface CheckoutRequest {
  /** Idempotency key of the checkout. */
  readonly key: string;
  readonly amount: Money;
  /** Shown to the client there, such as: Deposit invoice 2026-0001. */
  readonly title: string;
  /** Where the provider may send email; null if unknown. */
  readonly email: string | null;
  /** Where the provider redirects the client after payment or cancellation. */
  readonly returnTo: string;
  readonly cancelTo: string;
  /** Whether the card is saved to be charged without the client. */
  readonly savesCard?: boolean;
}

/** A card as its provider knows it. */
export interface ProviderCard {
  readonly customerId: string;
  readonly methodId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** The parts of a provider that save cards and charge them without the client. */
export interface CardProvider {
  /** Starts a page that saves another card of a customer. Throws ProviderError. */
  readonly startSetup: (
    setup: Pick<CheckoutRequest, 'key' | 'returnTo' | 'cancelTo'> & { readonly customerId: string },
  ) => Promise<{ readonly reference: string; readonly redirectUrl: string }>;
  /** Returns the card that a checkout saved; `open` while it can still save one. Throws ProviderError. */
  readonly getSavedCard: (reference: string) => Promise<ProviderCard | 'open' | 'failed'>;
  /** Charges a card, once per key. Throws ProviderError if the outcome is unknown. */
  readonly charge: (
    charge: Pick<CheckoutRequest, 'key' | 'amount' | 'title'> &
      Pick<ProviderCard, 'customerId' | 'methodId'> & { readonly attempt: number },
  ) => Promise<ChargeStatus>;
  /** Returns the charge that was made with a key; null if there is none. Throws ProviderError. */
  readonly findCharge: (charge: { readonly key: string; readonly customerId: string }) => Promise<ChargeStatus | null>;
  /** Closes a checkout, unless it is paid, and returns its status. Throws ProviderError. */
  readonly closeCheckout: (reference: string) => Promise<ProviderPaymentStatus>;
  /** Deletes a card at the provider, if it exists. Throws ProviderError. */
  readonly detach: (methodId: string) => Promise<void>;
}

/** Status of an automatic charge with the provider's id; null if it refused before making one. */
export type ChargeStatus = ProviderPaymentStatus & { readonly reference: string | null };

export interface ReceivedMoney {
  /** Null if it can't be represented in minor units of its currency. */
  readonly amount: Money | null;
  /** The same as text, "286.93 EUR": major units, regardless of the provider's unit. */
  readonly rawAmount: string;
  /** The provider's id for the money, used for refunds. */
  readonly charge: string;
}

/** `open` can still be paid; `processing` is paid, but the provider holds the money, with a reason for the owner. */
export type ProviderPaymentStatus =
  | { readonly state: 'paid'; readonly received: ReceivedMoney }
  | { readonly state: 'processing'; readonly reason: string }
  | { readonly state: 'open' }
  | { readonly state: 'failed'; readonly reason: string; readonly code?: string };

/**
 * Money that left a payment again. `refunded`: the total refunded so far, by the site or at the provider; `disputed`:
 * withdrawn, and returned if the dispute is won; its outcome is null until it is decided. A null amount could not be
 * represented and means all of it. `refund_failed`: the money of a refund came back; it names the provider's id and, if
 * the provider stores it, the site's key of the refund. `dispute_resolved`: the outcome of the payment's only open
 * dispute, if the provider's id of it isn't that of the withdrawal.
 */
export type ProviderReversal =
  | { readonly state: 'refunded'; readonly total: Money | null }
  | {
      readonly state: 'disputed';
      readonly dispute: string;
      readonly amount: Money | null;
      readonly outcome: 'won' | 'lost' | null;
    }
  | { readonly state: 'dispute_resolved'; readonly dispute: string; readonly outcome: 'won' | 'lost' }
  | FailedRefund;

export interface FailedRefund {
  readonly state: 'refund_failed';
  readonly refund: string;
  readonly refundKey: string | null;
  readonly amount: Money | null;
  /** As the provider names it. */
  readonly reason: string | null;
}

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
  /** A change of a saved card. */
  readonly card?: CardChange;
}

/** `saved` names the site's key of the card, the others the provider's id. */
export type CardChange =
  | { readonly state: 'saved'; readonly key: string }
  | ({ readonly state: 'updated' } & Omit<ProviderCard, 'customerId'>)
  | { readonly state: 'detached'; readonly methodId: string };

/** A service that takes payments. Its methods use the network, so call them outside transactions. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'paypal';
  /** Display name. */
  readonly label: string;
  /** Whether this is a local fake. */
  readonly isFake: boolean;
  /** The problem with its keys, as far as it can be detected. */
  readonly keyProblem?: string | undefined;
  /** Starts a payment. Throws ProviderError. */
  readonly createCheckout: (
    payment: CheckoutRequest,
  ) => Promise<{ readonly reference: string; readonly redirectUrl: string }>;
  /**
   * Returns a payment's status. Captures the money if the client approved it and the amount is due, and fails the payment
   * if nothing is due. Throws ProviderError.
   */
  readonly getStatus: (payment: {
    readonly reference: string;
    readonly key: string;
    readonly isDue: boolean;
  }) => Promise<ProviderPaymentStatus>;
  /** Refunds money, once per key, and returns the reference. Throws ProviderError. */
  readonly refund: (refund: {
    readonly key: string;
    readonly charge: string;
    readonly amount: Money;
  }) => Promise<{ readonly reference: string }>;
  /** Parses an unmodified webhook body; null if its signature is invalid. Throws ProviderError. */
  readonly parseWebhook: (body: string, headers: IncomingHttpHeaders) => Promise<ProviderEvent | null>;
  /**
   * Returns the events that the webhook at this URL doesn't send; none if the provider doesn't know the webhook. Throws
   * ProviderError.
   */
  readonly listMissingEvents: (webhookUrl: string) => Promise<readonly string[]>;
  /** Only of providers that can charge saved cards. */
  readonly cards?: CardProvider;
}

/** Thrown if a provider does not answer (`unavailable`), or refuses (`rejected`) and a retry is useless. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: 'unavailable' | 'rejected';

  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
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
