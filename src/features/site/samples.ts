import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SamplePictures } from '#features/media/samples.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db } from '#platform/database/database.ts';
import { readDocument, readYaml } from '#platform/files/content-folder.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { type SiteContent, siteContent } from './contract.ts';
import { saveSiteContent } from './queries.ts';

const profileFile = siteContent.profile.omit({ portrait: true }).extend({ avatar: z.string() });
const testimonialsFile = z.array(siteContent.testimonials.element.extend({ avatar: z.string() }));
const legalFront = z.object({ title: z.string(), description: z.string(), updatedAt: z.iso.date() });

const people = z.array(z.object({ slug: z.string(), name: z.string(), role: z.string() }));
export type SamplePeople = z.infer<typeof people>;

const techsFile = z.array(z.strictObject({ name: z.string(), image: z.string() }));

/** The technologies with the drawing of each icon, taken out of its SVG file of one path. */
async function readTechs(folder: string): Promise<SiteContent['techs']> {
  const techs = await readYaml(join(folder, 'site/techs.yaml'), techsFile);
  return Promise.all(
    techs.map(async ({ name, image }) => {
      const svg = await readFile(join(folder, 'pictures', image), 'utf8');
      return { name, icon: /<path[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? '' };
    }),
  );
}

/** Everyone who appears in the sample content. */
export function readSamplePeople(folder: string): Promise<SamplePeople> {
  return readYaml(join(folder, 'site/people.yaml'), people);
}

/** Writes the sample owner's site content. */
export async function loadSiteSamples(db: Db, folder: string, pictures: SamplePictures): Promise<void> {
  const file = (name: string) => join(folder, 'site', name);
  const profile = await readYaml(file('profile.yaml'), profileFile);
  await saveSiteContent(db, 'profile', {
    ...profile,
    avatar: pictures(`people/${profile.avatar}`),
    portrait: pictures('people/mira-at-work'),
  });
  await saveSiteContent(db, 'navItems', await readYaml(file('nav-items.yaml'), siteContent.navItems));
  await saveSiteContent(db, 'links', await readYaml(file('links.yaml'), siteContent.links));
  await saveSiteContent(db, 'skills', await readYaml(file('skills.yaml'), siteContent.skills));
  await saveSiteContent(db, 'certificates', await readYaml(file('certificates.yaml'), siteContent.certificates));
  await saveSiteContent(db, 'hobbies', await readYaml(file('hobbies.yaml'), siteContent.hobbies));
  await saveSiteContent(db, 'techs', await readTechs(folder));
  await saveSiteContent(db, 'careerGoals', await readYaml(file('career-goals.yaml'), siteContent.careerGoals));
  const testimonials = await readYaml(file('testimonials.yaml'), testimonialsFile);
  await saveSiteContent(
    db,
    'testimonials',
    testimonials.map(testimonial => ({ ...testimonial, avatar: pictures(`people/${testimonial.avatar}`) })),
  );
  for (const [key, name] of [
    ['privacyPolicy', 'privacy-policy.md'],
    ['termsConditions', 'terms-conditions.md'],
  ] as const) {
    const { front, body } = await readDocument(file(name), legalFront);
    const { html, headings } = await renderMarkdown(body);
    await saveSiteContent(db, key, { ...front, html, headings });
  }
  await announceChange(db, 'site');
}
