import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { subtractAmounts, ZERO } from '#shared/money-arithmetic.ts';
import { rateText } from '#shared/price-tax.ts';
import { formatDate, formatDateTime } from '#shared/time.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { AgingStatus } from '../contract/document-list.ts';
import type { BillingDocument, BillingDocumentKind, DocumentTax, LineItem } from '../contract/documents.ts';
import type { DocumentTexts } from './document-texts/document-texts.ts';
import { fillText, getDocumentTexts } from './document-texts/texts.ts';

interface KindLabels {
  readonly title: string;
  /** Label of `dueOn`. */
  readonly until: string;
  /** Label of the amount due; a quote has none. */
  readonly due?: string;
  /** Label of the referenced document. */
  readonly about: string;
}

/** Returns the language of a document, which is the client's when it was issued. */
export const languageOf = ({ client }: Pick<BillingDocument, 'client'>): DocumentLanguage => client.language ?? 'en';

export const textsOf = (document: Pick<BillingDocument, 'client'>): DocumentTexts =>
  getDocumentTexts(languageOf(document));

export function getKindLabels(kind: BillingDocumentKind, language: DocumentLanguage = 'en'): KindLabels {
  const texts = getDocumentTexts(language);
  const invoice = { title: texts.kinds[kind], until: texts.due, due: texts.amountDue, about: texts.refersTo };
  switch (kind) {
    case 'late_fee_invoice':
      return { ...invoice, about: texts.overdueInvoice };
    case 'credit_note':
      return { ...invoice, until: texts.validUntil, due: texts.credit, about: texts.appliesTo };
    case 'receipt':
      return { ...invoice, until: texts.validUntil, about: texts.paymentFor };
    case 'quote': {
      const { due: _due, ...quote } = invoice;
      return { ...quote, until: texts.validUntil };
    }
    case 'account_statement':
      return { ...invoice, due: texts.balance };
    default:
      return invoice;
  }
}

/** Labels of unpaid amounts by the days since their due date, the earliest last. */
export const agingLabels: Readonly<Record<AgingStatus, string>> = {
  not_due: 'Not due yet',
  overdue_1_30: '1 to 30 days overdue',
  overdue_31_60: '31 to 60 days overdue',
  overdue_61_90: '61 to 90 days overdue',
  overdue_over_90: 'Over 90 days overdue',
};

/** Returns the title of a document, such as "Invoice 2026-0001". */
export function formatDocumentTitle(
  { kind, number }: Pick<BillingDocument, 'kind' | 'number'>,
  language: DocumentLanguage = 'en',
): string {
  return `${getDocumentTexts(language).kinds[kind]} ${number}`;
}

/** Returns the title of a document inside a sentence, such as "invoice 2026-0001". */
export const nameDocument = (document: Pick<BillingDocument, 'kind' | 'number'>, language: DocumentLanguage = 'en') =>
  lowerTitle(formatDocumentTitle(document, language), language);

/** Returns a title as it is written inside a sentence: German nouns stay capitalized. */
export const lowerTitle = (title: string, language: DocumentLanguage = 'en'): string =>
  language === 'de' ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** Returns the label of the settlement date. */
export function settledLabel(
  { status }: { readonly status: 'paid' | 'credited' | 'written_off' },
  language: DocumentLanguage = 'en',
): string {
  const { paid, credited, writtenOff } = getDocumentTexts(language);
  return { paid, credited, written_off: writtenOff }[status];
}

export function formatReference(
  reference: NonNullable<BillingDocument['reference']>,
  language: DocumentLanguage = 'en',
): string {
  const title = formatDocumentTitle(reference, language);
  return fillText(getDocumentTexts(language).dated, { title, date: formatDay(reference.issuedOn, language) });
}

/** Formats an amount with all decimals, so columns align. */
export function formatAmount(minor: MinorUnits, currency: string, language: DocumentLanguage = 'en'): string {
  return withPrintedSpaces(
    formatMoney({ minor, currency }, { exact: true, locale: getDocumentTexts(language).locale }),
  );
}

/** Formats a calendar day (`2025-06-01`) like 01 Jun 2025, or as usual in another language. */
export const formatDay = (day: string, language: DocumentLanguage = 'en'): string =>
  formatDayOf(`${day}T12:00:00Z`, 'UTC', language);

/** Formats the day of an instant (ISO 8601) in a time zone (IANA name). */
export function formatDayOf(instant: string, timeZone: string, language: DocumentLanguage): string {
  if (language === 'en') return formatDate(instant, timeZone);
  const { locale } = getDocumentTexts(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(instant));
}

/** Formats calendar days from one to another in full, as usual in a language other than English. */
export function formatDayRange(from: string, until: string, language: DocumentLanguage): string {
  const { locale } = getDocumentTexts(language);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return withPrintedSpaces(format.formatRange(new Date(from), new Date(until)));
}

