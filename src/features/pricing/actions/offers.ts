import slugify from '@sindresorhus/slugify';
import { getSettings } from '#features/settings/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { type OfferKind, offerKinds } from '../contract/offer-kinds.ts';
import { type Offer, offerInputSchemas, type OfferListItem, type OfferFormValues } from '../contract/offers.ts';
import { formatOfferKey, offerKindDefinitions, parseOfferKey } from '../rules/offer-kinds.ts';
import { isHighlighted, type OfferData, type OfferRow, toOfferFormValues, toOfferListItem } from '../rules/offers.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import {
  deleteOfferRow,
  insertOfferRow,
  listOfferRows,
  listOfferRowsForUpdate,
  clearHighlight,
  updateOfferRow,
  updateOfferPositions,
} from '../queries/offers.ts';

const NO_OFFER = 'This offer doesn’t exist. It may have been deleted in another tab.';

/** Returns an offer from those that `list` returns for its kind. Throws NOT_FOUND if it doesn't exist. */
async function findOffer(key: string, list: (kind: OfferKind) => Promise<OfferRow[]>) {
  const { kind, id } = parseOfferKey(key) ?? {};
  const row = kind && (await list(kind)).find(candidate => candidate.id === id);
  if (!row) throw new AppError('NOT_FOUND', NO_OFFER);
  return { kind, row };
}

/** Returns an offer and locks its kind. Throws NOT_FOUND if it doesn't exist. */
const lockOffer = (tx: Transaction, key: string) => findOffer(key, kind => listOfferRowsForUpdate(tx, kind));

export async function listOfferDtos(db: Db): Promise<OfferListItem[]> {
  const kinds = await Promise.all(offerKinds.map(async kind => ({ kind, rows: await listOfferRows(db, kind) })));
  return kinds.flatMap(({ kind, rows }) => rows.map(row => toOfferListItem(kind, row)));
}

export async function getOfferDto(db: Db, key: string): Promise<Offer> {
  const { kind, row } = await findOffer(key, known => listOfferRows(db, known));
  const { defaultCurrency } = await getSettings(db);
  return { ...toOfferListItem(kind, row), formValues: toOfferFormValues(kind, row), defaultCurrency };
}

function reject(fields: Readonly<Record<string, string>>): never {
  const [message, ...others] = Object.values(fields);
  throw new AppError(
    'BAD_REQUEST',
    others.length > 0 || !message ? 'Some fields need your attention.' : message,
    fields,
  );
}

/** Returns whether clients order at this price, which must then be paid before work starts. */
const isOrderedDirectly = (kind: OfferKind, { isStartingPrice }: OfferFormValues) =>
  kind === 'service' || (kind === 'plan' && isStartingPrice !== 'on');

/**
 * Validates an offer's form; throws BAD_REQUEST with the invalid fields. `own` is the offer's currency, `site` that of
 * new prices.
 */
function checkOffer(kind: OfferKind, value: OfferFormValues, own: string | undefined, site: string) {
  const result = offerInputSchemas[kind].safeParse(value);
  const fields: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'This field doesn’t exist.';
    else fields[issue.path.join('.')] ??= issue.message;
  }
  // Report price errors together with all others.
  const currency = value.currency?.trim().toUpperCase() || own || site;
  if (currency !== site && currency !== own) fields.currency ??= `Use ${site}, the currency of this site.`;
  const price =
    value.price === undefined || fields.price || fields.currency ? undefined : parseAmount(value.price, currency);
  if (price && 'error' in price) fields.price = price.error;
  else if (price?.amount.minor === 0 && isOrderedDirectly(kind, value)) fields.price = 'Enter a price above 0.';
  if (!result.success || Object.keys(fields).length > 0) reject(fields);
  const { isHidden, price: _typed, currency: _named, ...columns } = result.data as Record<string, unknown>;
  const amount = price && 'amount' in price ? { priceAmount: price.amount.minor, currency } : {};
  const stored: OfferData = { ...columns, ...amount };
  return { isHidden: isHidden === true, columns: stored };
}

