import type { BillingDocument } from '#features/billing/contract/documents.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { MinorUnits, Money } from '#shared/money.ts';

/** The subject of a document: an order, a booking, or neither. */
export interface PaymentSubject {
  readonly orderId: number | null;
  readonly bookingId: number | null;
}

/** A refund, a dispute or a correction by the owner, for the history of an order. */
export interface BalanceEvent {
  readonly what:
    | 'refunded'
    | 'refund_decided'
    | 'disputed'
    | 'dispute_won'
    | 'dispute_lost'
    | 'refund_failed'
    | 'payment_voided'
    | 'written_off'
    | 'write_off_undone'
    | 'credit_applied'
    | 'credit_undone';
  readonly by: 'owner' | 'client' | 'system';
  /** The account, if known. */
  readonly actorId: string | null;
  readonly amount: Money;
  /** The printed number of the invoice. */
  readonly invoice: string;
  readonly reason: string | null;
  /** The owner's decision; null if there is none yet, or nothing to decide. */
  readonly decision: 'credited' | 'owed' | null;
}

/** The consent of a client who saves their card. */
export interface CardConsent {
  readonly text: string;
  /** The maximum amount that may be charged at a time. */
  readonly maxAmount: MinorUnits;
}

/** News about an order's saved card, for its client. */
export type CardEvent =
  | { readonly what: 'refused'; readonly card: KnownCard; readonly payment: RefusedCharge }
  | { readonly what: 'expiring'; readonly card: KnownCard };

interface KnownCard {
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
}

interface RefusedCharge {
  readonly billingDocumentId: number;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly failureReason: string | null;
  readonly failureCode: string | null;
}

/** Callbacks of a feature that sells something, for its payments. */
export interface PaymentListener {
  /**
   * Locks the order or booking until the transaction ends. Called before any payment rows are locked, in the same order as
   * changes of an order, to prevent deadlocks.
   */
  readonly lockForPayment: (tx: Transaction, sold: PaymentSubject) => Promise<void>;
  /**
   * Updates the amount due before a client pays through a provider. Returns why they can no longer pay; the update is
   * saved even if the payment is refused.
   */
  readonly prepare?: (tx: Transaction, services: ApiServices, sold: PaymentSubject) => Promise<string | null>;
  /** Runs in the transaction in which the payment counts. */
  readonly onReceived: (tx: Transaction, services: ApiServices, sold: PaymentSubject) => Promise<void>;
  /** Runs when a payment waits for the owner or its provider (`pending`), or was rejected there. */
  readonly onReview?: (
    tx: Transaction,
    services: ApiServices,
    news: { readonly sold: PaymentSubject; readonly state: 'pending' | 'rejected' },
  ) => Promise<void>;
  /** Returns the consent that a client may give when paying a document by card; null if nothing is charged later. */
  readonly findCardConsent?: (
    db: Db,
    services: Pick<ApiServices, 'now'>,
    sold: PaymentSubject & { readonly id: number; readonly content: BillingDocument },
  ) => Promise<CardConsent | null>;
  /** Notifies the client of a refused charge, or of a card that expires soon. */
  readonly onCardEvent?: (tx: Transaction, services: ApiServices, orderId: number, event: CardEvent) => Promise<void>;
  /** Adds a change of the balance to the order's history. */
  readonly record?: (
    tx: Transaction,
    services: ApiServices,
    sold: PaymentSubject,
    event: BalanceEvent,
  ) => Promise<void>;
  /** Returns whether a document can only be paid in full. */
  readonly requiresFullPayment?: (db: Db, sold: PaymentSubject) => Promise<boolean>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly paymentListener?: PaymentListener;
  }
}

/** Returns the listeners of all features. */
export function listPaymentListeners({ features }: Pick<ApiServices, 'features'>): PaymentListener[] {
  return features.flatMap(({ paymentListener }) => paymentListener ?? []);
}
