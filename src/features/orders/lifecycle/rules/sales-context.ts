import type { PaymentTermSettings, PaymentTerm } from '#features/pricing/contract/payment-terms.ts';
import type { AgreedTerms, OrderTax } from '../contract/snapshots.ts';

/** What a price calculation depends on. */
export interface SalesContext {
  readonly figures: PaymentTermSettings;
  readonly terms: readonly PaymentTerm[];
  readonly tax: OrderTax;
  /** Today in the owner's time zone. */
  readonly today: Temporal.PlainDate;
}

/** Returns the terms in the form stored with an order. */
export function toAgreedTerms({ figures, terms }: SalesContext): AgreedTerms {
  return {
    settings: figures,
    texts: terms.map(({ number, text }) => ({ number: number as AgreedTerms['texts'][number]['number'], text })),
  };
}