/** Returns an unused slug for an offer of this kind. */
function freeId(title: string, kind: OfferKind, rows: readonly OfferRow[]): string {
  const baseId = slugify(title, { decamelize: false }).slice(0, 60).replace(/-+$/, '') || kind;
  let id = baseId;
  for (let number = 2; rows.some(row => row.id === id); number++) id = `${baseId}-${number}`;
  return id;
}

/** Adds an offer at the end of its kind. Throws BAD_REQUEST with the invalid fields. */
export async function createOffer(tx: Transaction, input: { kind: OfferKind; value: OfferFormValues }): Promise<Offer> {
  const { kind } = input;
  const { defaultCurrency } = await getSettings(tx);
  const checked = checkOffer(kind, input.value, undefined, defaultCurrency);
  const rows = await listOfferRowsForUpdate(tx, kind);
  const id = freeId(String(checked.columns[offerKindDefinitions[kind].titleField]), kind, rows);
  if (isHighlighted(kind, checked.columns)) await clearHighlight(tx, kind);
  const position = Math.max(0, ...rows.map(row => row.position)) + 1;
  await insertOfferRow(tx, kind, { ...checked, id, position, isSample: false });
  await invalidateTag(tx, 'pricing');
  return getOfferDto(tx, formatOfferKey(kind, id));
}

/** Saves an offer. Throws BAD_REQUEST with the invalid fields, and CONFLICT if the offer has changed since `version`. */
export async function updateOffer(
  tx: Transaction,
  input: { key: string; version: number; value: OfferFormValues },
): Promise<Offer> {
  const { defaultCurrency: site } = await getSettings(tx);
  const { kind, row } = await lockOffer(tx, input.key);
  const { currency: own } = row.columns;
  const checked = checkOffer(kind, input.value, typeof own === 'string' ? own : undefined, site);
  if (row.version !== input.version) throw editConflict();
  if (isHighlighted(kind, checked.columns) && !isHighlighted(kind, row.columns)) await clearHighlight(tx, kind);
  await updateOfferRow(tx, kind, row.id, { ...checked, isSample: false });
  await invalidateTag(tx, 'pricing');
  return getOfferDto(tx, input.key);
}

/**
 * Hides, shows or highlights an offer; a highlight replaces another of its kind. Throws BAD_REQUEST if not possible.
 */
export async function updateOfferVisibility(
  tx: Transaction,
  input: { key: string; isHidden?: boolean | undefined; isHighlighted?: boolean | undefined },
): Promise<Offer> {
  const { kind, row } = await lockOffer(tx, input.key);
  const { isHidden = row.isHidden, isHighlighted: isWanted } = input;
  const { highlightField } = offerKindDefinitions[kind];
  if (isWanted !== undefined && highlightField === undefined)
    reject({ isHighlighted: 'You can’t highlight this type of offer.' });
  if (isWanted) await clearHighlight(tx, kind);
  const columns = highlightField !== undefined && isWanted !== undefined ? { [highlightField]: isWanted } : {};
  await updateOfferRow(tx, kind, row.id, { isHidden, columns, isSample: false });
  await invalidateTag(tx, 'pricing');
  return getOfferDto(tx, input.key);
}

/** Deletes an offer permanently; orders keep its text and price. Throws NOT_FOUND, or CONFLICT if it has changed. */
export async function deleteOffer(tx: Transaction, { key, version }: { key: string; version: number }) {
  const { kind, row } = await lockOffer(tx, key);
  const changed =
    'This offer was changed in another tab or by someone else. Reload the page and check it before you delete it.';
  if (row.version !== version) throw new AppError('CONFLICT', changed);
  await deleteOfferRow(tx, kind, row.id);
  await invalidateTag(tx, 'pricing');
  return { deletedKey: key };
}

/** Reorders the offers of a kind. Throws BAD_REQUEST unless all are listed, so a concurrently added one isn't lost. */
export async function reorderOffers(
  tx: Transaction,
  input: { kind: OfferKind; ids: readonly string[] },
): Promise<void> {
  const rows = await listOfferRowsForUpdate(tx, input.kind);
  const known = rows.map(({ id }) => id).toSorted();
  if (known.join(' ') !== input.ids.toSorted().join(' ')) {
    reject({ ids: 'The offers have changed. Reload the page.' });
  }
  await updateOfferPositions(tx, input.kind, input.ids);
  await invalidateTag(tx, 'pricing');
}
