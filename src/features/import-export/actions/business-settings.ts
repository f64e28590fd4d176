import {
  createDesign,
  exportBillingSettings,
  exportDocumentSettings,
  importBillingSettings,
  importDatevSettings,
  importEmailTexts,
  replaceAllCurrencyRates,
  updateDesignRow,
} from '#features/billing/index.ts';
import { exportReminderSettings, updateReminderSettings } from '#features/orders/index.ts';
import { exportPricing, importOffers, importPaymentTerms } from '#features/pricing/index.ts';
import { exportTestimonials, importTestimonials } from '#features/testimonials/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { businessSectionKeys } from '../contract/index.ts';
import { fromArchivedSettings, toArchivedSettings } from '../rules/archive-names.ts';
import { parseBusinessSettings } from '../rules/freehold-site-sections.ts';

/** Returns the business settings for an archive, each with whether the owner changed it. */
export async function getBusinessSettings(db: Db) {
  const settings = {
    ...(await exportPricing(db)),
    paymentReminders: await exportReminderSettings(db),
    billing: await exportBillingSettings(db),
    ...(await exportDocumentSettings(db)),
    clientTestimonials: await exportTestimonials(db),
  };
  return businessSectionKeys.map(key => {
    const { value, isOwn } = settings[key];
    return { key, value: toArchivedSettings(key, value), isOwn };
  });
}

/** Replaces a part of the site with an archive's. */
export type Replacement = (tx: Transaction) => Promise<unknown>;

interface ReplacementContext extends Pick<ApiServices, 'files' | 'now'> {
  /** Returns a picture of the archive on this site; undefined if it wasn't imported. */
  readonly findPicture: (id: string) => { readonly id: string } | undefined;
}

const createReplacer =
  <Value>(
    parse: (archived: unknown) => { readonly value: Value } | { readonly error: string },
    write: (tx: Transaction, value: Value, context: ReplacementContext) => Promise<unknown>,
  ) =>
  async (archived: unknown, context: ReplacementContext): Promise<Replacement | undefined> => {
    const parsed = parse(archived);
    return 'value' in parsed ? tx => write(tx, parsed.value, context) : undefined;
  };

/** Stores the file of the logo before the transaction. */
async function prepareDesign(archived: unknown, context: ReplacementContext): Promise<Replacement | undefined> {
  const parsed = parseBusinessSettings.documentDesign(archived);
  if ('error' in parsed) return undefined;
  const { pictureId, ...rest } = parsed.value;
  const logo = pictureId === null ? null : context.findPicture(pictureId)?.id;
  if (logo === undefined) return undefined;
  const design = await createDesign(context, { ...rest, pictureId: logo });
  return tx => updateDesignRow(tx, design);
}

const replacements = {
  prices: createReplacer(parseBusinessSettings.prices, importOffers),
  paymentTerms: createReplacer(parseBusinessSettings.paymentTerms, (tx, terms) => importPaymentTerms(tx, terms)),
  paymentReminders: createReplacer(parseBusinessSettings.paymentReminders, (tx, schedule, context) =>
    updateReminderSettings(tx, context, schedule),
  ),
  billing: createReplacer(parseBusinessSettings.billing, (tx, settings) => importBillingSettings(tx, settings)),
  documentDesign: prepareDesign,
  documentEmails: createReplacer(parseBusinessSettings.documentEmails, importEmailTexts),
  datev: createReplacer(parseBusinessSettings.datev, importDatevSettings),
  currencyRates: createReplacer(parseBusinessSettings.currencyRates, replaceAllCurrencyRates),
  clientTestimonials: createReplacer(parseBusinessSettings.clientTestimonials, importTestimonials),
};

/** Parses business settings of an archive; undefined if they are invalid. */
export const prepareBusinessSettings = (
  key: keyof typeof replacements,
  archived: unknown,
  context: ReplacementContext,
): Promise<Replacement | undefined> => replacements[key](fromArchivedSettings(key, archived), context);