/** Formats an instant (ISO 8601) to the minute in a time zone (IANA name). */
export function formatMoment(instant: string, timeZone: string, language: DocumentLanguage): string {
  if (language === 'en') return formatDateTime(instant, timeZone);
  const { locale } = getDocumentTexts(language);
  const fields = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat(locale, { ...fields, timeZone, timeZoneName: 'short' });
  return withPrintedSpaces(format.format(new Date(instant)));
}

/** Formats a number of days: "7 days". */
export const formatDays = (days: number, language: DocumentLanguage): string =>
  withPrintedSpaces(
    days.toLocaleString(getDocumentTexts(language).locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  );

/** Replaces narrow spaces, which the fonts lack. */
export const withPrintedSpaces = (text: string): string => text.replaceAll(/[\u{2009}\u{202f}]/gu, '\u{a0}');

/** Formats a quantity or the number of a page. */
export const formatCount = (count: number, language: DocumentLanguage = 'en'): string =>
  withPrintedSpaces(count.toLocaleString(getDocumentTexts(language).locale));

/** Formats basis points as a percentage: 750 is "7.5%". */
export function formatRate(basisPoints: number, language: DocumentLanguage): string {
  if (language === 'en') return rateText(basisPoints);
  const format = new Intl.NumberFormat(getDocumentTexts(language).locale, {
    style: 'percent',
    maximumFractionDigits: 2,
  });
  return withPrintedSpaces(format.format(basisPoints / 10_000));
}

/** Formats a tax: "VAT 19%", or its category if it has no rate. */
export function formatTax({ name, basisPoints, category }: DocumentTax, language: DocumentLanguage = 'en'): string {
  if (basisPoints === 0 && category) return getDocumentTexts(language).categories[category];
  return `${formatTaxName(name, language)} ${formatRate(basisPoints, language)}`;
}

/** Returns the name of a tax; the usual English ones are translated. */
export function formatTaxName(name: string, language: DocumentLanguage = 'en'): string {
  const { taxNames } = getDocumentTexts(language);
  return name === 'Tax' || name === 'VAT' ? taxNames[name] : name;
}

/** Returns label and text of the service period or delivery date, or of the period of a statement. */
export function formatServicePeriod(
  { from, until }: NonNullable<BillingDocument['servicePeriod']>,
  language: DocumentLanguage,
  kind?: BillingDocumentKind,
) {
  const texts = getDocumentTexts(language);
  // Each date stays on one line.
  const format = (day: string) => formatDay(day, language).replaceAll(' ', '\u{a0}');
  const text = from === until ? format(from) : fillText(texts.period, { from: format(from), until: format(until) });
  if (kind === 'account_statement') return [texts.statementPeriod, text] as const;
  return [from === until ? texts.deliveryDate : texts.servicePeriod, text] as const;
}

/** Returns the number of an order, such as "1042", or that of a consultation. */
export function formatOrderNumber(
  { orderNumber }: NonNullable<BillingDocument['order']>,
  language: DocumentLanguage,
): string {
  const consultation = /^Consultation (\d+)$/.exec(orderNumber)?.[1];
  return consultation === undefined
    ? orderNumber
    : fillText(getDocumentTexts(language).consultation, { number: consultation });
}

/** Returns label and text of the buyer reference (BT-10), which German authorities call Leitweg-ID; null without one. */
export function formatBuyerReference(
  { buyerReference }: BillingDocument['client'],
  { buyerReference: label }: DocumentTexts,
): readonly [label: string, text: string] | null {
  if (buyerReference === undefined) return null;
  const isLeitwegId = /^\d{2,12}-(?:[A-Z0-9]{1,30}-)?\d{2}$/i.test(buyerReference);
  return [isLeitwegId ? 'Leitweg-ID' : label, buyerReference];
}

/** Formats a quantity with its unit: "2.5 hours". */
export function formatQuantity(
  { quantity, unit }: Pick<LineItem, 'quantity' | 'unit'>,
  language: DocumentLanguage = 'en',
): string {
  const figure = formatCount(quantity, language);
  if (!unit) return figure;
  const { one, other } = getDocumentTexts(language).units[unit];
  return `${figure} ${quantity === 1 ? one : other}`;
}

/** Returns the details below a line's description: its discount and, if the document has several taxes, its tax. */
export function listLineDetails(
  { discount, ...line }: LineItem,
  { client, tax, taxSummary, currency }: BillingDocument,
): string[] {
  const language = languageOf({ client });
  const rate = discount?.basisPoints === undefined ? '' : ` ${formatRate(discount.basisPoints, language)}`;
  const text = discount && formatAmount(subtractAmounts(ZERO, discount.amount), currency, language);
  const texts = getDocumentTexts(language);
  return [
    ...(text === undefined ? [] : [fillText(texts.labeled, { label: texts.discount + rate, text })]),
    ...(taxSummary && taxSummary.length > 1 ? [formatTax(line.tax ?? tax, language)] : []),
  ];
}
