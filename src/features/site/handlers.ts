import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { describeSection, getSectionForEdit, saveSection } from './actions.ts';
import { sectionKeys, type SiteSections } from './contract/content.ts';
import { siteContract } from './contract/index.ts';
import { getSiteSections, listSections } from './queries.ts';

const site = implement(siteContract).$context<ApiContext>();

/** Returns the sections, replacing the one that is being previewed. */
async function getContentWithPreview<Key extends keyof SiteSections>(
  { db, siteSectionDraft }: ApiContext,
  keys: readonly Key[],
) {
  const content = await getSiteSections(db, keys);
  return keys.some(key => key === siteSectionDraft?.key)
    ? { ...content, [siteSectionDraft?.key ?? '']: siteSectionDraft?.value }
    : content;
}

export const siteHandlers = site.router({
  getLayout: site.getLayout.handler(async ({ context }) => {
    const keys = ['profile', 'navItems', 'links', 'appearance'] as const;
    const { navItems, appearance, ...content } = await getContentWithPreview(context, keys);
    const { year } = context.now().toZonedDateTimeISO(content.profile.timeZone);
    const homeSections = appearance.homeSections.filter(({ shown }) => shown).map(({ section }) => section);
    return {
      ...content,
      siteUrl: context.siteUrl,
      year,
      navItems: navItems.filter(({ hidden }) => !hidden),
      appearance: { ...appearance, homeSections },
    };
  }),
  getAbout: site.getAbout.handler(({ context }) =>
    getContentWithPreview(context, ['skills', 'certificates', 'hobbies', 'techs', 'careerGoals', 'testimonials']),
  ),
  getLegalPage: site.getLegalPage.handler(async ({ context, input }) => {
    const key = input.page === 'privacy-policy' ? 'privacyPolicy' : 'termsConditions';
    const content = await getContentWithPreview(context, [key]);
    return content[key];
  }),
  listSections: site.listSections.handler(async ({ context }) => {
    const rows = await listSections(context.db);
    const items = sectionKeys
      .flatMap(key => rows.filter(row => row.key === key))
      .map(row => ({ ...describeSection(row), entryCount: Array.isArray(row.content) ? row.content.length : null }));
    return { items };
  }),
  getSection: site.getSection.handler(({ context, input }) => getSectionForEdit(context.db, input.key)),
  updateSection: site.updateSection.handler(({ context, input }) => saveSection(context, input)),
});
