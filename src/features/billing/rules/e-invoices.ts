import {
  findLeitwegProblem,
  findRegistration,
  type EInvoiceFormat,
  type MissingEInvoiceData,
} from '#features/e-invoices/contract/constants.ts';
import type { EInvoice, EInvoiceParty, EInvoiceTax } from '#features/e-invoices/rules/model.ts';
import { getFractionDigits, type MinorUnits, toDecimalString } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { BillingDocument, DocumentTax, LineItem } from '../contract/documents.ts';
import { isPayable } from './documents.ts';
import { getKindLabels, nameDocument } from './labels.ts';
import { listPeppolProblems } from './peppol-countries.ts';
import { findVatId } from './tax-areas.ts';
import { taxCategoryCodes } from './tax-categories.ts';
import { getTaxSummary, taxKey, totalsOfSum } from './totals.ts';

type Party = BillingDocument['issuer'] | BillingDocument['client'];

/** Codes of UN/ECE Recommendation 20. */
const UNIT_CODES = { hour: 'HUR', day: 'DAY', piece: 'H87' } as const;

/** Returns whether this kind of document also exists as an e-invoice. */
export const hasEInvoice = (kind: BillingDocument['kind']) => isPayable(kind) || kind === 'credit_note';

const isXRechnung = (format: EInvoiceFormat) => format === 'xrechnung_ubl' || format === 'xrechnung_cii';

const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const EN16931 = 'urn:cen.eu:en16931:2017';

function profileOf(format: EInvoiceFormat): EInvoice['profile'] {
  if (format === 'factur_x') return { specification: EN16931, process: null };
  const suffix = isXRechnung(format)
    ? '#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
    : '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
  return { specification: EN16931 + suffix, process: PEPPOL_PROCESS };
}

/**
 * Lists the data that a document lacks for a format. Rules in parentheses are those of EN 16931, XRechnung and Peppol.
 */
export function listMissingEInvoiceData(
  document: Pick<
    BillingDocument,
    'issuer' | 'client' | 'order' | 'tax' | 'taxSummary' | 'lineItems' | 'currency' | 'servicePeriod'
  >,
  format: EInvoiceFormat,
): MissingEInvoiceData[] {
  const { issuer, client, order, currency } = document;
  const taxes = listTaxes(document);
  const codes = new Set(taxes.map(taxCode));
  const found: MissingEInvoiceData[] = [];
  const need = (value: unknown, name: string, page: MissingEInvoiceData['page']) => {
    if (!value) found.push({ message: `${name} is missing: required for e-invoices.`, page });
  };
  const refuse = (message: string) => found.push({ message, page: null });
  need(issuer.country, 'The seller’s country', 'billing_settings');
  // BR-CO-26, and the rules for each category (BR-S-02, BR-E-02, …).
  need(issuer.taxId, 'The seller’s VAT ID or tax number', 'billing_settings');
  if (codes.has('K') || codes.has('G')) need(findVatId(issuer), 'The seller’s VAT ID', 'billing_settings');
  need(client.country, 'The buyer’s country', 'client');
  if (codes.has('AE') || codes.has('K')) need(findVatId(client), 'The buyer’s VAT ID', 'client');
  if (codes.has('K')) need(document.servicePeriod, 'The delivery date or service period', null);
  if (codes.has('O') && codes.size > 1) {
    refuse('E-invoices can’t have taxed lines together with lines outside the scope of VAT.');
  }
  if (getFractionDigits(currency) > 2) refuse(`E-invoices can’t be in ${currency}: they allow two decimals at most.`);
  const isGermanPeppol = format === 'peppol_bis' && [issuer, client].every(({ country }) => country === 'DE');
  if (isXRechnung(format) || isGermanPeppol) {
    need(issuer.address?.postalCode, 'The seller’s postal code', 'billing_settings');
    need(issuer.address?.city, 'The seller’s city', 'billing_settings');
    need(issuer.phone, 'The seller’s phone number', 'profile');
    need(issuer.email, 'The seller’s email address', 'profile');
    need(client.address?.postalCode, 'The buyer’s postal code', 'client');
    need(client.address?.city, 'The buyer’s city', 'client');
    need(client.buyerReference, 'The buyer reference or Leitweg-ID', 'client');
  }
  if (isXRechnung(format)) {
    need(client.electronicAddress ?? client.email, 'The buyer’s electronic address', 'client');
    const problem = findLeitwegProblem(client.buyerReference ?? '');
    if (problem !== null) found.push({ message: problem, page: 'client' });
  }
  if (format === 'peppol_bis') {
    // Email addresses aren't in the network.
    const isRoutable = ({ electronicAddress }: Party) => electronicAddress && electronicAddress.scheme !== 'EM';
    need(isRoutable(issuer), 'The seller’s Peppol address', 'billing_settings');
    need(isRoutable(client), 'The buyer’s Peppol address', 'client');
    if (!isGermanPeppol) need(client.buyerReference ?? order, 'The buyer reference', 'client');
    const rates = taxes.filter(tax => taxCode(tax) === 'S').map(({ basisPoints }) => basisPoints);
    found.push(...listPeppolProblems(document, { rates, hasVatIds: !codes.has('O') }));
  }
  return found;
}

