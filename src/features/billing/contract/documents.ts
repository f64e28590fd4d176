import { z } from 'zod';
import { documentLanguages, documentLayouts } from './document-design.ts';
import { exchangeRate } from './exchange.ts';
import { isTaxed, requiresTaxNote, taxCategories } from './tax-categories.ts';
import { lineUnits } from './units.ts';

/**
 * Documents of an order or a client's account: quotes, account statements, and documents about payments.
 */
export const billingDocumentKinds = [
  'deposit_invoice',
  'balance_invoice',
  'invoice',
  'installment_invoice',
  'late_fee_invoice',
  'credit_note',
  'receipt',
  'quote',
  'account_statement',
] as const;

export type BillingDocumentKind = (typeof billingDocumentKinds)[number];

/**
 * Kinds of ledger entries on a document: `invoiced` by it, `credited`, `paid`, `refunded` from a payment, and
 * `reinstated`, such as after a won dispute. Money that left a payment at its provider is `held`, so it isn't owed,
 * until the owner decides; then it is `released`. Manual entries by the owner: a payment is `voided`, a rest
 * `written_off`, or credit `applied` to another document; undoing a write-off is positive, and undoing credit has the
 * opposite signs.
 */
export const ledgerEntryKinds = [
  'invoiced',
  'credited',
  'paid',
  'refunded',
  'reinstated',
  'held',
  'released',
  'voided',
  'written_off',
  'applied',
] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];

/** Prefixes of the number series: receipts have their own. */
export const documentSeries = ['', 'R'] as const;
export type DocumentSeries = (typeof documentSeries)[number];

/** Year and gapless sequence, such as `2026-0001`; other series have a prefix, such as `Q-2026-0001`. */
const documentNumber = z.string().regex(/^(?:[A-Z]{1,4}-)?\d{4}-\d{4,9}$/);

const day = z.iso.date();
/** An amount in minor units of the currency next to it. */
export const amount = z.int().brand<'MinorUnits'>();
const termNumber = z.int().min(1).max(99);
const text = (max: number) => z.string().trim().min(1).max(max);
const addressLines = z.array(text(120)).max(8);

/** The parts of an address, for e-invoices; empty if unknown. Absent from older documents. */
const address = z.strictObject({
  /** Up to three lines. */
  street: z.string().max(300),
  postalCode: z.string().max(20),
  city: z.string().max(80),
  region: z.string().max(80),
});

/** Where e-invoices go to or come from: a code of the EAS list, and the address under it. */
const electronicAddress = z.strictObject({ scheme: text(4), value: text(254) });

/** The issuer's details as of that date. */
const issuer = z.strictObject({
  name: text(160),
  addressLines,
  email: text(254).nullable(),
  phone: text(40).nullable(),
  taxId: text(60).nullable(),
  /** ISO 3166-1 code; absent from older documents. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  address: address.optional(),
  electronicAddress: electronicAddress.optional(),
});

const client = z.strictObject({
  name: text(160),
  email: text(254).nullable(),
  addressLines,
  taxId: text(60).nullable(),
  /** ISO 3166-1 alpha-2; absent if unknown, and from older documents. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  address: address.optional(),
  electronicAddress: electronicAddress.optional(),
  /** EN 16931 BT-10, such as a Leitweg-ID. */
  buyerReference: text(120).optional(),
  /** Language of the document; absent for English. */
  language: z.enum(documentLanguages).optional(),
});

/**
 * A named tax. 0 basis points mean no tax, which the document mentions only with a category. Categories without tax
 * need the note that explains why.
 */
const taxFields = {
  name: text(60),
  /** 1500 are 15%. */
  basisPoints: z.int().min(0).max(10_000),
  category: z.enum(taxCategories).optional(),
  /** Joins the notes of several tax rates, of at most 300 characters each. */
  note: text(3000).optional(),
};
const documentTax = z
  .strictObject(taxFields)
  .refine(({ category, basisPoints }) => !category || isTaxed(category) === basisPoints > 0, {
    message: 'The rate must be zero exactly if the category has no tax.',
    path: ['basisPoints'],
  })
  .refine(({ category, note }) => !category || requiresTaxNote(category) === (note !== undefined), {
    message: 'A category without tax must have a note.',
    path: ['note'],
  });
export type DocumentTax = z.infer<typeof documentTax>;

