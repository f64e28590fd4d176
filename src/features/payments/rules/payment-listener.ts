import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Money } from '#shared/money.ts';

/** What a document bills: an order, a booking, or neither. */
export interface PaymentSubject {
  readonly orderId: number | null;
  readonly bookingId: number | null;
}

/** A refund or a dispute, for the history of what was sold. */
export interface RefundEvent {
  readonly what: 'refunded' | 'refund_decided' | 'disputed' | 'dispute_won';
  readonly by: 'owner' | 'client' | 'system';
  /** The account, if known. */
  readonly actorId: string | null;
  readonly amount: Money;
  /** The printed number of the invoice. */
  readonly invoice: string;
  readonly reason: string | null;
  /** What the owner decided; null if nothing is decided, or there is nothing to decide. */
  readonly decision: 'credited' | 'owed' | null;
}

/** What a feature does when something it sold is paid. */
export interface PaymentListener {
  /**
   * Locks what was sold until the transaction ends. Called before any payment rows are locked, in the same order as
   * changes of an order, to prevent deadlocks.
   */
  readonly lockForPayment: (tx: Transaction, sold: PaymentSubject) => Promise<void>;
  /**
   * Brings what is owed up to date before a client pays through a provider. Returns why they can't pay it any more; the
   * update is kept although the payment is refused.
   */
  readonly prepare?: (tx: Transaction, services: ApiServices, sold: PaymentSubject) => Promise<string | null>;
  /** Runs in the transaction in which the payment counts. */
  readonly onReceived: (tx: Transaction, services: ApiServices, sold: PaymentSubject) => Promise<void>;
  /** Runs when a manual payment is reported (`waiting`), or the owner did not find it (`rejected`). */
  readonly onManualPayment?: (
    tx: Transaction,
    services: ApiServices,
    news: { readonly sold: PaymentSubject; readonly state: 'pending' | 'rejected' },
  ) => Promise<void>;
  /** Adds a refund or a dispute to the history of what was sold. */
  readonly record?: (tx: Transaction, services: ApiServices, sold: PaymentSubject, event: RefundEvent) => Promise<void>;
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