/**
 * Returns an issued invoice or credit note as an e-invoice. The amounts of credit notes, which are negative on our
 * documents, are positive there. Call only if nothing is missing.
 */
export function toEInvoice(document: BillingDocument, format: EInvoiceFormat): EInvoice {
  const { kind, currency, reference, order, client, issuer, dueOn, total, taxAmount, amountPaid } = document;
  const isCredit = kind === 'credit_note';
  const signed = (amount: MinorUnits) => (isCredit ? subtractAmounts(ZERO, amount) : amount);
  const decimal = (amount: MinorUnits): string => toDecimalString({ minor: signed(amount), currency });
  const orNull = (amount: MinorUnits) => (amount === 0 ? null : decimal(amount));
  const rounding = document.rounding ?? ZERO;
  const taxes = listTaxes(document);
  const isOutsideScope = taxes.some(tax => taxCode(tax) === 'O');
  const isDelivered = taxes.some(tax => taxCode(tax) === 'K');
  return {
    profile: profileOf(format),
    typeCode: isCredit ? '381' : '380',
    number: document.number,
    issuedOn: document.issuedOn,
    dueOn,
    currency,
    note: describe(document),
    buyerReference: client.buyerReference ?? null,
    orderReference: order?.orderNumber ?? null,
    precedingInvoice: reference,
    servicePeriod: document.servicePeriod ?? null,
    seller: toSeller(issuer, { format, isOutsideScope }),
    buyer: toParty(client, { format, isOutsideScope }),
    isDelivered,
    payment: toPayment(document),
    paymentTerms: describePayment(document),
    lines: toLines(document, decimal),
    taxes: taxes.map(tax => ({
      ...toTax(tax),
      taxableAmount: decimal(tax.taxableAmount),
      taxAmount: decimal(tax.taxAmount),
      reason: taxReason(tax),
      reasonCode: REASON_CODES[taxCode(tax)] ?? null,
    })),
    totals: {
      net: decimal(document.subtotal),
      tax: decimal(taxAmount),
      gross: decimal(subtractAmounts(total, rounding)),
      paid: orNull(amountPaid),
      rounding: orNull(rounding),
      due: decimal(document.amountDue),
    },
  };
}

/**
 * A credit note is settled against its invoice (97). Without an account (30, 58), the terms say how to pay (1). Within
 * the Netherlands and Denmark, other codes are required (NL-R-008, DK-R-005).
 */
function toPayment({ kind, currency, issuer, client, bankAccount }: BillingDocument): EInvoice['payment'] {
  const isWithin = (country: string) => issuer.country === country && client.country === country;
  if (kind === 'credit_note') return { code: isWithin('NL') ? '57' : '97', account: null };
  if (!bankAccount) return { code: isWithin('NL') ? '57' : '1', account: null };
  const account = { ...bankAccount, name: issuer.name };
  if (currency === 'EUR') return { code: '58', account };
  if (isWithin('DK')) return { code: bankAccount.bic === null ? '1' : '31', account };
  return { code: '30', account };
}

const listTaxes = (document: Pick<BillingDocument, 'tax' | 'taxSummary' | 'lineItems'>) =>
  getTaxSummary({ subtotal: ZERO, taxAmount: ZERO, ...document });

/** Returns the category's code; a document that mentions no tax isn't subject to it. */
const taxCode = ({ category, basisPoints }: DocumentTax) =>
  category ? taxCategoryCodes[category] : basisPoints > 0 ? 'S' : 'O';

const toTax = (tax: DocumentTax): EInvoiceTax => ({ code: taxCode(tax), percent: String(tax.basisPoints / 100) });

/** Codes of the VATEX list, for categories that have one reason only. */
const REASON_CODES: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

function taxReason(tax: DocumentTax): string | null {
  return tax.note ?? (taxCode(tax) === 'O' ? 'Not subject to VAT.' : null);
}

interface PartyOptions {
  readonly format: EInvoiceFormat;
  /** Then VAT IDs aren't allowed (BR-O-02). */
  readonly isOutsideScope: boolean;
}

