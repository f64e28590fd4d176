import type { MinorUnits } from '#shared/money.ts';
import type { PaymentTermNumber } from './enums.ts';
import type { DocumentTax, LineItem as DocumentLine } from '#features/billing/contract/documents.ts';
import type { TermTranslations } from '#features/pricing/contract/term-variables.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';

/** The offer as it was ordered; later changes of the plan, service or project don't affect it. */
export interface OfferSnapshot {
  /** ID of the plan, service or project; null for a custom plan. */
  readonly id: string | null;
  readonly features: readonly string[];
  /** Calendar days from deposit to delivery; for urgent work, the shorter urgent deadline. */
  readonly deliveryDays: number;
  /** Calendar days of included support after delivery (term 13). */
  readonly supportDays: number;
}

/** The request for a custom plan, as it was sent. */
export interface CustomRequest {
  readonly services: readonly { readonly id: string; readonly title: string; readonly quantity: number }[];
  /** In minor units of the order's currency; null if not given. */
  readonly budget: MinorUnits | null;
  /** ISO date, such as `2027-03-01`; null if not given. */
  readonly deadline: string | null;
}

/** The payment terms at the time of the order. */
export interface AgreedTerms {
  readonly settings: PaymentTermSettings;
  readonly texts: readonly { readonly number: PaymentTermNumber; readonly text: string }[];
  /** The texts that the order's documents print instead, by the client's language; absent without any. */
  readonly translations?: TermTranslations;
}

/** `term` is the payment term that causes the line, if any. A line with one price has no quantity. */
export interface LineItem {
  readonly description: string;
  /** Quantity times unit amount, minus the discount. */
  readonly amount: MinorUnits;
  readonly quantity?: number | undefined;
  readonly unit?: DocumentLine['unit'];
  readonly unitAmount?: MinorUnits | undefined;
  readonly discount?: DocumentLine['discount'];
  /** Absent if the line has the order's tax. */
  readonly tax?: DocumentTax | undefined;
  readonly term: PaymentTermNumber | null;
}

/** A line of an open quote; the client can leave out an optional one. */
export interface QuoteLine extends LineItem {
  readonly isOptional?: true;
}

/** The lines of a quote as written, with its options, and the discount on all lines that the client chooses. */
export interface QuoteLines {
  readonly lines: readonly QuoteLine[];
  readonly discount?: NonNullable<DocumentLine['discount']>;
}

/**
 * The tax of lines without their own, which amounts exclude or include. `basisPoints` is 0 for no tax, and `category`
 * then says why.
 */
export interface OrderTax extends Readonly<DocumentTax> {
  readonly behavior: 'exclusive' | 'inclusive';
  /** Tax in minor units, set if the price changed after partial invoicing; otherwise it follows from the lines. */
  readonly amount?: MinorUnits;
  /** The amounts of several taxes, by `taxKey`; set with `amount`. */
  readonly amounts?: Readonly<Record<string, MinorUnits>>;
}

/** A part of the balance with its own due date; the last one is the rest. */
export interface Milestone {
  readonly description: string;
  /** Share of the order's lines, net or gross like its prices; null for the rest. */
  readonly amount: MinorUnits | null;
  /** The amount of each tax, by `taxKey`; absent for the rest, and from older milestones. */
  readonly amounts?: Readonly<Record<string, MinorUnits>>;
  /** The amount as the owner entered it, such as "300" or "25%"; empty for the rest. */
  readonly entered: string;
  /** ISO date, such as `2027-03-01`. */
  readonly dueOn: string;
  /** Null until it is invoiced. */
  readonly invoiceId: number | null;
}

/** Type-specific details of a history entry. */
export interface OrderEventDetails {
  /** Of an order that was placed without a price: requested by the client, or created by the owner. */
  readonly quote?: 'requested' | 'created';
  /** Of a revision. */
  readonly size?: 'minor' | 'major';
  /** Of a change or support quote, and of its answer. */
  readonly changeOrderId?: string;
  readonly amount?: MinorUnits;
  readonly days?: number;
  readonly accepted?: boolean;
  /** Of a quote: its version and exact text; `amount` is its total. */
  readonly version?: number;
  readonly text?: string;
  /** Of a support request: its ID, and whether the price included it. */
  readonly supportRequestId?: string;
  readonly included?: boolean;
  /** Of a refund, dispute or late fee, with `amount`: the invoice, and the owner's decision about a refund. */
  readonly currency?: string;
  readonly invoice?: string;
  readonly decision?: 'credited' | 'owed' | null;
  /** Of a subscription change: first day of the pause or resumption, or last day of the subscription. */
  readonly day?: string;
  /** Number of installments that the client chose; null for a single payment. */
  readonly installments?: number | null;
}
