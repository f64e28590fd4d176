import type { XmlElement } from '#platform/text/parse-xml.ts';
import { formatPlainDate } from '#shared/time.ts';
import { ownValue } from '#shared/own-value.ts';

/** The longest text that is shown, in characters. */
const MAX_TEXT = 2000;

/** Returns the name of an element without the prefix of its namespace. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Returns the elements at a path of names, such as `Party/PostalAddress`. */
export function listAt(element: XmlElement | undefined, path: string): XmlElement[] {
  let found = element ? [element] : [];
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter(child => localName(child.name) === name));
  }
  return found;
}

/** Returns the first element at a path. */
export const elementAt = (element: XmlElement | undefined, path: string) => listAt(element, path)[0];

/** Returns the text of the first element at a path; empty if there is none. */
export const textAt = (element: XmlElement | undefined, path: string) => textOf(elementAt(element, path));

export const textOf = (element: XmlElement | undefined) => (element?.text ?? '').trim().slice(0, MAX_TEXT);

/** Returns the values that exist, with their labels. */
export const listFacts = (...facts: readonly (readonly [label: string, value: string])[]) =>
  facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));

/** Returns a day, such as 2026-12-31 or 20261231, as it is shown; other texts as they are. */
export function formatDay(text: string): string {
  const day = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  try {
    return /^\d{4}-\d\d-\d\d$/.test(day) ? formatPlainDate(day) : text;
  } catch {
    return text;
  }
}

/** Returns an identifier with its scheme. */
export function formatIdentifier(element: XmlElement | undefined): string {
  const scheme = element?.attributes.schemeID ?? '';
  return [textOf(element), scheme && `(${scheme})`].filter(Boolean).join(' ');
}

const units: Readonly<Record<string, string>> = {
  C62: '',
  H87: '',
  EA: '',
  XPP: '',
  HUR: 'hours',
  DAY: 'days',
  MON: 'months',
  MIN: 'minutes',
  KGM: 'kg',
  LS: 'lump sum',
};

/** Returns a quantity with its unit. */
export function formatQuantity(element: XmlElement | undefined): string {
  const code = element?.attributes.unitCode ?? '';
  return [textOf(element), ownValue(units, code) ?? code].filter(Boolean).join(' ');
}

const categories: Readonly<Record<string, string>> = {
  Z: 'Zero-rated',
  E: 'Exempt',
  AE: 'Reverse charge',
  K: 'Intra-Community supply',
  G: 'Export',
  O: 'Outside the scope of VAT',
};

/** Returns a tax by its category and rate. */
export function formatTax(code: string, percent: string): string {
  return ownValue(categories, code) ?? (percent === '' ? code : `${percent.replace(/\.0+$/, '')}%`);
}

/** Returns an amount; for none, an empty text. */
export function formatAmount(amount: string, currency: string): string {
  if (!/^-?\d{1,15}(?:\.\d{1,10})?$/.test(amount)) return amount;
  const digits = Math.max(2, amount.split('.')[1]?.replace(/0+$/, '').length ?? 0);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return `${format.format(amount as Intl.StringNumericLiteral)} ${currency}`.trim();
}

const FORMATS: readonly (readonly [part: string, name: string])[] = [
  ['xrechnung', 'XRechnung'],
  ['peppol.eu', 'Peppol BIS Billing'],
  ['zugferd', 'ZUGFeRD'],
  ['factur-x', 'Factur-X'],
];

/** Returns the syntax with the specification. */
export function formatSpecification(syntax: string, specification: string): string {
  const name = FORMATS.find(([part]) => specification.toLowerCase().includes(part))?.[1];
  return `${name ?? (specification.startsWith('urn:cen.eu:en16931:2017') ? 'EN 16931' : 'E-invoice')} (${syntax})`;
}

/** Returns a price, with the number of units that it is for if that isn't one. */
export const formatPrice = (price: string, quantity: XmlElement | undefined) =>
  quantity && Number(textOf(quantity)) !== 1 ? `${price} per ${formatQuantity(quantity)}` : price;
