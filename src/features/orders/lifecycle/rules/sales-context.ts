import type { PaymentTermSettings, PaymentTerm } from '#features/pricing/contract/payment-terms.ts';
import type { AgreedTerms, OrderTax } from '../contract/snapshots.ts';

/** What a price calculation depends on. */
export interface SalesContext {
  readonly settings: PaymentTermSettings;
  readonly terms: readonly PaymentTerm[];
  /** The terms in the form stored with an order. */
  readonly agreedTerms: AgreedTerms;
  readonly tax: OrderTax;
  /** Today in the owner's time zone. */
  readonly today: Temporal.PlainDate;
}
