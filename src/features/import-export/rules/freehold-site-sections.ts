import { z } from 'zod';
import { readArchivedBilling } from '#features/billing/rules/import-export.ts';
import { readArchivedPrices, readArchivedTerms } from '#features/pricing/rules/import-export.ts';
import { readArchivedTestimonials } from '#features/orders/rules/archived-testimonials.ts';
import { type DocumentKey, documentKeys, type SiteContent, siteContent } from '#features/site/contract/content.ts';
import { edits } from '#features/site/contract/forms.ts';
import { shapeOf } from '#features/site/rules/section-definitions.ts';
import { editValueOf } from '#features/site/rules/form-values.ts';
import { line, type Picture } from '#shared/contract.ts';
import { archivedKeys, type businessKeys } from '../contract/index.ts';
import { archivePicture, fileOf, pictureIdOf, pictureIdsInText, reference, withArchivePictures } from './freehold.ts';

/** What a file of an archive's folder `site` is. */
export type ArchivedKey = (typeof archivedKeys)[number];

/** A document of a site as an archive has it. */
export interface ArchivedDocument {
  readonly key: ArchivedKey;
  readonly value: unknown;
}

/** Whether it is a document of the site's own content, rather than what it sells. */
export function isSiteKey(key: ArchivedKey): key is DocumentKey {
  return (documentKeys as readonly string[]).includes(key);
}

const businessTitles = {
  prices: 'Prices',
  paymentTerms: 'Payment terms',
  billing: 'Billing',
  clientTestimonials: 'What clients say',
} as const;

/** What a document is called. */
export function titleOf(key: ArchivedKey): string {
  return isSiteKey(key) ? shapeOf(key).title : businessTitles[key];
}

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

// Its rendering is left out: what readers get is made from what was written, and never taken from a file.
const legal = siteContent.privacyPolicy.omit({ html: true, headings: true }).extend({ markdown: z.string() });

/** What the archive keeps of each document: the same, but for pictures, which are files there. */
const archived = {
  profile: siteContent.profile.extend({
    avatar: reference,
    portrait: reference,
    timeZone: z.string().max(60).refine(isTimeZone, 'There is no such time zone.'),
  }),
  navItems: siteContent.navItems,
  links: z.array(siteContent.links.element.extend({ label: line.max(100) })),
  skills: siteContent.skills,
  certificates: siteContent.certificates,
  hobbies: siteContent.hobbies,
  techs: siteContent.techs,
  careerGoals: siteContent.careerGoals,
  testimonials: z.array(siteContent.testimonials.element.extend({ avatar: reference })),
  privacyPolicy: legal,
  termsConditions: legal,
  appearance: siteContent.appearance.extend({
    logo: z.object({ picture: z.string().max(200), alt: z.string() }).nullable(),
  }),
} as const;
type Archived = { [Key in DocumentKey]: z.infer<(typeof archived)[Key]> };

const pictureOut = (picture: Picture | null) => archivePicture(picture?.id ?? null);

type Legal = SiteContent['privacyPolicy'];
const legalOut = ({ title, description, updatedAt, ...text }: Legal): Archived['privacyPolicy'] => {
  const value = editValueOf('privacyPolicy', { title, description, updatedAt, ...text });
  const markdown = Array.isArray(value) ? '' : (value.markdown ?? '');
  return { title, description, updatedAt, markdown: withArchivePictures(markdown) };
};

/** How each document is written into an archive. */
const out: { readonly [Key in DocumentKey]: (value: SiteContent[Key]) => Archived[Key] } = {
  profile: ({ avatar, portrait, ...rest }) => ({ ...rest, avatar: pictureOut(avatar), portrait: pictureOut(portrait) }),
  navItems: value => value,
  links: value => value,
  skills: value => value,
  certificates: value => value,
  hobbies: value => value,
  techs: value => value,
  careerGoals: value => value,
  testimonials: value => value.map(({ avatar, ...rest }) => ({ ...rest, avatar: pictureOut(avatar) })),
  privacyPolicy: legalOut,
  termsConditions: legalOut,
  appearance: ({ logo, ...rest }) => ({
    ...rest,
    logo: logo && { picture: fileOf(logo.picture.id), alt: logo.alt },
  }),
};

