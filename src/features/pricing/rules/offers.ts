import type { MinorUnits, Money } from '#shared/money.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferListItem, OfferFormValues } from '../contract/offers.ts';
import { formatOfferKey, offerKindDefinitions, type OfferField } from './offer-kinds.ts';
import { formatAmountInput } from '#shared/parse-amount.ts';

/** Columns that are specific to a kind. */
export type OfferData = Readonly<Record<string, unknown>>;

export interface OfferRow {
  readonly id: string;
  readonly position: number;
  readonly isHidden: boolean;
  readonly isSample: boolean;
  readonly version: number;
  readonly columns: OfferData;
}

/** Formats a column for its form field; lists have one entry per line. */
function textOf(field: OfferField, { columns, isHidden }: OfferRow): string {
  const value = field.name === 'isHidden' ? isHidden : columns[field.name];
  if (field.kind === 'price') {
    const price = priceOf(columns);
    return price ? formatAmountInput(price) : '';
  }
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function priceOf({ priceAmount, currency }: OfferData): Money | null {
  return typeof priceAmount === 'number' && typeof currency === 'string'
    ? { minor: priceAmount as MinorUnits, currency }
    : null;
}

/** Returns an offer's form values. */
export function toOfferFormValues(kind: OfferKind, row: OfferRow): OfferFormValues {
  const price = priceOf(row.columns);
  const value = Object.fromEntries(offerKindDefinitions[kind].fields.map(field => [field.name, textOf(field, row)]));
  return price ? { ...value, currency: price.currency } : value;
}

/** Returns the form values of a new offer, priced in a currency (ISO 4217). */
export function getDefaultFormValues(kind: OfferKind, currency: string): OfferFormValues {
  const { fields } = offerKindDefinitions[kind];
  const value = Object.fromEntries(fields.map(({ name, defaultValue = '' }) => [name, defaultValue]));
  return fields.some(field => field.kind === 'price') ? { ...value, currency } : value;
}

/** Reads an offer's form; unchecked boxes are not submitted. */
export function parseOfferForm(kind: OfferKind, form: ReadonlyMap<string, string>): OfferFormValues {
  const { fields } = offerKindDefinitions[kind];
  const names = fields.map(({ name }) => name);
  const priced = fields.some(field => field.kind === 'price') && form.has('currency') ? ['currency'] : [];
  return Object.fromEntries([...names, ...priced].map(name => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]));
}

/** Returns whether an offer is the highlighted one of its kind. */
export function isHighlighted(kind: OfferKind, columns: OfferData): boolean {
  const { highlightField } = offerKindDefinitions[kind];
  return highlightField !== undefined && columns[highlightField] === true;
}

/** Returns the unit of a price in words. */
function perOf(kind: OfferKind, { isStartingPrice, priceUnit, durationMinutes }: OfferData): string {
  if (kind === 'service') return 'a month';
  if (kind === 'consultation_option') return priceUnit === 'hour' ? 'an hour' : `${Number(durationMinutes)} minutes`;
  return isStartingPrice === true ? 'or more' : '';
}

/** Returns an offer for the list. */
export function toOfferListItem(kind: OfferKind, row: OfferRow): OfferListItem {
  const { titleField, subtitleField } = offerKindDefinitions[kind];
  const { id, isHidden, isSample, version, columns } = row;
  const note = subtitleField === undefined ? '' : columns[subtitleField];
  return {
    key: formatOfferKey(kind, id),
    kind,
    id,
    title: String(columns[titleField]),
    subtitle: Array.isArray(note) ? String(note[0] ?? '') : String(note),
    price: priceOf(columns),
    priceUnitLabel: perOf(kind, columns),
    isHighlighted: isHighlighted(kind, columns),
    isHidden,
    isSample,
    version,
  };
}
