import { z } from 'zod';
import { endpoint, instant, nothing, webAddress, wholeNumber } from '#shared/contract.ts';
import { documentKeys, legalPage, looks, siteContent } from './content.ts';

const tags = ['site'];

/** A document as a form shows it: every field is text, pictures are ids. */
const editValue = z.union([z.record(z.string(), z.string()), z.array(z.record(z.string(), z.string()))]);
export type EditValue = z.infer<typeof editValue>;

const documentKey = z.enum(documentKeys, 'There is no such document.');

/** Where a document comes from: with the sample content, from nobody, or from the owner. */
const origin = z.enum(['sample', 'untouched', 'own']);
export type Origin = z.infer<typeof origin>;

const document = z.object({
  key: documentKey,
  value: editValue,
  /** To be given back when it is saved. */
  version: z.int(),
  updatedAt: instant,
  origin,
});
export type SiteDocument = z.infer<typeof document>;

const documentLine = document.omit({ value: true }).extend({
  /** How many entries a list has; null where it is none. */
  entries: z.int().nullable(),
});
export type DocumentLine = z.infer<typeof documentLine>;

export const siteContract = {
  layout: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/site', tags, summary: 'What stands on every page: profile, navigation, links' })
    .input(nothing)
    .output(
      z.object({
        /** The site's public origin, for absolute addresses. */
        siteUrl: webAddress,
        /** The current year in the owner's zone. */
        year: z.int(),
        profile: siteContent.profile,
        navItems: z.array(siteContent.navItems.element.omit({ hidden: true })),
        links: siteContent.links,
        looks,
      }),
    ),
  about: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/about',
      tags,
      summary: 'Skills, certificates, hobbies, technologies, goals, testimonials',
    })
    .input(nothing)
    .output(
      z.object({
        skills: siteContent.skills,
        certificates: siteContent.certificates,
        hobbies: siteContent.hobbies,
        techs: siteContent.techs,
        careerGoals: siteContent.careerGoals,
        testimonials: siteContent.testimonials,
      }),
    ),
  legal: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/legal/{page}', tags, summary: 'A legal text' })
    .input(z.strictObject({ page: z.enum(['privacy-policy', 'terms-conditions'], 'There is no such legal page.') }))
    .output(legalPage),
  documents: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/site/documents', tags, summary: 'What the site says, document by document' })
    .input(nothing)
    .output(z.object({ items: z.array(documentLine) })),
  readDocument: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/site/documents/{key}', tags, summary: 'A document as it is edited' })
    .input(z.strictObject({ key: documentKey }))
    .output(document),
  saveDocument: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'PUT',
      path: '/site/documents/{key}',
      tags,
      summary: 'Save a document over the version that was read: all its fields as text, pictures by their ids',
    })
    .input(z.strictObject({ key: documentKey, version: wholeNumber, value: editValue }))
    .output(document),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    site: typeof siteContract;
  }
}
