import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PictureUse } from '#features/media/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { type SectionKey, type SiteSections, sectionSchemas } from './contract/content.ts';
import { siteSections } from './tables.ts';

/** Returns validated sections. Throws UNAVAILABLE if one has not been written yet. */
export async function getSiteSections<Key extends keyof SiteSections>(
  db: Db,
  keys: readonly Key[],
): Promise<Pick<SiteSections, Key>> {
  const rows = await db
    .select()
    .from(siteSections)
    .where(inArray(siteSections.key, [...keys]));
  const found = keys.map(key => {
    const row = rows.find(candidate => candidate.key === key);
    if (!row) throw new AppError('UNAVAILABLE', 'This site has no content yet.');
    return [key, sectionSchemas[key].parse(row.content)];
  });
  return Object.fromEntries(found) as Pick<SiteSections, Key>;
}

export type SectionRow = Omit<typeof siteSections.$inferSelect, 'key'> & { readonly key: SectionKey };

export async function listSections(db: Db): Promise<SectionRow[]> {
  return (await db.select().from(siteSections)) as SectionRow[];
}

/** Returns for each section whether it is unchanged sample content or a placeholder. */
export function listSectionStates(db: Db) {
  const { key, isSample, isPlaceholder } = siteSections;
  return db.select({ key, sample: isSample, untouched: isPlaceholder }).from(siteSections);
}

/** Returns whether a section is unchanged sample content or a placeholder; null if it doesn't exist. */
export async function findSectionState(db: Db, key: SectionKey) {
  return (await listSectionStates(db)).find(state => state.key === key) ?? null;
}

/** Returns a section's row. Throws UNAVAILABLE if it has not been written yet. */
export async function getSection(db: Db, key: SectionKey): Promise<SectionRow> {
  const [row] = await db.select().from(siteSections).where(eq(siteSections.key, key));
  if (!row) throw new AppError('UNAVAILABLE', 'This site has no content yet.');
  return row as SectionRow;
}

/** Inserts or overwrites a section; `state` says where it comes from, if not from the owner. */
export async function upsertSection<Key extends keyof SiteSections>(
  db: Db,
  key: Key,
  value: SiteSections[Key],
  state: { sample?: boolean; untouched?: boolean } = {},
): Promise<void> {
  const set = {
    content: sectionSchemas[key].parse(value),
    isSample: state.sample ?? false,
    isPlaceholder: state.untouched ?? false,
    updatedAt: new Date(),
  };
  await db
    .insert(siteSections)
    .values({ key, ...set })
    .onConflictDoUpdate({
      target: siteSections.key,
      set: { ...set, version: sql`${siteSections.version} + 1` },
    });
}

/** Saves the owner's changes. Returns false if the section has changed since their version. */
export async function updateSection<Key extends keyof SiteSections>(
  tx: Transaction,
  key: Key,
  version: number,
  value: SiteSections[Key],
  now: Date,
) {
  const rows = await tx
    .update(siteSections)
    .set({
      content: sectionSchemas[key].parse(value),
      isSample: false,
      isPlaceholder: false,
      version: sql`${siteSections.version} + 1`,
      updatedAt: now,
    })
    .where(and(eq(siteSections.key, key), eq(siteSections.version, version)))
    .returning({ key: siteSections.key });
  return rows.length > 0;
}

const timeZoneOfProfile = sql<string>`${siteSections.content} ->> 'timeZone'`;

/** A subquery of the owner's time zone (IANA name), for statements of other features; null while the site has no content. */
export const timeZoneSubquery = sql<
  string | null
>`(select ${timeZoneOfProfile} from ${siteSections} where ${siteSections.key} = 'profile')`;

/** A subquery of the owner's role, such as “Web developer”, for statements of other features. */
export const ownerRoleSubquery = sql<
  string | null
>`(select ${siteSections.content} ->> 'role' from ${siteSections} where ${siteSections.key} = 'profile')`;

/** Returns the owner's time zone (IANA name); undefined while the site has no content. */
export async function findTimeZone(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ timeZone: timeZoneOfProfile })
    .from(siteSections)
    .where(eq(siteSections.key, 'profile'));
  return row?.timeZone;
}

/** Returns the owner's time zone (IANA name), UTC while the site has no content. */
export async function getTimeZone(db: Db): Promise<string> {
  return (await findTimeZone(db)) ?? 'UTC';
}

/** Returns the date of an instant in the owner's time zone, as YYYY-MM-DD. */
export async function getOwnerDate(db: Db, at: Temporal.Instant): Promise<string> {
  return dayOf(at, await getTimeZone(db)).toString();
}

/** Sets those of the site's title and the owner's time zone (IANA name) that are given. */
export async function updateSiteIdentity(tx: Transaction, given: { name?: string; timeZone?: string | undefined }) {
  await tx
    .update(siteSections)
    .set({ content: sql`${siteSections.content} || ${JSON.stringify(given)}::jsonb` })
    .where(eq(siteSections.key, 'profile'));
}

/** Sets the owner's time zone (IANA name), which is not part of the profile's form. */
export const updateTimeZone = (tx: Transaction, timeZone: string) => updateSiteIdentity(tx, { timeZone });

/** Labels and paths of the sections that show pictures. */
const sectionPages: Readonly<Record<string, readonly [label: string, path: string]>> = {
  profile: ['Your portrait on the About page', paths.about],
  testimonials: ['Testimonials', paths.home],
  privacyPolicy: ['Privacy policy', paths.privacyPolicy],
  termsConditions: ['Terms and conditions', paths.termsConditions],
};

/** Returns where sections use these pictures, by searching their content for the ids. */
export async function listSitePictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const { rows } = await db.execute<{ id: string; key: string }>(sql`
    with content as materialized (select key, content::text as content from ${siteSections})
    select id, key from unnest(${sql.param([...ids])}::text[]) as id join content on position(id in content) > 0
    order by key
  `);
  return rows.map(({ id, key }) => {
    const [label, path] = sectionPages[key] ?? ['Site content', paths.home];
    return { pictureId: id, label, path };
  });
}

/** Returns whether the site has any section. */
export async function hasSections(db: Db): Promise<boolean> {
  return (await db.select({ key: siteSections.key }).from(siteSections).limit(1)).length > 0;
}

/** Returns the ids of the pictures in sample sections. */
export async function listSamplePictures(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select found #>> '{}' as id
    from ${siteSections}, jsonb_path_query(content, '$.**.id ? (@.type() == "string")') as found where is_sample`);
  return rows.map(row => row.id);
}
