import { z } from 'zod';
import { asciiSlug } from '#shared/contract.ts';
import { type OfferKind, offerKinds } from '../contract/offer-kinds.ts';
import { offerInputSchemas, offerFormValuesSchema } from '../contract/offers.ts';
import { paymentTermsInputSchema, type PaymentTermSettings, type EditableTerm } from '../contract/payment-terms.ts';
import { offerKindDefinitions } from './offer-kinds.ts';
import { isHighlighted, type OfferData, type OfferRow, toOfferFormValues } from './offers.ts';
import { parseAmount, formatAmountInput } from '#shared/parse-amount.ts';

/** Result of parsing a part of an export, or its error. */
type Read<Value> = { readonly value: Value } | { readonly error: string };

/** An offer as stored, without its position. */
export interface ImportedOffer {
  readonly id: string;
  readonly isHidden: boolean;
  readonly columns: OfferData;
}

export type OffersByKind<Offer> = Readonly<Record<OfferKind, readonly Offer[]>>;

/** Returns a record with a value per kind of offer. */
export function mapOfferKinds<Value>(valueFor: (kind: OfferKind) => Value): Record<OfferKind, Value> {
  return Object.fromEntries(offerKinds.map(kind => [kind, valueFor(kind)])) as Record<OfferKind, Value>;
}

/** Returns the prices for an export: each offer by id, with its form values. */
export function toExportedOffers(offers: OffersByKind<OfferRow>) {
  return mapOfferKinds(kind => offers[kind].map(row => ({ id: row.id, ...toOfferFormValues(kind, row) })));
}

const isCurrency = (code: string | undefined): code is string =>
  code !== undefined && Intl.supportedValuesOf('currency').includes(code);

/** Maximum number of offers per kind. */
const MAX_OFFERS = 200;
const exportSchema = z.strictObject(mapOfferKinds(() => z.array(offerFormValuesSchema).max(MAX_OFFERS)));

/** Validates exported prices as strictly as their forms. */
export function parseExportedOffers(value: unknown): Read<OffersByKind<ImportedOffer>> {
  const parsed = exportSchema.safeParse(value);
  if (!parsed.success) return { error: 'The prices can’t be imported. Their format is invalid.' };
  const offers = mapOfferKinds<ImportedOffer[]>(() => []);
  for (const kind of offerKinds) {
    const { noun } = offerKindDefinitions[kind];
    for (const { id = '', ...form } of parsed.data[kind]) {
      const offer = readArchivedOffer(kind, id, form);
      if ('error' in offer) return { error: `The ${noun} “${id}” can’t be imported. ${offer.error}` };
      offers[kind].push(offer.value);
    }
    const highlighted = offers[kind].filter(({ columns }) => isHighlighted(kind, columns));
    if (highlighted.length > 1) return { error: `More than one ${noun} is highlighted.` };
    if (new Set(offers[kind].map(({ id }) => id)).size < offers[kind].length)
      return { error: `Two offers of the type “${noun}” have the same ID.` };
  }
  return { value: offers };
}

function readArchivedOffer(kind: OfferKind, id: string, form: Record<string, string>): Read<ImportedOffer> {
  if (!asciiSlug.safeParse(id).success) return { error: 'Its ID is invalid.' };
  const edited = offerInputSchemas[kind].safeParse(form);
  if (!edited.success) return { error: edited.error.issues[0]?.message ?? 'Its format is invalid.' };
  const { isHidden, price, currency: _typed, ...columns } = edited.data as Record<string, unknown>;
  const offer = { id, isHidden: isHidden === true };
  if (typeof price !== 'string') return { value: { ...offer, columns } };
  if (!isCurrency(form.currency)) return { error: 'Its currency is invalid.' };
  const read = parseAmount(price, form.currency);
  if ('error' in read) return read;
  return { value: { ...offer, columns: { ...columns, priceAmount: read.amount.minor, currency: form.currency } } };
}

/** Returns the terms for an export: texts with variables, and the settings. */
export function toExportedTerms({
  terms,
  settings,
}: {
  terms: readonly EditableTerm[];
  settings: PaymentTermSettings;
}) {
  const { installmentMinimum, ...rest } = settings;
  return {
    terms: terms.map(({ title, text, translations }) => ({
      title,
      text,
      // Left out without any, as earlier versions expect.
      ...(Object.keys(translations).length > 0 ? { translations } : {}),
    })),
    settings: { ...rest, installmentMinimum: formatAmountInput(installmentMinimum) },
    currency: installmentMinimum.currency,
  };
}

/** Validates exported terms as strictly as their form. */
export function parseExportedTerms(value: unknown): Read<{ terms: EditableTerm[]; settings: PaymentTermSettings }> {
  const parsed = paymentTermsInputSchema.extend({ currency: z.string() }).safeParse(value);
  if (!parsed.success)
    return {
      error: `The payment terms can’t be imported. ${parsed.error.issues[0]?.message ?? 'Their format is invalid.'}`,
    };
  const { terms, settings, currency } = parsed.data;
  if (!isCurrency(currency)) return { error: 'The payment terms can’t be imported. Their currency is invalid.' };
  const read = parseAmount(settings.installmentMinimum, currency);
  if ('error' in read) return { error: `The payment terms can’t be imported. ${read.error}` };
  return {
    value: {
      terms: terms.map(({ translations = {}, ...term }, index) => ({ ...term, translations, number: index + 1 })),
      settings: { ...settings, installmentMinimum: read.amount },
    },
  };
}
