import type { ElectronicAddress } from '../contract/constants.ts';

/** A party; unknown texts are null. */
export interface EInvoiceParty {
  readonly name: string;
  /** An identifier without a scheme (BT-29). */
  readonly identifier: string | null;
  /** The number in a register (BT-30, BT-47). */
  readonly registration: ElectronicAddress | null;
  readonly vatId: string | null;
  /** Another tax number (BT-32). */
  readonly taxNumber: string | null;
  readonly electronicAddress: ElectronicAddress | null;
  readonly address: {
    /** Up to three lines. */
    readonly lines: readonly string[];
    readonly postalCode: string | null;
    readonly city: string | null;
    readonly region: string | null;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
  };
  readonly contact: { readonly name: string; readonly phone: string | null; readonly email: string | null } | null;
}

/** Category (UNCL5305) and rate in percent. */
export interface EInvoiceTax {
  readonly code: string;
  readonly percent: string;
}

/** An invoice or credit note in the terms of EN 16931. Amounts are decimals; those of a credit note are positive. */
export interface EInvoice {
  /** Specification and process (BT-24, BT-23). */
  readonly profile: { readonly specification: string; readonly process: string | null };
  /** An invoice (380) or a credit note (381). */
  readonly typeCode: '380' | '381';
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string | null;
  readonly currency: string;
  readonly note: string | null;
  readonly buyerReference: string | null;
  readonly orderReference: string | null;
  readonly precedingInvoice: { readonly number: string; readonly issuedOn: string } | null;
  /** First and last day; equal for a delivery date. */
  readonly servicePeriod: { readonly from: string; readonly until: string } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  /** Whether the goods go to the buyer's address (BG-15). */
  readonly isDelivered: boolean;
  readonly payment: {
    /** UNCL4461. */
    readonly code: string;
    readonly account: { readonly iban: string; readonly bic: string | null; readonly name: string } | null;
  };
  readonly paymentTerms: string | null;
  readonly lines: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly quantity: string;
    /** A code of UN/ECE Recommendation 20, such as C62 for one. */
    readonly unitCode: string;
    /** Never negative. */
    readonly price: string;
    /** The number of units that the price is for, if not one. */
    readonly priceQuantity: string | null;
    /** Subtracted from the price times the quantity. */
    readonly discount: string | null;
    readonly amount: string;
    readonly tax: EInvoiceTax;
  }[];
  readonly taxes: readonly (EInvoiceTax & {
    readonly taxableAmount: string;
    readonly taxAmount: string;
    readonly reason: string | null;
    readonly reasonCode: string | null;
  })[];
  readonly totals: {
    readonly net: string;
    readonly tax: string;
    readonly gross: string;
    /** Null if zero, like the rounding. */
    readonly paid: string | null;
    readonly rounding: string | null;
    readonly due: string;
  };
}
