import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { siteContract } from './contract.ts';
import { getSiteContent } from './queries.ts';

const site = implement(siteContract).$context<ApiContext>();

export const siteHandlers = site.router({
  layout: site.layout.handler(async ({ context }) => {
    const content = await getSiteContent(context.db, ['profile', 'navItems', 'links']);
    const { year } = context.now().toZonedDateTimeISO(content.profile.timeZone);
    return { siteUrl: context.siteUrl, year, ...content };
  }),
  about: site.about.handler(({ context }) =>
    getSiteContent(context.db, ['skills', 'certificates', 'hobbies', 'techs', 'careerGoals', 'testimonials']),
  ),
  legal: site.legal.handler(async ({ context, input }) => {
    const key = input.page === 'privacy-policy' ? 'privacyPolicy' : 'termsConditions';
    const content = await getSiteContent(context.db, [key]);
    return content[key];
  }),
});
