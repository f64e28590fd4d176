import type { businessSectionKeys } from '../contract/index.ts';

type BusinessKey = (typeof businessSectionKeys)[number];
type Names = Readonly<Record<string, string>>;

/** Fields of offers by kind; other fields have the same name in archives. */
const offerNames: Readonly<Record<string, Names>> = {
  plan: { isStartingPrice: 'priceIsMinimum', isHighlighted: 'highlighted', isHidden: 'hidden' },
  service: { isHighlighted: 'highlight', isHidden: 'hidden' },
  consultation: { durationMinutes: 'minutes', isHidden: 'hidden' },
};
const otherOfferNames: Names = { isHidden: 'hidden' };

/** The archive's names of the fields of business settings. They must not change: earlier archives have them too. */
const sectionNames: Readonly<Record<Exclude<BusinessKey, 'prices'>, Names>> = {
  paymentTerms: {
    settings: 'figures',
    title: 'short',
    balanceDueDays: 'balanceDays',
    installmentMinimum: 'installmentsFrom',
    lateFeeAfterDays: 'lateDays',
    lateFeeMode: 'lateFees',
    refundAfterDays: 'refundDays',
    includedRevisions: 'minorRevisions',
    urgentSurchargePercent: 'urgentPercent',
  },
  billing: {
    taxBehavior: 'prices',
    paperSize: 'paper',
    bankTransferInstructions: 'bank',
    bkashInstructions: 'bkash',
    nagadInstructions: 'nagad',
  },
  clientTestimonials: { body: 'words' },
};

const inverted = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([name, other]) => [other, name]));

/** Renames fields at any depth; their order stays. */
function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [names[name] ?? name, renamed(field, names)]));
}

function withNames(key: BusinessKey, value: unknown, toNames: (names: Names) => Names): unknown {
  if (key !== 'prices') return renamed(value, toNames(sectionNames[key]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([kind, offers]) => [
      kind,
      renamed(offers, toNames(offerNames[kind] ?? otherOfferNames)),
    ]),
  );
}

/** Returns business settings with the archive's field names. */
export const toArchiveNames = (key: BusinessKey, value: unknown): unknown => withNames(key, value, names => names);

/** Returns business settings of an archive with this site's field names. */
export const fromArchiveNames = (key: BusinessKey, value: unknown): unknown => withNames(key, value, inverted);
