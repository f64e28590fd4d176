import { inArray } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { siteContent, type SiteContent } from './contract.ts';
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

/** Writes one document of site content over what was there. */
export async function saveSiteContent<Key extends keyof SiteContent>(
  db: Db,
  key: Key,
  value: SiteContent[Key],
): Promise<void> {
  const checked = siteContent[key].parse(value);
  await db
    .insert(siteContentTable)
    .values({ key, value: checked })
    .onConflictDoUpdate({ target: siteContentTable.key, set: { value: checked, updatedAt: new Date() } });
}
