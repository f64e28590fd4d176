import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  parseExportedBillingSettings,
  parseExportedCurrencyRates,
  parseExportedDatevSettings,
  parseExportedDesign,
  parseExportedEmailTexts,
} from '#features/billing/rules/import-export.ts';
import { reminderScheduleSchema } from '#features/clients/contract/reminder-schedule.ts';
import { parseExportedOffers, parseExportedTerms } from '#features/pricing/rules/import-export.ts';
import { readArchivedTestimonials } from '#features/testimonials/rules/import-export.ts';
import { type SectionKey, sectionKeys, type SiteSections, sectionSchemas } from '#features/site/contract/content.ts';
import { sectionFormSchemas } from '#features/site/contract/forms.ts';
import { getSectionDefinition } from '#features/site/rules/section-definitions.ts';
import { toFormValue } from '#features/site/rules/form-values.ts';
import { singleLineText, type Picture } from '#shared/contract.ts';
import { isTimeZone } from '#shared/time.ts';
import { fromArchivedSettings } from './archive-names.ts';
import { isObject } from './front-matter.ts';
import { archiveSectionKeys, type ImportOptions, type PlannedSiteSection } from '../contract/index.ts';
import {
  archivePicture,
  toArchiveImagePath,
  pictureIdOf,
  pictureIdsInText,
  imageReferenceSchema,
  withArchivePictures,
} from './freehold.ts';

/** Keys of files in an archive's folder `site`. */
export type ArchiveSectionKey = (typeof archiveSectionKeys)[number];

/** A site section in an archive. */
export interface ArchivedSiteSection {
  readonly key: ArchiveSectionKey;
  readonly value: unknown;
}

/** Returns whether the key is a site section rather than a business setting. */
export function isSiteSectionKey(key: ArchiveSectionKey): key is SectionKey {
  return (sectionKeys as readonly string[]).includes(key);
}

const businessTitles = {
  prices: 'Prices',
  paymentTerms: 'Payment terms',
  paymentReminders: 'Payment reminders',
  billing: 'Billing',
  documentDesign: 'Document design',
  documentEmails: 'Email texts',
  datev: 'DATEV numbers',
  currencyRates: 'Currency rates',
  clientTestimonials: 'Client testimonials',
} as const;

const titleOf = (key: ArchiveSectionKey) =>
  isSiteSectionKey(key) ? getSectionDefinition(key).title : businessTitles[key];

// Rendered HTML is omitted: it is always generated from the source, never taken from a file.
const legal = sectionSchemas.privacyPolicy.omit({ html: true, headings: true }).extend({ markdown: z.string() });

/** Schemas of archived sections; unlike on the site, pictures are files. */
const archived = {
  ...sectionSchemas,
  profile: sectionSchemas.profile.extend({
    avatar: imageReferenceSchema,
    portrait: imageReferenceSchema,
    timeZone: z.string().max(60).refine(isTimeZone, 'This time zone doesn’t exist.'),
  }),
  links: z.array(sectionSchemas.links.element.extend({ label: singleLineText.max(100) })),
  testimonials: z.array(sectionSchemas.testimonials.element.extend({ avatar: imageReferenceSchema })),
  privacyPolicy: legal,
  termsConditions: legal,
  appearance: sectionSchemas.appearance.extend({
    logo: z.object({ picture: z.string().max(200), alt: z.string() }).nullable(),
  }),
} as const;
type Archived = { [Key in SectionKey]: z.infer<(typeof archived)[Key]> };

const pathOf = (picture: Picture | null) => archivePicture(picture?.id ?? null);

type Legal = SiteSections['privacyPolicy'];
const toArchivedLegal = (text: Legal): Archived['privacyPolicy'] => {
  const { title, description, updatedAt } = text;
  const value = toFormValue('privacyPolicy', text);
  const markdown = Array.isArray(value) ? '' : (value.markdown ?? '');
  return { title, description, updatedAt, markdown: withArchivePictures(markdown) };
};

/** Converts sections for an archive. The others are the same there. */
const toArchive: { readonly [Key in SectionKey]?: (value: SiteSections[Key]) => Archived[Key] } = {
  profile: ({ avatar, portrait, ...rest }) => ({ ...rest, avatar: pathOf(avatar), portrait: pathOf(portrait) }),
  testimonials: value => value.map(({ avatar, ...rest }) => ({ ...rest, avatar: pathOf(avatar) })),
  privacyPolicy: toArchivedLegal,
  termsConditions: toArchivedLegal,
  appearance: ({ logo, ...rest }) => ({
    ...rest,
    logo: logo && { picture: toArchiveImagePath(logo.picture.id), alt: logo.alt },
  }),
};

/** Converts a section for an archive, with fields in schema order, so equal sections have equal bytes. */
export function toArchivedSection<Key extends SectionKey>(key: Key, value: unknown): Archived[Key] {
  const parsed = sectionSchemas[key].parse(value) as SiteSections[Key];
  return archived[key].parse(toArchive[key]?.(parsed) ?? parsed) as Archived[Key];
}

const MISSING_IMAGE = 'One of its images isn’t in the archive.';

/** Reason why a section is invalid, as a sentence. */
class SectionError extends Error {}

type FindPicture = (id: string) => Picture | undefined;

function pictureFor(file: string | null, find: FindPicture): Picture | null {
  if (file === null) return null;
  const picture = find(pictureIdOf(file) ?? '');
  if (!picture) throw new SectionError(MISSING_IMAGE);
  return picture;
}

const toLegal = (value: Archived['privacyPolicy']): Legal => ({ ...value, html: '', headings: [] });

