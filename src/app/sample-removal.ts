import { sql } from 'drizzle-orm';
import { getUser } from '#features/auth/queries/users.ts';
import { deleteUnusedPicture } from '#features/media/queries/pictures.ts';
import { findTimeZone, getSiteSections, listSections, upsertSection } from '#features/site/queries.ts';
import { createPlaceholderContent, type SampleSectionKey } from '#features/site/rules/placeholder-content.ts';
import type { SampleCount } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';

/** Who loads or removes sample content does it alone. */
export async function lockSampleContent(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7238462)`);
}

/** What people call the documents of the sample content. */
const sampleSectionLabels: Readonly<Record<SampleSectionKey, string>> = {
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
const sampleKeys = Object.keys(sampleSectionLabels) as SampleSectionKey[];

/** What is for sale. The payment terms are every site's, and stay. */
const offerTables = [
  'plans',
  'services',
  'custom_package_details',
  'consultation_options',
  'consultation_features',
  'specialized_services',
] as const;

/** How much of each kind is as the sample content has it. */
export async function listSampleCounts(db: Db): Promise<SampleCount[]> {
  const { rows } = await db.execute<{ posts: number; projects: number; offers: number }>(
    sql`select (select count(*)::int from posts where sample) as posts,
      (select count(*)::int from projects where sample) as projects,
      ${sql.join(
        offerTables.map(table => sql`(select count(*)::int from ${sql.identifier(table)} where sample)`),
        sql` + `,
      )} as offers`,
  );
  const documents = await listSections(db);
  const entries = (key: SampleSectionKey) => {
    const row = documents.find(candidate => candidate.key === key && candidate.sample);
    return Array.isArray(row?.value) ? row.value.length : row ? 1 : 0;
  };
  return [
    { kind: 'posts', count: rows[0]?.posts ?? 0 },
    { kind: 'projects', count: rows[0]?.projects ?? 0 },
    { kind: 'offers and prices', count: rows[0]?.offers ?? 0 },
    ...sampleKeys.map(key => ({ kind: sampleSectionLabels[key], count: entries(key) })),
  ];
}

/** Ids of files that are no longer used, to delete from the file store. */
interface UnusedFiles {
  readonly pictures: readonly string[];
  /** Of sample projects. */
  readonly files: readonly string[];
}

/**
 * Deletes all unchanged sample content and resets sample site texts to neutral ones. Returns the ids of pictures and
 * files that are no longer used: their rows are deleted, and the caller deletes the files after the transaction.
 */
export async function deleteSampleContent(
  tx: Transaction,
  ownerId: string,
  now: Temporal.Instant,
): Promise<UnusedFiles> {
  await lockSampleContent(tx);
  const owner = await getUser(tx, ownerId);
  const pictures = await listSamplePictures(tx);
  const { rows: writers } = await tx.execute<{ author_id: string }>(
    sql`delete from posts where sample returning author_id`,
  );
  const files = await removeSampleProjects(tx, now);
  for (const table of offerTables) await tx.execute(sql`delete from ${sql.identifier(table)} where sample`);
  const authors = sql.param([...new Set(writers.map(row => row.author_id))]);
  await tx.execute(
    sql`delete from blog_authors a where a.id = any(${authors}::text[]) and a.user_id is null
      and not exists (select 1 from posts p where p.author_id = a.id)`,
  );
  const timeZone = (await findTimeZone(tx)) ?? 'UTC';
  const { profile } = await getSiteSections(tx, ['profile']);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const neutral = createPlaceholderContent(owner, { title: profile.name, timeZone, today });
  for (const { key, sample } of await listSections(tx)) {
    const known = sampleKeys.find(candidate => candidate === key);
    if (known && sample) await upsertSection(tx, known, neutral[known], { untouched: true });
  }
  const unused: string[] = [];
  for (const id of await listUnreferencedImages(tx, pictures)) if (await deleteUnusedPicture(tx, id)) unused.push(id);
  for (const feature of ['blog', 'catalog', 'projects', 'comments', 'site']) await invalidateTag(tx, feature);
  return { pictures: unused, files };
}

/** Deletes the sample projects, except that bought ones are only marked as deleted and keep their files. Returns the ids of the other files. */
async function removeSampleProjects(tx: Transaction, now: Temporal.Instant): Promise<string[]> {
  const at = new Date(now.epochMilliseconds);
  await tx.execute(sql`update projects set sample = false, deleted_at = ${at.toISOString()}
    where sample and exists (select from orders where bought_project_id = projects.id
      and state not in ('declined', 'expired', 'cancelled', 'refunded'))`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from project_files where project_id in (select id from projects where sample)`,
  );
  await tx.execute(sql`delete from projects where sample`);
  return rows.map(({ id }) => id);
}

/** The pictures that the sample content shows. */
async function listSamplePictures(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select cover_id as id from posts where sample and cover_id is not null
    union select a.avatar_id from blog_authors a join posts p on p.author_id = a.id
      where p.sample and a.avatar_id is not null
    union select c.avatar_id from comments c join posts p on p.id = c.post_id
      where p.sample and c.avatar_id is not null
    union select cover_id from projects where sample and cover_id is not null
    union select found #>> '{}' from site_content, jsonb_path_query(value, '$.**.id ? (@.type() == "string")') as found
      where sample`);
  return rows.map(row => row.id);
}

/** Those of the pictures that no text and no document speaks of: what refers to them by a key is seen by the database. */
async function listUnreferencedImages(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select wanted.id from unnest(${sql.param([...ids])}::text[]) as wanted(id)
    where not exists (select 1 from site_content where strpos(value::text, wanted.id) > 0)
      and not exists (select 1 from posts where strpos(to_jsonb(posts)::text, wanted.id) > 0)
      and not exists (select 1 from post_revisions where strpos(content::text, wanted.id) > 0)
      and not exists (select 1 from projects where strpos(to_jsonb(projects)::text, wanted.id) > 0)`);
  return rows.map(row => row.id);
}
