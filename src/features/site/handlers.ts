import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { getSectionSource, getSectionForEdit, saveSection } from './actions/sections.ts';
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
  layout: site.layout.handler(async ({ context }) => {
    const { profile, navItems, links, appearance } = await getContentWithPreview(context, [
      'profile',
      'navItems',
      'links',
      'appearance',
    ]);
    const { year } = context.now().toZonedDateTimeISO(profile.timeZone);
    const { accent, logo, homeSections } = appearance;
    return {
      siteUrl: context.siteUrl,
      year,
      profile,
      navItems: navItems.filter(({ hidden }) => !hidden),
      links,
      looks: { accent, logo, homeSections: homeSections.filter(({ shown }) => shown).map(({ section }) => section) },
    };
  }),
  about: site.about.handler(({ context }) =>
    getContentWithPreview(context, ['skills', 'certificates', 'hobbies', 'techs', 'careerGoals', 'testimonials']),
  ),
  legal: site.legal.handler(async ({ context, input }) => {
    const key = input.page === 'privacy-policy' ? 'privacyPolicy' : 'termsConditions';
    const content = await getContentWithPreview(context, [key]);
    return content[key];
  }),
  documents: site.documents.handler(async ({ context }) => {
    const rows = await listSections(context.db);
    const items = sectionKeys.flatMap(key => {
      const row = rows.find(candidate => candidate.key === key);
      if (!row) return [];
      const entries = Array.isArray(row.value) ? row.value.length : null;
      return [
        { key, version: row.version, updatedAt: row.updatedAt.toISOString(), origin: getSectionSource(row), entries },
      ];
    });
    return { items };
  }),
  readDocument: site.readDocument.handler(({ context, input }) => getSectionForEdit(context.db, input.key)),
  saveDocument: site.saveDocument.handler(({ context, input }) => saveSection(context, input)),
});
