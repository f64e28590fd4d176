import type { Transaction } from '../database/database.ts';

/**
 * What follows for a feature when money arrived for what it sold. Each registers its own, and the app lists them all, so
 * that payments know no feature that is paid for.
 */
export interface PaymentFollower<Services> {
  /**
   * Keeps everybody else from changing what was sold until the transaction ends. Called before anything of the payment
   * is locked: whoever changes an order holds that first as well, so that nobody waits for each other.
   */
  readonly lock: (tx: Transaction, orderId: number) => Promise<void>;
  /** Does what follows, in the transaction in which the payment counts. */
  readonly follow: (tx: Transaction, services: Services, orderId: number) => Promise<void>;
}
