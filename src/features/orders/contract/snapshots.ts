import type { MinorUnits } from '#shared/money.ts';
import type { PaymentTermNumber } from './life.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';

/** What was bought, as it was when it was ordered: no later change of a plan, a service or a project changes it. */
export interface OfferSnapshot {
  /** Of the plan, service or project; null for a custom plan. */
  readonly id: string | null;
  readonly features: readonly string[];
  /** Calendar days from the deposit until delivery; those of urgent work where it is urgent. */
  readonly deliveryDays: number;
  /** Calendar days of support after delivery that are included (term 13). */
  readonly supportDays: number;
}

/** What somebody wishes for in a custom package, as it was when they sent it. */
export interface CustomRequest {
  readonly services: readonly { readonly id: string; readonly title: string; readonly quantity: number }[];
  /** In minor units of the order's currency; null where none was named. */
  readonly budget: MinorUnits | null;
  /** The last day, `2027-03-01`; null where none was named. */
  readonly deadline: string | null;
}

/** The payment terms as they were when the order was placed. */
export interface AgreedTerms {
  readonly figures: PaymentTermSettings;
  readonly texts: readonly { readonly number: PaymentTermNumber; readonly text: string }[];
}

/** A line of a price: what it is for, and the term that causes it where one does. */
export interface LineItem {
  readonly description: string;
  readonly amount: MinorUnits;
  readonly term: PaymentTermNumber | null;
}

/** The tax that the lines of a price are without (`net`) or contain (`gross`); in basis points, 0 for none. */
export interface OrderTax {
  readonly prices: 'net' | 'gross';
  readonly name: string;
  readonly basisPoints: number;
  /** The tax in minor units, where the price changed after a part of it was invoiced; else it follows from the lines. */
  readonly amount?: MinorUnits;
}

/** What an entry of the log says besides who and when; each kind of entry has its own. */
export interface OrderEventDetails {
  /** Of a revision. */
  readonly size?: 'minor' | 'major';
  /** Of a change, or of support, that was quoted or answered. */
  readonly quote?: string;
  readonly amount?: MinorUnits;
  readonly days?: number;
  readonly accepted?: boolean;
  /** Of a quote: which one it was, and what it said word for word; `amount` is its total. */
  readonly version?: number;
  readonly text?: string;
  /** Of a support request: which one, and whether it was part of the price. */
  readonly request?: string;
  readonly included?: boolean;
  /** Of a refund or a dispute, with `amount`: of which invoice, and what the owner decided that it means for it. */
  readonly currency?: string;
  readonly invoice?: string;
  readonly decision?: 'credited' | 'owed' | null;
  /** Of a change of a subscription: the day from which it is paused or resumed, or with which it ends. */
  readonly day?: string;
}
