import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { originOf, readDocument, saveDocument } from './actions/sections.ts';
import { documentKeys, type SiteContent } from './contract/content.ts';
import { siteContract } from './contract/index.ts';
import { getSiteContent, listDocuments } from './queries.ts';

const site = implement(siteContract).$context<ApiContext>();

/** The named documents, with the one in its place that is looked at before it is saved. */
async function contentFor<Key extends keyof SiteContent>({ db, siteDraft }: ApiContext, keys: readonly Key[]) {
  const content = await getSiteContent(db, keys);
  return keys.some(key => key === siteDraft?.key) ? { ...content, [siteDraft?.key ?? '']: siteDraft?.value } : content;
}

export const siteHandlers = site.router({
  layout: site.layout.handler(async ({ context }) => {
    const { profile, navItems, links, appearance } = await contentFor(context, [
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
    contentFor(context, ['skills', 'certificates', 'hobbies', 'techs', 'careerGoals', 'testimonials']),
  ),
  legal: site.legal.handler(async ({ context, input }) => {
    const key = input.page === 'privacy-policy' ? 'privacyPolicy' : 'termsConditions';
    const content = await contentFor(context, [key]);
    return content[key];
  }),
  documents: site.documents.handler(async ({ context }) => {
    const rows = await listDocuments(context.db);
    const items = documentKeys.flatMap(key => {
      const row = rows.find(candidate => candidate.key === key);
      if (!row) return [];
      const entries = Array.isArray(row.value) ? row.value.length : null;
      return [{ key, version: row.version, updatedAt: row.updatedAt.toISOString(), origin: originOf(row), entries }];
    });
    return { items };
  }),
  readDocument: site.readDocument.handler(({ context, input }) => readDocument(context.db, input.key)),
  saveDocument: site.saveDocument.handler(({ context, input }) => saveDocument(context, input)),
});
