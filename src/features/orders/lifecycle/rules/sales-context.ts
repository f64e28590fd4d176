import type { PaymentTermSettings, PaymentTerm } from '#features/pricing/contract/payment-terms.ts';
import type { AgreedTerms, OrderTax } from '../contract/snapshots.ts';

/** The inputs of a price calculation. */
export interface SalesContext {
  readonly settings: PaymentTermSettings;
  readonly terms: readonly PaymentTerm[];
  /** The terms in the form stored with an order. */
  readonly agreedTerms: AgreedTerms;
  readonly tax: OrderTax;
  /** Today in the owner's time zone. */
  readonly today: Temporal.PlainDate;
}
