import { z } from 'zod';
import { defineEndpoints, instant, emptyInput, httpUrl, integerParam } from '#shared/contract.ts';
import { sectionKeys, legalPage, publicAppearance, sectionSchemas } from './content.ts';

const { publicEndpoint, ownerEndpoint } = defineEndpoints('site');

/** A section as form values: every field is text, pictures are ids. */
const editValue = z.union([z.record(z.string(), z.string()), z.array(z.record(z.string(), z.string()))]);
export type SectionFormValue = z.infer<typeof editValue>;

const documentKey = z.enum(sectionKeys, 'This section doesn’t exist.');

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
  getLayout: publicEndpoint('GET /site', 'Get the content shared by all pages: profile, navigation and links')
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
  getAbout: publicEndpoint('GET /about', 'Get the content of the About page')
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
  getLegalPage: publicEndpoint('GET /legal/{page}', 'Get a legal page')
    .input(z.strictObject({ page: z.enum(['privacy-policy', 'terms-conditions'], 'This legal page doesn’t exist.') }))
    .output(legalPage),
  listSections: ownerEndpoint('GET /site/sections', 'List the site sections')
    .input(emptyInput)
    .output(z.object({ items: z.array(documentLine) })),
  getSection: ownerEndpoint('GET /site/sections/{key}', 'Get a site section for editing')
    .input(z.strictObject({ key: documentKey }))
    .output(document),
  updateSection: ownerEndpoint(
    'PUT /site/sections/{key}',
    'Update a site section; fails if it has changed since the given version',
  )
    .input(z.strictObject({ key: documentKey, version: integerParam, value: editValue }))
    .output(document),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    site: typeof siteContract;
  }
}