/** A document as an archive has it, its fields in the order of its shape, so that equal ones are equal bytes. */
export function archivedDocument(key: DocumentKey, value: unknown): ArchivedDocument {
  return { key, value: archivedValue(key, value) };
}

function archivedValue<Key extends DocumentKey>(key: Key, value: unknown): Archived[Key] {
  const parsed = siteContent[key].parse(value) as SiteContent[Key];
  return archived[key].parse(out[key](parsed)) as Archived[Key];
}

/** What keeps a document from being taken over, as a sentence. */
class Unfit extends Error {}

type FindPicture = (id: string) => Picture | undefined;

function pictureFor(file: string | null, find: FindPicture): Picture | null {
  if (file === null) return null;
  const picture = find(pictureIdOf(file) ?? '');
  if (!picture) throw new Unfit('A picture of it is not in the archive.');
  return picture;
}

const legalIn = (value: Archived['privacyPolicy']): Legal => ({ ...value, html: '', headings: [] });

/** How each document is read; legal texts are still to be rendered. */
const into: { readonly [Key in DocumentKey]: (value: Archived[Key], find: FindPicture) => SiteContent[Key] } = {
  profile: ({ avatar, portrait, ...rest }, find) => ({
    ...rest,
    avatar: pictureFor(avatar, find),
    portrait: pictureFor(portrait, find),
  }),
  navItems: value => value,
  links: value => value,
  skills: value => value,
  certificates: value => value,
  hobbies: value => value,
  techs: value => value,
  careerGoals: value => value,
  testimonials: (value, find) => value.map(({ avatar, ...rest }) => ({ ...rest, avatar: pictureFor(avatar, find) })),
  privacyPolicy: legalIn,
  termsConditions: legalIn,
  appearance: ({ logo, ...rest }, find) => {
    const picture = logo && pictureFor(logo.picture, find);
    return { ...rest, logo: picture && { picture, alt: logo.alt } };
  },
};

/** What comes of reading a document: as the site keeps it, or why it cannot be. */
export type ReadDocument<Key extends DocumentKey> = { readonly value: SiteContent[Key] } | { readonly wrong: string };

/**
 * Reads a document of an archive as strictly as its form in the dashboard is read, so that nothing comes in by a file that
 * nobody could have written here. `find` knows the pictures that can be had.
 */
export function readArchivedDocument<Key extends DocumentKey>(
  key: Key,
  value: unknown,
  find: FindPicture,
): ReadDocument<Key> {
  const parsed = archived[key].safeParse(value);
  if (!parsed.success) return { wrong: reasonFrom(key, parsed.error) };
  try {
    const document = into[key](parsed.data as Archived[Key], find);
    const form = edits[key].safeParse(editValueOf(key, document));
    return form.success ? { value: document } : { wrong: reasonFrom(key, form.error) };
  } catch (error) {
    if (error instanceof Unfit) return { wrong: error.message };
    throw error;
  }
}

function reasonFrom(key: DocumentKey, { issues }: z.ZodError): string {
  const [issue] = issues;
  const place = issue?.path.join('.');
  return `It does not fit “${shapeOf(key).title}”${place ? ` (${place})` : ''}: ${issue?.message ?? 'it cannot be read.'}`;
}

/** Why a document cannot be taken over, as a sentence; undefined where it can. */
export function objectionTo(key: ArchivedKey, value: unknown, find: FindPicture): string | undefined {
  const read: ReadPart = isSiteKey(key) ? readArchivedDocument(key, value, find) : readBusiness[key](value);
  return 'wrong' in read ? read.wrong : undefined;
}

type ReadPart = { readonly value: unknown } | { readonly wrong: string };

const readBusiness: Readonly<Record<(typeof businessKeys)[number], (value: unknown) => ReadPart>> = {
  prices: readArchivedPrices,
  paymentTerms: readArchivedTerms,
  billing: readArchivedBilling,
  clientTestimonials: readArchivedTestimonials,
};

/** The pictures that a document of an archive shows, by their ids. */
export function pictureIdsOfDocument({ value }: ArchivedDocument): string[] {
  return pictureIdsInText(JSON.stringify(value));
}

/** The key of a document from its file's name; undefined for a file that is none. */
export function documentKeyOf(name: string): ArchivedKey | undefined {
  const written = /^site\/(\w+)\.json$/.exec(name)?.[1];
  return archivedKeys.find(key => key === written);
}
