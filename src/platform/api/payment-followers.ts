import type { Transaction } from '../database/database.ts';

/** What a document asks money for: one of the two, or neither. */
export interface Sold {
  readonly orderId: number | null;
  readonly bookingId: number | null;
}

/**
 * What follows for a feature when money arrived for what it sold. Each registers its own, and the app lists them all, so
 * that payments know no feature that is paid for.
 */
export interface PaymentFollower<Services> {
  /**
   * Keeps everybody else from changing what was sold until the transaction ends. Called before anything of the payment
   * is locked: whoever changes an order holds that first as well, so that nobody waits for each other.
   */
  readonly lock: (tx: Transaction, sold: Sold) => Promise<void>;
  /** Does what follows, in the transaction in which the payment counts. */
  readonly follow: (tx: Transaction, services: Services, sold: Sold) => Promise<void>;
  /** Does what follows where a payment by hand was told of (`waiting`), or the owner did not find it (`rejected`). */
  readonly hear?: (
    tx: Transaction,
    services: Services,
    news: { readonly sold: Sold; readonly state: 'waiting' | 'rejected' },
  ) => Promise<void>;
}
