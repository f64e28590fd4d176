import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PictureUse } from '#platform/api/picture-uses.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { type DocumentKey, type SiteContent, siteContent } from './contract/content.ts';
import { siteContentTable } from './tables.ts';

/** The named documents of site content, validated. Throws UNAVAILABLE while one has not been written yet. */
export async function getSiteContent<Key extends keyof SiteContent>(
  db: Db,
  keys: readonly Key[],
): Promise<Pick<SiteContent, Key>> {
  const rows = await db
    .select({ key: siteContentTable.key, value: siteContentTable.value })
    .from(siteContentTable)
    .where(inArray(siteContentTable.key, [...keys]));
  const found = new Map(rows.map(row => [row.key, row.value]));
  const content: Partial<SiteContent> = {};
  for (const key of keys) {
    if (!found.has(key)) throw new AppError('UNAVAILABLE', 'This site has no content yet.');
    content[key] = siteContent[key].parse(found.get(key)) as SiteContent[Key];
  }
  return content as Pick<SiteContent, Key>;
}

/** A document's row, as it is kept. */
export type DocumentRow = Omit<typeof siteContentTable.$inferSelect, 'key'> & { readonly key: DocumentKey };

/** Every document's row. */
export async function listDocuments(db: Db): Promise<DocumentRow[]> {
  return (await db.select().from(siteContentTable)) as DocumentRow[];
}

/** Returns which documents are the sample's, and which the owner has never written. */
export function listDocumentStates(db: Db) {
  const { key, sample, untouched } = siteContentTable;
  return db.select({ key, sample, untouched }).from(siteContentTable);
}

/** Returns whether a document is the sample's, or was never written by the owner; null while there is none. */
export async function findDocumentState(
  db: Db,
  key: DocumentKey,
): Promise<{ readonly sample: boolean; readonly untouched: boolean } | null> {
  const { sample, untouched } = siteContentTable;
  const [row] = await db.select({ sample, untouched }).from(siteContentTable).where(eq(siteContentTable.key, key));
  return row ?? null;
}

/** A document's row. Throws UNAVAILABLE while it has not been written yet. */
export async function getDocument(db: Db, key: DocumentKey): Promise<DocumentRow> {
  const [row] = await db.select().from(siteContentTable).where(eq(siteContentTable.key, key));
  if (!row) throw new AppError('UNAVAILABLE', 'This site has no content yet.');
  return row as DocumentRow;
}

/** Writes one document of site content over what was there; `state` says where it comes from, if not from the owner. */
export async function saveSiteContent<Key extends keyof SiteContent>(
  db: Db,
  key: Key,
  value: SiteContent[Key],
  state: { sample?: boolean; untouched?: boolean } = {},
): Promise<void> {
  const set = {
    value: siteContent[key].parse(value),
    sample: state.sample ?? false,
    untouched: state.untouched ?? false,
    updatedAt: new Date(),
  };
  await db
    .insert(siteContentTable)
    .values({ key, ...set })
    .onConflictDoUpdate({
      target: siteContentTable.key,
      set: { ...set, version: sql`${siteContentTable.version} + 1` },
    });
}

/** Writes what the owner changed over the version that they had. Whether that was still the one that stood there. */
export async function updateDocument<Key extends keyof SiteContent>(
  tx: Transaction,
  key: Key,
  version: number,
  value: SiteContent[Key],
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(siteContentTable)
    .set({
      value: siteContent[key].parse(value),
      sample: false,
      untouched: false,
      version: version + 1,
      updatedAt: now,
    })
    .where(and(eq(siteContentTable.key, key), eq(siteContentTable.version, version)))
    .returning({ key: siteContentTable.key });
  return rows.length > 0;
}

/** The owner's time zone (IANA); undefined while the site has no content. */
export async function findTimeZone(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ timeZone: sql<string>`${siteContentTable.value} ->> 'timeZone'` })
    .from(siteContentTable)
    .where(eq(siteContentTable.key, 'profile'));
  return row?.timeZone;
}

/** Sets the owner's time zone (IANA), which is no part of what they write about themself. */
export async function updateTimeZone(tx: Transaction, timeZone: string): Promise<void> {
  await tx
    .update(siteContentTable)
    .set({ value: sql`jsonb_set(${siteContentTable.value}, '{timeZone}', to_jsonb(${timeZone}::text))` })
    .where(eq(siteContentTable.key, 'profile'));
}

/** Sets what the site is called and, if given, the owner's time zone (IANA). */
export async function updateSiteIdentity(
  tx: Transaction,
  { name, timeZone }: { readonly name: string; readonly timeZone: string | undefined },
): Promise<void> {
  const patch = JSON.stringify({ name, ...(timeZone === undefined ? {} : { timeZone }) });
  await tx
    .update(siteContentTable)
    .set({ value: sql`${siteContentTable.value} || ${patch}::jsonb` })
    .where(eq(siteContentTable.key, 'profile'));
}

/** What the documents that show pictures are called, and where they are read. */
const shownIn: Readonly<Record<string, readonly [label: string, path: string]>> = {
  profile: ['Your portrait on the site', paths.about],
  testimonials: ['Testimonials', paths.home],
  privacyPolicy: ['Privacy policy', paths.privacyPolicy],
  termsConditions: ['Terms and conditions', paths.termsConditions],
};

/** Where site content uses pictures. A picture's id stands in its document as text, wherever that is. */
export async function listSitePictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const { rows } = await db.execute<{ id: string; key: string }>(sql`
    with content as materialized (select key, value::text as content from ${siteContentTable})
    select id, key from unnest(${sql.param([...ids])}::text[]) as id join content on position(id in content) > 0
    order by key
  `);
  return rows.map(({ id, key }) => {
    const [label, path] = shownIn[key] ?? ['Site content', paths.home];
    return { pictureId: id, label, path };
  });
}
