import { ownValue } from '#shared/own-value.ts';
import type { businessSectionKeys } from '../contract/index.ts';
import { archivePicture, pictureIdOf } from './freehold.ts';
import { isObject } from './front-matter.ts';

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
const sectionNames: Readonly<Partial<Record<BusinessKey, Names>>> = {
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

/** Renames fields at any depth, and replaces the values of some; their order stays. */
function renamed(value: unknown, names: Names, isArchived: boolean): unknown {
  if (Array.isArray(value)) return value.map(item => renamed(item, names, isArchived));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const otherName = ownValue(names, name) ?? name;
      const values = ownValue(fieldValues, isArchived ? otherName : name) ?? {};
      const replaced = typeof field === 'string' ? ownValue(isArchived ? inverted(values) : values, field) : undefined;
      return [otherName, replaced ?? renamed(field, names, isArchived)];
    }),
  );
}

function convert(key: BusinessKey, value: unknown, isArchived: boolean): unknown {
  const directed = (names: Names) => (isArchived ? inverted(names) : names);
  if (key !== 'prices') return renamed(value, directed(sectionNames[key] ?? {}), isArchived);
  if (!isObject(value)) return value;
  const kinds = directed(offerKindNames);
  return Object.fromEntries(
    Object.entries(value).map(([name, offers]) => {
      const otherName = ownValue(kinds, name) ?? name;
      const names = ownValue(offerNames, isArchived ? otherName : name) ?? otherOfferNames;
      return [otherName, renamed(offers, directed(names), isArchived)];
    }),
  );
}

/** Returns business settings as in an archive, with its field names and values, and pictures as files. */
export function toArchivedSettings(key: BusinessKey, value: unknown): unknown {
  if (key !== 'documentDesign' || !isObject(value)) return convert(key, value, false);
  const { pictureId, ...design } = value;
  return { ...design, logo: archivePicture(typeof pictureId === 'string' ? pictureId : null) };
}

/** Returns business settings of an archive with this site's field names and values. */
export function fromArchivedSettings(key: BusinessKey, value: unknown): unknown {
  if (key !== 'documentDesign' || !isObject(value)) return convert(key, value, true);
  const { logo, ...design } = value;
  return { ...design, pictureId: typeof logo === 'string' ? pictureIdOf(logo) : logo };
}
