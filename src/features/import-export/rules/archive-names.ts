import type { businessSectionKeys } from '../contract/index.ts';

type BusinessKey = (typeof businessSectionKeys)[number];
type Names = Readonly<Record<string, string>>;

/** Fields of offers by kind; other fields have the same name in archives. */
const offerNames: Readonly<Record<string, Names>> = {
  plan: { isStartingPrice: 'priceIsMinimum', isHighlighted: 'highlighted', isHidden: 'hidden' },
  service: { isHighlighted: 'highlight', isHidden: 'hidden' },
  consultation_option: { durationMinutes: 'minutes', isHidden: 'hidden' },
};
const otherOfferNames: Names = { isHidden: 'hidden' };
const offerKindNames: Names = {
  custom_package_detail: 'package',
  consultation_option: 'consultation',
  consultation_feature: 'feature',
  specialized_service: 'specialized',
};

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

/** The archive's values of these fields. */
const fieldValues: Readonly<Record<string, Names>> = {
  lateFeeMode: { manual: 'proposed' },
  taxBehavior: { exclusive: 'net', inclusive: 'gross' },
};

/** The archive's states of comments. */
export const commentStateNames = { pending: 'held', published: 'shown', removed: 'removed', spam: 'spam' } as const;

const inverted = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([name, other]) => [other, name]));

/** Renames fields at any depth; their order stays. */
function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [names[name] ?? name, renamed(field, names)]));
}

/** Replaces the values of some fields at any depth. `toValues` returns the replacements of a field. */
function withValues(value: unknown, toValues: (values: Names) => Names): unknown {
  if (Array.isArray(value)) return value.map(item => withValues(item, toValues));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const values = fieldValues[name];
      return [
        name,
        values && typeof field === 'string' ? (toValues(values)[field] ?? field) : withValues(field, toValues),
      ];
    }),
  );
}

/** Returns business settings with the archive's field names and values. */
export function toArchiveNames(key: BusinessKey, value: unknown): unknown {
  const written = withValues(value, values => values);
  if (key !== 'prices') return renamed(written, sectionNames[key]);
  if (typeof written !== 'object' || written === null) return written;
  return Object.fromEntries(
    Object.entries(written).map(([kind, offers]) => [
      offerKindNames[kind] ?? kind,
      renamed(offers, offerNames[kind] ?? otherOfferNames),
    ]),
  );
}

/** Returns business settings of an archive with this site's field names and values. */
export function fromArchiveNames(key: BusinessKey, value: unknown): unknown {
  if (key !== 'prices') return withValues(renamed(value, inverted(sectionNames[key])), inverted);
  if (typeof value !== 'object' || value === null) return value;
  const kinds = inverted(offerKindNames);
  return Object.fromEntries(
    Object.entries(value).map(([name, offers]) => {
      const kind = kinds[name] ?? name;
      return [kind, withValues(renamed(offers, inverted(offerNames[kind] ?? otherOfferNames)), inverted)];
    }),
  );
}