function toParty(party: Party, { format, isOutsideScope }: PartyOptions): EInvoiceParty {
  const { name, email, address, electronicAddress, country = '' } = party;
  const byEmail = isXRechnung(format) && email !== null ? { scheme: 'EM', value: email } : null;
  return {
    name,
    identifier: null,
    registration: electronicAddress ? findRegistration(electronicAddress) : null,
    vatId: isOutsideScope ? null : findVatId(party),
    taxNumber: null,
    electronicAddress: electronicAddress ?? byEmail,
    address: {
      lines: address?.street.split('\n').filter(Boolean) ?? [],
      postalCode: address?.postalCode || null,
      city: address?.city || null,
      region: address?.region || null,
      country,
    },
    contact: null,
  };
}

/** Adds the contact, and the tax number if there is no VAT ID. */
function toSeller(issuer: BillingDocument['issuer'], options: PartyOptions): EInvoiceParty {
  const { name, phone, email, taxId } = issuer;
  const seller = toParty(issuer, options);
  const contact = phone === null && email === null ? null : { name, phone, email };
  // Norwegian companies write their register after the VAT ID; e-invoices state it as the tax number (NO-R-002).
  const register = /foretaksregisteret/i.exec(taxId ?? '') ? 'Foretaksregisteret' : null;
  if (seller.vatId !== null) return { ...seller, contact, taxNumber: register };
  // A registration number identifies the seller, too (BR-CO-26).
  const identifier = seller.registration === null ? taxId : null;
  return { ...seller, contact, identifier, taxNumber: options.isOutsideScope ? null : taxId };
}

/** Returns the kind of an invoice, its order and its notes. */
function describe({ kind, order, notes }: BillingDocument): string | null {
  const parts = [
    notes ?? '',
    kind === 'invoice' || kind === 'credit_note' ? '' : `${getKindLabels(kind).title}.`,
    order ? `Order ${order.orderNumber}: ${order.title}` : '',
  ];
  return parts.filter(Boolean).join(' ') || null;
}

/**
 * Returns how to pay, or the invoice that a credit note applies to: an amount due needs a due date or these terms
 * (BR-CO-25).
 */
function describePayment({ kind, reference, paymentUrl, paymentInstructions }: BillingDocument): string | null {
  if (kind === 'credit_note') return reference && `This credit applies to ${nameDocument(reference)}.`;
  const ways = paymentInstructions.map(({ method, text }) => `${method}: ${text}`);
  if (paymentUrl !== null) ways.push(`Pay online: ${paymentUrl}`);
  // Lines that start with # are discounts in XRechnung (BR-DE-18).
  return ways.join('\n').replaceAll(/^\s*#/gm, '') || null;
}

/**
 * Returns the lines with net prices. Those of prices that include tax share the taxable amount of their tax, so the
 * lines add up to it exactly. A negative price becomes a negative quantity (BR-27).
 */
function toLines(document: BillingDocument, decimal: (amount: MinorUnits) => string): EInvoice['lines'] {
  const { lineItems, tax, taxBehavior, kind, currency } = document;
  const sums = new Map<string, MinorUnits>();
  const netOf = (line: LineItem, { basisPoints, category }: DocumentTax): MinorUnits => {
    if (taxBehavior === 'exclusive') return line.amount;
    const key = taxKey({ basisPoints, category });
    const before = sums.get(key) ?? ZERO;
    const after = sumAmounts([before, line.amount]);
    sums.set(key, after);
    const rule = { behavior: taxBehavior, basisPoints } as const;
    return subtractAmounts(totalsOfSum(after, rule).subtotal, totalsOfSum(before, rule).subtotal);
  };
  return lineItems.map(line => {
    const own = line.tax ?? tax;
    const net = netOf(line, own);
    const gross = sumAmounts([line.amount, line.discount?.amount ?? ZERO]);
    const isExclusive = taxBehavior === 'exclusive';
    // A fraction of a price without decimals, such as 1.5 × ¥333, may differ from the amount by half a yen.
    const isExact = getFractionDigits(currency) > 0 || line.unitAmount * line.quantity === gross;
    const isUnitPrice = (isExclusive && isExact) || line.quantity === 0 || line.quantity === 1;
    const price = isExclusive ? (isUnitPrice ? line.unitAmount : gross) : net;
    // On a credit note, a negative price is the usual case.
    const isNegative = kind === 'credit_note' ? price > 0 : price < 0;
    const units = line.quantity === 0 ? '0' : `${isNegative ? '-' : ''}${line.quantity}`;
    const positive = toDecimalString({ minor: price < 0 ? subtractAmounts(ZERO, price) : price, currency });
    return {
      name: line.description,
      description: line.detail,
      quantity: units,
      unitCode: line.unit ? UNIT_CODES[line.unit] : 'C62',
      price: positive,
      priceQuantity: isUnitPrice ? null : String(line.quantity),
      // With tax, it is part of the price.
      discount: line.discount && isExclusive ? decimal(line.discount.amount) : null,
      amount: decimal(net),
      tax: toTax(own),
    };
  });
}
