import { z } from 'zod';
import { exchangeRate } from './exchange.ts';

/** What an order, or a client's account, may issue. A quote asks for agreement, a statement sums up, all else is about money owed or paid. */
export const billingDocumentKinds = [
  'deposit invoice',
  'balance invoice',
  'invoice',
  'installment invoice',
  'late fee invoice',
  'credit note',
  'receipt',
  'quote',
  'statement of account',
] as const;

export type BillingDocumentKind = (typeof billingDocumentKinds)[number];

/** The letters in front of the numbers of each series: receipts have a series of their own. */
export const documentSeries = ['', 'R'] as const;
export type DocumentSeries = (typeof documentSeries)[number];

/** A year and a sequence without gaps, such as `2026-0001`; a sequence of its own has letters in front, such as `Q-2026-0001`. */
const documentNumber = z.string().regex(/^(?:[A-Z]{1,4}-)?\d{4}-\d{4,9}$/);

const day = z.iso.date();
const amount = z.int().brand<'MinorUnits'>();
const termNumber = z.int().min(1).max(99);
const text = (most: number) => z.string().trim().min(1).max(most);
const addressLines = z.array(text(120)).max(8);

/** Whoever issues a document, as they were on that day. */
const issuer = z.strictObject({
  name: text(160),
  addressLines,
  email: text(254).nullable(),
  phone: text(40).nullable(),
  taxId: text(60).nullable(),
});

const client = z.strictObject({
  name: text(160),
  email: text(254).nullable(),
  addressLines,
  taxId: text(60).nullable(),
});

const line = z.strictObject({
  description: text(500),
  detail: text(2000).nullable(),
  quantity: z.int().min(0).max(1_000_000),
  /** Below zero in credit notes and discounts. */
  unitAmount: amount,
  amount,
  /** The number of the payment term that causes the line. */
  term: termNumber.nullable(),
});

/** Another document that this one is about: what a credit note corrects, what a receipt was paid for. */
const reference = z.strictObject({ kind: z.enum(billingDocumentKinds), number: documentNumber, issuedOn: day });

/**
 * A finished document as it is kept for ever and printed. It carries everything that stands on it, so that no later
 * change of a price, an address or a term changes what was issued. Amounts are minor units of `currency`. Whether its
 * sums agree is checked by `validBillingDocumentSchema` (rules).
 */
export const billingDocumentSchema = z.strictObject({
  kind: z.enum(billingDocumentKinds),
  number: documentNumber,
  issuedOn: day,
  /** The zone of its days (IANA name); absent from older documents, which were issued without it. */
  timeZone: text(64).optional(),
  /** When an invoice is due, and until when a quote holds. */
  dueOn: day.nullable(),
  issuer,
  client,
  /** The order that it is for. */
  subject: z.strictObject({ orderNumber: text(40), title: text(300) }).nullable(),
  lines: z.array(line).max(1000),
  /** Whether the amounts of the lines are without the tax (`net`) or contain it (`gross`). */
  prices: z.enum(['net', 'gross']),
  /** In basis points: 1500 are 15%. With 0 there is no tax, and the document says nothing of it. */
  tax: z.strictObject({ name: text(60), basisPoints: z.int().min(0).max(10_000) }),
  /** The total without the tax. */
  subtotal: amount,
  taxAmount: amount,
  /** What makes up the total where net and tax alone do not (EN 16931 BT-114); absent for none. */
  rounding: amount.optional(),
  total: amount,
  /** What was paid before this document was issued. */
  paid: amount,
  due: amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  reference: reference.nullable(),
  howToPay: z.array(z.strictObject({ method: text(80), text: text(1600) })).max(12),
  /** The owner's rate on that day, if the amount due can be sent in BDT. */
  exchange: exchangeRate.optional(),
  /** Where it can be paid online; also drawn as a QR code. */
  paymentAddress: z
    .url({ protocol: /^https?$/ })
    .max(600)
    .nullable(),
  /** The payment terms that apply, word for word. */
  terms: z.array(z.strictObject({ number: termNumber, text: text(2000) })).max(30),
});

export type BillingDocument = z.infer<typeof billingDocumentSchema>;
export type LineItem = BillingDocument['lines'][number];
