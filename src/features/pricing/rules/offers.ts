import type { MinorUnits, Money } from '#shared/money.ts';
import type { OfferKind } from '../contract/offer-kinds.ts';
import type { OfferLine, OfferValue } from '../contract/offers.ts';
import { keyOf, kindShapes, type OfferField } from './offer-kinds.ts';
import { typedAmount } from './parse-amount.ts';

/** What a kind's row has besides what every kind's row has. */
export type OfferColumns = Readonly<Record<string, unknown>>;

/** A row of any kind. */
export interface OfferRow {
  readonly id: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly sample: boolean;
  readonly version: number;
  readonly columns: OfferColumns;
}

/** What a row says in words, as its form has them; a list of lines has one a line. */
function textOf(field: OfferField, { columns, hidden }: OfferRow): string {
  const value = field.name === 'hidden' ? hidden : columns[field.name];
  if (field.kind === 'price') {
    const price = priceOf(columns);
    return price ? typedAmount(price) : '';
  }
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function priceOf({ priceMinor, currency }: OfferColumns): Money | null {
  return typeof priceMinor === 'number' && typeof currency === 'string'
    ? { minor: priceMinor as MinorUnits, currency }
    : null;
}

/** An offer's form with what its row says. */
export function valueOf(kind: OfferKind, row: OfferRow): OfferValue {
  const price = priceOf(row.columns);
  const value = Object.fromEntries(kindShapes[kind].fields.map(field => [field.name, textOf(field, row)]));
  return price ? { ...value, currency: price.currency } : value;
}

/** The form of a new offer, its price in a currency (ISO 4217). */
export function newValue(kind: OfferKind, currency: string): OfferValue {
  const { fields } = kindShapes[kind];
  const value = Object.fromEntries(fields.map(({ name, first = '' }) => [name, first]));
  return fields.some(field => field.kind === 'price') ? { ...value, currency } : value;
}

/** What a form says of an offer, each of its fields once: a box that is not ticked is not sent. */
export function valueFromForm(kind: OfferKind, form: ReadonlyMap<string, string>): OfferValue {
  const { fields } = kindShapes[kind];
  const names = fields.map(({ name }) => name);
  const priced = fields.some(field => field.kind === 'price') && form.has('currency') ? ['currency'] : [];
  return Object.fromEntries([...names, ...priced].map(name => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]));
}

/** What a price is for, in words. */
function perOf(kind: OfferKind, { priceIsMinimum, priceUnit, minutes }: OfferColumns): string {
  if (kind === 'service') return 'a month';
  if (kind === 'consultation') return priceUnit === 'hour' ? 'an hour' : `${Number(minutes)} minutes`;
  return priceIsMinimum === true ? 'or more' : '';
}

/** An offer as the list shows it. */
export function lineOf(kind: OfferKind, row: OfferRow): OfferLine {
  const { named, noted, highlight } = kindShapes[kind];
  const { id, hidden, sample, version, columns } = row;
  const note = noted === undefined ? '' : columns[noted];
  return {
    key: keyOf(kind, id),
    kind,
    id,
    title: String(columns[named]),
    note: Array.isArray(note) ? String(note[0] ?? '') : String(note),
    price: priceOf(columns),
    per: perOf(kind, columns),
    highlighted: highlight !== undefined && columns[highlight] === true,
    hidden,
    sample,
    version,
  };
}
