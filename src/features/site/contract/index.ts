import { z } from 'zod';
import { endpoint, instant, emptyInput, httpUrl, integerParam } from '#shared/contract.ts';
import { sectionKeys, legalPage, publicAppearance, sectionSchemas } from './content.ts';

const tags = ['site'];

/** A section as form values: every field is text, pictures are ids. */
const editValue = z.union([z.record(z.string(), z.string()), z.array(z.record(z.string(), z.string()))]);
export type SectionFormValue = z.infer<typeof editValue>;

const documentKey = z.enum(sectionKeys, 'This document doesn’t exist.');

/** Source of a section: the sample content, a neutral placeholder, or the owner. */
const origin = z.enum(['sample', 'placeholder', 'owner']);

const document = z.object({
  key: documentKey,
  value: editValue,
  /** Sent back when saving, to detect conflicts. */
  version: z.int(),
  updatedAt: instant,
  source: origin,
});
export type SiteSection = z.infer<typeof document>;

const documentLine = document.omit({ value: true }).extend({
  /** Number of entries; null if the section is not a list. */
  entryCount: z.int().nullable(),
});
export type SiteSectionSummary = z.infer<typeof documentLine>;

export const siteContract = {
  getLayout: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/site', tags, summary: 'What stands on every page: profile, navigation, links' })
    .input(emptyInput)
    .output(
      z.object({
        /** Public origin of the site, for absolute URLs. */
        siteUrl: httpUrl,
        /** The current year in the owner's time zone. */
        year: z.int(),
        profile: sectionSchemas.profile,
        navItems: z.array(sectionSchemas.navItems.element.omit({ hidden: true })),
        links: sectionSchemas.links,
        appearance: publicAppearance,
      }),
    ),
  getAbout: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/about',
      tags,
      summary: 'Skills, certificates, hobbies, technologies, goals, testimonials',
    })
    .input(emptyInput)
    .output(
      z.object({
        skills: sectionSchemas.skills,
        certificates: sectionSchemas.certificates,
        hobbies: sectionSchemas.hobbies,
        techs: sectionSchemas.techs,
        careerGoals: sectionSchemas.careerGoals,
        testimonials: sectionSchemas.testimonials,
      }),
    ),
  getLegalPage: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/legal/{page}', tags, summary: 'A legal text' })
    .input(z.strictObject({ page: z.enum(['privacy-policy', 'terms-conditions'], 'This legal page doesn’t exist.') }))
    .output(legalPage),
  listSections: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/site/sections', tags, summary: 'What the site says, document by document' })
    .input(emptyInput)
    .output(z.object({ items: z.array(documentLine) })),
  getSection: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/site/sections/{key}', tags, summary: 'A document as it is edited' })
    .input(z.strictObject({ key: documentKey }))
    .output(document),
  updateSection: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/site/sections/{key}',
      tags,
      summary: 'Save a document over the version that was read: all its fields as text, pictures by their ids',
    })
    .input(z.strictObject({ key: documentKey, version: integerParam, value: editValue }))
    .output(document),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    site: typeof siteContract;
  }
}
