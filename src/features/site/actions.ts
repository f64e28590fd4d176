import type { z } from 'zod';
import { listPicturesById } from '#features/media/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Db } from '#platform/database/database.ts';
import { renderText } from '#platform/text/render-text.ts';
import { AppError, editConflict } from '#shared/errors.ts';
import { networkNames } from './contract/options.ts';
import type { SectionKey, SiteSections } from './contract/content.ts';
import { type SectionForms, sectionFormSchemas } from './contract/forms.ts';
import type { SectionFormValue, SiteSection } from './contract/index.ts';
import { toFormValue } from './rules/form-values.ts';
import { type SectionRow, getOwnerDate, getSection, getSiteSections, updateSection } from './queries.ts';

/** Returns a section's version, and when and by whom it was written. */
export function describeSection({ key, version, updatedAt, isSample, isPlaceholder }: SectionRow) {
  const source: SiteSection['source'] = isSample ? 'sample' : isPlaceholder ? 'placeholder' : 'owner';
  return { key, version, updatedAt: updatedAt.toISOString(), source };
}

export async function getSectionForEdit(db: Db, key: SectionKey): Promise<SiteSection> {
  const row = await getSection(db, key);
  const content = await getSiteSections(db, [key]);
  return { ...describeSection(row), value: toFormValue(key, content[key]) };
}

/** Throws BAD_REQUEST with the invalid fields, by their names in the form. */
function parseSectionForm<Key extends SectionKey>(key: Key, value: SectionFormValue): SectionForms[Key] {
  const schema: z.ZodType = sectionFormSchemas[key];
  const result = schema.safeParse(value);
  if (result.success) return result.data as SectionForms[Key];
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'value'] ??= message;
  const [first, ...others] = Object.values(fields);
  throw new AppError('BAD_REQUEST', others.length > 0 || !first ? 'Some fields need your attention.' : first, fields);
}

/** Returns a function that finds a field's picture by id, and throws BAD_REQUEST on that field if it doesn't exist. */
async function createPictureFinder(db: Db, ids: readonly (string | null)[]) {
  const chosen = ids.filter(id => id !== null);
  const found = await listPicturesById(db, chosen);
  return (id: string | null, field: string) => {
    if (id === null) return null;
    const picture = found.get(id);
    const sentence = 'This image has been deleted. Choose another one.';
    if (!picture) throw new AppError('BAD_REQUEST', sentence, { [field]: sentence });
    return picture;
  };
}

/** Who requests it, if it is only a preview. */
interface Rendering {
  readonly previewFor?: string;
}

async function renderLegalSection(db: Db, edit: SectionForms['privacyPolicy'], rendering: Rendering) {
  const pictures = (ids: readonly string[]) => listPicturesById(db, ids);
  const { html, headings } = await renderText(edit.markdown, { ...rendering, pictures });
  return { ...edit, html, headings };
}

/** Builds each section's content from its form. */
const sectionBuilders: {
  readonly [Key in SectionKey]: (db: Db, edit: SectionForms[Key], rendering: Rendering) => Promise<SiteSections[Key]>;
} = {
  async profile(db, edit) {
    const [find, { profile }] = await Promise.all([
      createPictureFinder(db, [edit.avatar, edit.portrait]),
      getSiteSections(db, ['profile']),
    ]);
    const pictures = { avatar: find(edit.avatar, 'avatar'), portrait: find(edit.portrait, 'portrait') };
    return { ...edit, ...pictures, timeZone: profile.timeZone };
  },
  async navItems(db, edit) {
    const { navItems } = await getSiteSections(db, ['navItems']);
    const addresses = (items: readonly { href: string }[]) => new Set(items.map(({ href }) => href));
    if (addresses(navItems).symmetricDifference(addresses(edit)).size > 0) {
      throw new AppError('BAD_REQUEST', 'List each page of the navigation exactly once.', {});
    }
    return edit.map(({ hidden, ...item }) => (hidden ? { ...item, hidden } : item));
  },
  links: async (_db, edit) => edit.map(({ icon, link }) => ({ icon, link, label: networkNames[icon] })),
  skills: async (_db, edit) => edit,
  certificates: async (_db, edit) => edit,
  hobbies: async (_db, edit) => edit,
  techs: async (_db, edit) => edit,
  careerGoals: async (_db, edit) => edit,
  async testimonials(db, edit) {
    const ids = edit.map(({ avatar }) => avatar);
    const find = await createPictureFinder(db, ids);
    return edit.map((entry, index) => ({ ...entry, id: index + 1, avatar: find(entry.avatar, `${index}.avatar`) }));
  },
  privacyPolicy: renderLegalSection,
  termsConditions: renderLegalSection,
  async appearance(db, { accent, logo, logoAlt, homeSections }) {
    const picture = (await createPictureFinder(db, [logo]))(logo, 'logo');
    return { accent, homeSections, logo: picture && { picture, alt: logoAlt } };
  },
};

/** Returns a section's content as stored, from its form. Throws BAD_REQUEST with the invalid fields. */
export async function buildSection<Key extends SectionKey>(
  db: Db,
  key: Key,
  value: SectionFormValue,
  rendering: Rendering = {},
): Promise<SiteSections[Key]> {
  return sectionBuilders[key](db, parseSectionForm(key, value), rendering);
}

/** Saves a section. Throws BAD_REQUEST with the invalid fields, and CONFLICT if it has changed since `version`. */
export async function saveSection(
  context: Pick<ApiContext, 'db' | 'now'>,
  edit: { key: SectionKey; version: number; value: SectionFormValue },
): Promise<SiteSection> {
  const content = await buildSection(context.db, edit.key, edit.value);
  const dateOfBirth = 'dateOfBirth' in content ? content.dateOfBirth : null;
  if (dateOfBirth !== null && dateOfBirth > (await getOwnerDate(context.db, context.now()))) {
    const problem = 'Enter a date that isn’t in the future.';
    throw new AppError('BAD_REQUEST', problem, { dateOfBirth: problem });
  }
  return context.db.transaction(async tx => {
    const saved = await updateSection(tx, edit.key, edit.version, content, toDate(context.now()));
    if (!saved) throw editConflict();
    await invalidateTag(tx, 'site');
    return getSectionForEdit(tx, edit.key);
  });
}
