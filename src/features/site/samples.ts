import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { loadSamplePictures, type SamplePictures } from '#features/media/index.ts';
import type { SampleCount, SampleRemoval, SampleSource } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { readMarkdownFile, readYaml } from '#platform/files/content-files.ts';
import { type SiteSections, sectionSchemas } from './contract/content.ts';
import {
  findTimeZone,
  getSiteSections,
  getTimeZone,
  listSamplePictures,
  listSections,
  upsertSection,
} from './queries.ts';
import { createPlaceholderContent, defaultAppearance, type SampleSectionKey } from './rules/placeholder-content.ts';

const profileFile = sectionSchemas.profile
  .omit({ portrait: true })
  .extend({ avatar: z.string(), dateOfBirth: z.iso.date() });
const testimonialsFile = z.array(sectionSchemas.testimonials.element.extend({ avatar: z.string() }));
const legalFront = z.object({ title: z.string(), description: z.string(), updatedAt: z.iso.date() });

const people = z.array(z.object({ slug: z.string(), name: z.string(), role: z.string() }));
export type SamplePeople = z.infer<typeof people>;

const techsFile = z.array(z.strictObject({ name: z.string(), image: z.string() }));

/** Reads the technologies, with each icon's path from its SVG file. */
async function readTechs(folder: string): Promise<SiteSections['techs']> {
  const techs = await readYaml(join(folder, 'site/techs.yaml'), techsFile);
  return Promise.all(
    techs.map(async ({ name, image }) => {
      const svg = await readFile(join(folder, 'pictures', image), 'utf8');
      return { name, icon: /<path[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? '' };
    }),
  );
}

/** Reads everyone who appears in the sample content. */
export function readSamplePeople(folder: string): Promise<SamplePeople> {
  return readYaml(join(folder, 'site/people.yaml'), people);
}

/** Reads the sample owner's sections. */
async function readSiteSamples(folder: string, pictures: SamplePictures): Promise<Omit<SiteSections, 'appearance'>> {
  const file = (name: string) => join(folder, 'site', name);
  // Most starts don't need the renderer.
  const { renderMarkdown } = await import('#platform/text/markdown.ts');
  const profile = await readYaml(file('profile.yaml'), profileFile);
  const testimonials = await readYaml(file('testimonials.yaml'), testimonialsFile);
  const legal = async (name: string) => {
    const { front, body } = await readMarkdownFile(file(name), legalFront);
    const { html, headings } = await renderMarkdown(body);
    return { ...front, markdown: body, html, headings };
  };
  return {
    profile: { ...profile, avatar: pictures(`people/${profile.avatar}`), portrait: pictures('people/mira-at-work') },
    navItems: await readYaml(file('nav-items.yaml'), sectionSchemas.navItems),
    links: await readYaml(file('links.yaml'), sectionSchemas.links),
    skills: await readYaml(file('skills.yaml'), sectionSchemas.skills),
    certificates: await readYaml(file('certificates.yaml'), sectionSchemas.certificates),
    hobbies: await readYaml(file('hobbies.yaml'), sectionSchemas.hobbies),
    techs: await readTechs(folder),
    careerGoals: await readYaml(file('career-goals.yaml'), sectionSchemas.careerGoals),
    testimonials: testimonials.map(entry => ({ ...entry, avatar: pictures(`people/${entry.avatar}`) })),
    privacyPolicy: await legal('privacy-policy.md'),
    termsConditions: await legal('terms-conditions.md'),
  };
}

/** Writes the sample sections that the owner has not written; keeps a time zone that was set. */
export async function loadSiteSamples(db: Db, source: SampleSource): Promise<void> {
  const samples = await readSiteSamples(source.folder, await loadSamplePictures(db, source));
  const written = (await listSections(db)).filter(({ isPlaceholder }) => !isPlaceholder).map(({ key }) => key);
  const timeZone = await findTimeZone(db);
  const sections = { ...samples, profile: { ...samples.profile, timeZone: timeZone ?? samples.profile.timeZone } };
  for (const key of Object.keys(sections) as (keyof typeof sections)[]) {
    if (written.includes(key)) continue;
    // Navigation labels belong to every site.
    await upsertSection<keyof SiteSections>(db, key, sections[key], { sample: key !== 'navItems' });
  }
  if (!written.includes('appearance')) await upsertSection(db, 'appearance', defaultAppearance);
  await invalidateTag(db, 'site');
}

/** Display names of the sample sections. */
const sectionLabels: Readonly<Record<SampleSectionKey, string>> = {
  profile: 'profile',
  skills: 'skills',
  certificates: 'certificates',
  hobbies: 'hobbies',
  techs: 'technologies',
  careerGoals: 'career goals',
  testimonials: 'testimonials',
  links: 'social links',
  privacyPolicy: 'privacy policy',
  termsConditions: 'terms and conditions',
};
const sampleKeys = Object.keys(sectionLabels) as SampleSectionKey[];

/** Returns how many entries each section of the sample content has. */
export async function countSampleSections(db: Db): Promise<SampleCount[]> {
  const sections = await listSections(db);
  return sampleKeys.map(key => {
    const row = sections.find(candidate => candidate.key === key && candidate.isSample);
    return { kind: sectionLabels[key], count: Array.isArray(row?.content) ? row.content.length : row ? 1 : 0 };
  });
}

/** Replaces the sample sections with neutral ones. Returns the pictures that they showed. */
export async function removeSampleSections(
  tx: Transaction,
  { owner, now }: SampleRemoval,
): Promise<{ readonly pictures: string[] }> {
  const pictures = await listSamplePictures(tx);
  const timeZone = await getTimeZone(tx);
  const { profile } = await getSiteSections(tx, ['profile']);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const placeholders = createPlaceholderContent(owner, { title: profile.name, timeZone, today });
  for (const { key, isSample } of await listSections(tx)) {
    const known = sampleKeys.find(candidate => candidate === key);
    if (known && isSample) await upsertSection(tx, known, placeholders[known], { untouched: true });
  }
  await invalidateTag(tx, 'site');
  return { pictures };
}
