import type { MinorUnits, Money } from '#shared/money.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferListItem, OfferFormValues } from '../contract/offers.ts';
import { formatOfferKey, offerKindDefinitions, type OfferField } from './offer-kinds.ts';
import { formatAmountInput } from './parse-amount.ts';

/** What a kind's row has besides what every kind's row has. */
export type OfferData = Readonly<Record<string, unknown>>;

/** A row of any kind. */
export interface OfferRow {
  readonly id: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly sample: boolean;
  readonly version: number;
  readonly columns: OfferData;
}

/** What a row says in words, as its form has them; a list of lines has one a line. */
function textOf(field: OfferField, { columns, hidden }: OfferRow): string {
  const value = field.name === 'hidden' ? hidden : columns[field.name];
  if (field.kind === 'price') {
    const price = priceOf(columns);
    return price ? formatAmountInput(price) : '';
  }
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function priceOf({ priceMinor, currency }: OfferData): Money | null {
  return typeof priceMinor === 'number' && typeof currency === 'string'
    ? { minor: priceMinor as MinorUnits, currency }
    : null;
}

/** An offer's form with what its row says. */
export function toOfferFormValues(kind: OfferKind, row: OfferRow): OfferFormValues {
  const price = priceOf(row.columns);
  const value = Object.fromEntries(offerKindDefinitions[kind].fields.map(field => [field.name, textOf(field, row)]));
  return price ? { ...value, currency: price.currency } : value;
}

/** The form of a new offer, its price in a currency (ISO 4217). */
export function getDefaultFormValues(kind: OfferKind, currency: string): OfferFormValues {
  const { fields } = offerKindDefinitions[kind];
  const value = Object.fromEntries(fields.map(({ name, defaultValue = '' }) => [name, defaultValue]));
  return fields.some(field => field.kind === 'price') ? { ...value, currency } : value;
}

/** What a form says of an offer, each of its fields once: a box that is not ticked is not sent. */
export function parseOfferForm(kind: OfferKind, form: ReadonlyMap<string, string>): OfferFormValues {
  const { fields } = offerKindDefinitions[kind];
  const names = fields.map(({ name }) => name);
  const priced = fields.some(field => field.kind === 'price') && form.has('currency') ? ['currency'] : [];
  return Object.fromEntries([...names, ...priced].map(name => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]));
}

/** What a price is for, in words. */
function perOf(kind: OfferKind, { priceIsMinimum, priceUnit, minutes }: OfferData): string {
  if (kind === 'service') return 'a month';
  if (kind === 'consultation') return priceUnit === 'hour' ? 'an hour' : `${Number(minutes)} minutes`;
  return priceIsMinimum === true ? 'or more' : '';
}

/** An offer as the list shows it. */
export function toOfferListItem(kind: OfferKind, row: OfferRow): OfferListItem {
  const { titleField, subtitleField, highlightField } = offerKindDefinitions[kind];
  const { id, hidden, sample, version, columns } = row;
  const note = subtitleField === undefined ? '' : columns[subtitleField];
  return {
    key: formatOfferKey(kind, id),
    kind,
    id,
    title: String(columns[titleField]),
    note: Array.isArray(note) ? String(note[0] ?? '') : String(note),
    price: priceOf(columns),
    per: perOf(kind, columns),
    highlighted: highlightField !== undefined && columns[highlightField] === true,
    hidden,
    sample,
    version,
  };
}