const line = z.strictObject({
  description: text(500),
  detail: text(2000).nullable(),
  /** With at most two decimal places. */
  quantity: z
    .number()
    .min(0)
    .max(1_000_000)
    .refine(quantity => Math.round(quantity * 100) / 100 === quantity),
  unit: z.enum(lineUnits).optional(),
  /** Negative in credit notes and discounts. */
  unitAmount: amount,
  /** Subtracted from the price (EN 16931 BT-136); with basis points if it was a percentage. */
  discount: z.strictObject({ amount: amount.min(1), basisPoints: z.int().min(1).max(10_000).optional() }).optional(),
  /** Quantity times unit amount, minus the discount. */
  amount,
  /** Number of the payment term that causes the line. */
  term: termNumber.nullable(),
  /** Tax of this line, if it isn't the document's. */
  tax: documentTax.optional(),
});

/** A PNG in the file store, which is never deleted, with its size in pixels. */
const logo = z.strictObject({ file: text(100), width: z.int().min(1), height: z.int().min(1) });
export type DocumentLogo = z.infer<typeof logo>;

/** How a document looks. */
const design = z.strictObject({
  layout: z.enum(documentLayouts),
  accent: z.string().regex(/^#[\da-f]{6}$/),
  logo: logo.optional(),
});
export type DocumentDesign = z.infer<typeof design>;

/** The document a credit note corrects, or a receipt was paid for. */
const reference = z.strictObject({
  kind: z.enum(billingDocumentKinds),
  number: documentNumber,
  issuedOn: day,
  /** Indexes of the lines that a credit note credits; absent if it credits an amount. */
  lines: z.array(z.int().min(0)).optional(),
});

/**
 * A finalized document as stored and printed. It contains everything it shows, so later changes of prices, addresses or
 * terms don't affect it. Amounts are minor units of `currency`. `validBillingDocumentSchema` (rules) checks its sums.
 */
export const billingDocumentSchema = z.strictObject({
  kind: z.enum(billingDocumentKinds),
  number: documentNumber,
  issuedOn: day,
  /** Time zone of its dates (IANA name); absent from older documents. */
  timeZone: text(64).optional(),
  /** When an invoice is due, or until when a quote is valid. */
  dueOn: day.nullable(),
  issuer,
  client,
  /** The order it belongs to. */
  order: z.strictObject({ orderNumber: text(40), title: text(300) }).nullable(),
  lineItems: z.array(line),
  /** Whether line amounts exclude or include tax. */
  taxBehavior: z.enum(['exclusive', 'inclusive']),
  tax: documentTax,
  /** First and last day of the service; equal for a delivery date. Absent if unknown when issued. */
  servicePeriod: z.strictObject({ from: day, until: day }).optional(),
  /** Total without tax. */
  subtotal: amount,
  taxAmount: amount,
  /** Amounts per category and rate (EN 16931 BG-23), if lines have their own taxes; otherwise those above. */
  taxSummary: z
    .array(z.strictObject({ ...taxFields, taxableAmount: amount, taxAmount: amount }))
    .max(1000)
    .optional(),
  /** Difference between the total and net plus tax (EN 16931 BT-114); absent if zero. */
  rounding: amount.optional(),
  total: amount,
  /** Paid before this document was issued. */
  amountPaid: amount,
  amountDue: amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: reference.nullable(),
  /** The issuer's note to the client (EN 16931 BT-22). */
  notes: text(5000).optional(),
  paymentInstructions: z.array(z.strictObject({ method: text(80), text: text(1600) })).max(12),
  /** The owner's account, for the QR code of a bank transfer. */
  bankAccount: z.strictObject({ iban: text(34), bic: text(11).nullable() }).optional(),
  /** Absent from older documents, which are printed in the classic layout. */
  design: design.optional(),
  /** The owner's rate on that date, if the amount due can be sent in BDT. */
  exchange: exchangeRate.optional(),
  /** Online payment URL; also printed as a QR code. */
  paymentUrl: z
    .url({ protocol: /^https?$/ })
    .max(600)
    .nullable(),
  /** The applicable payment terms, verbatim. */
  terms: z.array(z.strictObject({ number: termNumber, text: text(2000) })).max(30),
  /** Printed below translated terms; absent otherwise. */
  termsNote: text(300).optional(),
});

export type BillingDocument = z.infer<typeof billingDocumentSchema>;
/** A document without its lines: its letterhead and sums. */
export type DocumentFrame = Omit<BillingDocument, 'lineItems'>;
export type LineItem = BillingDocument['lineItems'][number];
export type TaxSummary = NonNullable<BillingDocument['taxSummary']>;
