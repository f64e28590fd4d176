import type { SampleCount, SampleRemoval } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { findTimeZone, getSiteSections, listSamplePictures, listSections, upsertSection } from '../queries.ts';
import { createPlaceholderContent, type SampleSectionKey } from '../rules/placeholder-content.ts';

/** Display names of the sample sections. */
const sectionLabels: Readonly<Record<SampleSectionKey, string>> = {
  profile: 'profile',
  skills: 'skills',
  certificates: 'certificates',
  hobbies: 'hobbies',
  techs: 'technologies',
  careerGoals: 'years of goals',
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
  const timeZone = (await findTimeZone(tx)) ?? 'UTC';
  const { profile } = await getSiteSections(tx, ['profile']);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const neutral = createPlaceholderContent(owner, { title: profile.name, timeZone, today });
  for (const { key, isSample } of await listSections(tx)) {
    const known = sampleKeys.find(candidate => candidate === key);
    if (known && isSample) await upsertSection(tx, known, neutral[known], { untouched: true });
  }
  await invalidateTag(tx, 'site');
  return { pictures };
}
