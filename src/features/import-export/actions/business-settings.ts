import { exportBillingSettings, importBillingSettings, parseExportedBillingSettings } from '#features/billing/index.ts';
import {
  exportPricing,
  importOffers,
  importPaymentTerms,
  parseExportedOffers,
  parseExportedTerms,
} from '#features/pricing/index.ts';
import { exportTestimonials, importTestimonials, readArchivedTestimonials } from '#features/testimonials/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { businessSectionKeys } from '../contract/index.ts';
import { fromArchiveNames, toArchiveNames } from '../rules/archive-names.ts';

/** Returns the business settings for an archive, each with whether the owner changed it. */
export async function getBusinessSettings(db: Db) {
  const billing = await exportBillingSettings(db);
  const clientTestimonials = await exportTestimonials(db);
  const settings = { ...(await exportPricing(db)), billing, clientTestimonials };
  return businessSectionKeys.map(key => {
    const { value, isOwn } = settings[key];
    return { key, value: toArchiveNames(key, value), isOwn };
  });
}

/** Replaces a part of the site with an archive's. */
export type Replacement = (tx: Transaction) => Promise<void>;

const createReplacer =
  <Value>(
    parse: (archived: unknown) => { readonly value: Value } | { readonly error: string },
    write: (tx: Transaction, value: Value) => Promise<void>,
  ) =>
  (archived: unknown): Replacement | undefined => {
    const parsed = parse(archived);
    return 'value' in parsed ? tx => write(tx, parsed.value) : undefined;
  };

const replacements = {
  prices: createReplacer(parseExportedOffers, importOffers),
  paymentTerms: createReplacer(parseExportedTerms, importPaymentTerms),
  billing: createReplacer(parseExportedBillingSettings, importBillingSettings),
  clientTestimonials: createReplacer(readArchivedTestimonials, importTestimonials),
};

/** Parses business settings of an archive; undefined if they are invalid. */
export const prepareBusinessSettings = (key: keyof typeof replacements, archived: unknown) =>
  replacements[key](fromArchiveNames(key, archived));