/** Converts archived sections. The others are the same here, and legal texts are rendered later. */
const fromArchive: { readonly [Key in SectionKey]?: (value: Archived[Key], find: FindPicture) => SiteSections[Key] } = {
  profile: ({ avatar, portrait, ...rest }, find) => ({
    ...rest,
    avatar: pictureFor(avatar, find),
    portrait: pictureFor(portrait, find),
  }),
  testimonials: (value, find) => value.map(({ avatar, ...rest }) => ({ ...rest, avatar: pictureFor(avatar, find) })),
  privacyPolicy: toLegal,
  termsConditions: toLegal,
  appearance: ({ logo, ...rest }, find) => {
    const picture = logo && pictureFor(logo.picture, find);
    return { ...rest, logo: picture && { picture, alt: logo.alt } };
  },
};

/**
 * Parses an archived section as strictly as its form in the dashboard, so no file can add what a form can't. `find`
 * returns available pictures.
 */
export function parseArchivedSection<Key extends SectionKey>(
  key: Key,
  value: unknown,
  find: FindPicture,
): { readonly value: SiteSections[Key] } | { readonly error: string } {
  const parsed = archived[key].safeParse(value);
  if (!parsed.success) return { error: reasonFrom(key, parsed.error) };
  try {
    const document = fromArchive[key]?.(parsed.data as Archived[Key], find) ?? (parsed.data as SiteSections[Key]);
    const form = sectionFormSchemas[key].safeParse(toFormValue(key, document));
    return form.success ? { value: document } : { error: reasonFrom(key, form.error) };
  } catch (error) {
    if (error instanceof SectionError) return { error: error.message };
    throw error;
  }
}

function reasonFrom(key: SectionKey, { issues }: z.ZodError): string {
  const [issue] = issues;
  const path = issue?.path.join('.');
  return `Not valid as “${getSectionDefinition(key).title}”${path ? ` (${path})` : ''}: ${issue?.message ?? 'the file can’t be read.'}`;
}

/** Returns why a section is invalid, as a sentence; undefined if it is valid. */
export function findSectionError(key: ArchiveSectionKey, value: unknown, find: FindPicture): string | undefined {
  if (isSiteSectionKey(key)) {
    const section = parseArchivedSection(key, value, find);
    return 'error' in section ? section.error : undefined;
  }
  const parsed = parseBusinessSettings[key](fromArchivedSettings(key, value));
  if ('error' in parsed) return parsed.error;
  const isComplete = key !== 'documentDesign' || pictureIdsOfDocument({ key, value }).every(find);
  return isComplete ? undefined : MISSING_IMAGE;
}

/** Parse business settings of an archive that have this site's names. */
export const parseBusinessSettings = {
  prices: parseExportedOffers,
  paymentTerms: parseExportedTerms,
  paymentReminders: parseReminders,
  billing: parseExportedBillingSettings,
  documentDesign: parseExportedDesign,
  documentEmails: parseExportedEmailTexts,
  datev: parseExportedDatevSettings,
  currencyRates: parseExportedCurrencyRates,
  clientTestimonials: readArchivedTestimonials,
};

function parseReminders(value: unknown) {
  const { data, error } = reminderScheduleSchema.safeParse(value);
  return data ? { value: data } : { error: `Invalid payment reminders: ${error?.issues[0]?.message ?? ''}` };
}

/** Returns the ids of the pictures in an archived section. */
export function pictureIdsOfDocument({ value }: ArchivedSiteSection): string[] {
  return pictureIdsInText(JSON.stringify(value));
}

/** Returns the section key of a file name; undefined for other files. */
export function findSectionKeyByFileName(name: string): ArchiveSectionKey | undefined {
  const fileKey = /^site\/(\w+)\.json$/.exec(name)?.[1];
  return archiveSectionKeys.find(key => key === fileKey);
}

/** An existing section. Business settings are in the archive's format. */
interface ExistingSiteSection extends ArchivedSiteSection {
  /** Whether the owner changed it. */
  readonly isOwn: boolean;
}

const hrefsOf = (value: unknown) =>
  Array.isArray(value)
    ? value
        .map(item => (isObject(item) && 'href' in item ? String(item.href) : ''))
        .toSorted()
        .join(' ')
    : '';

/** Plans each site section: whether it differs from the existing one, and whether that was changed by the owner. */
export function planSiteSections(
  documents: readonly ArchivedSiteSection[],
  existingSections: readonly ExistingSiteSection[],
): PlannedSiteSection[] {
  return documents.map(({ key, value }) => {
    const existing = existingSections.find(document => document.key === key);
    const line = { key, title: titleOf(key), current: existing?.isOwn ? ('own' as const) : ('default' as const) };
    return { ...line, action: actionFor(key, value, existing) };
  });
}

function actionFor(key: ArchiveSectionKey, value: unknown, existing: ArchivedSiteSection | undefined) {
  if (!existing) return 'create';
  const current = isSiteSectionKey(key) ? toArchivedSection(key, existing.value) : existing.value;
  if (isDeepStrictEqual(current, value)) return 'unchanged';
  return key === 'navItems' && hrefsOf(current) !== hrefsOf(value) ? 'reject' : 'create';
}

/** Returns the default option: take the archive's sections only if that replaces none of the owner's own. */
export function getDefaultSiteSectionOption(
  plan: readonly PlannedSiteSection[],
): NonNullable<ImportOptions['siteSections']> {
  return plan.some(({ action, current }) => action === 'create' && current === 'own') ? 'keep' : 'replace';
}
