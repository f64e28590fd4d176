import { sql } from 'drizzle-orm';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { CacheTags } from '../rules/cache-tags.ts';

/** The columns of an entry that decide where it is shown. */
interface ShownEntry<Id> {
  readonly id: Id;
  readonly slug: string;
  readonly isPublic: boolean;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly publishedAt: Date | string | null;
}

/** The columns that readers see nowhere. `commentsEnabled` is seen only on the entry's own page. */
const HIDDEN_COLUMNS = new Set([
  'commentsEnabled',
  'editedAt',
  'hasCustomSlug',
  'isSample',
  'previewToken',
  'scheduledFor',
  'submittedAt',
  'unpublishedChanges',
  'version',
]);

/**
 * Invalidates the pages that show an entry, after its row has changed from `before` to `after`: its own page and lists,
 * and those of the entries that show it as previous, next or related before or after the change. `listNeighbors` returns
 * the IDs of the public entries next to an entry's position.
 */
export async function invalidateEntry<Id extends number | string, Entry extends ShownEntry<Id>>(
  tx: Transaction,
  tags: CacheTags,
  { before, after }: { readonly before: Entry; readonly after: Entry },
  listNeighbors: (entry: Entry) => Promise<readonly Id[]>,
): Promise<void> {
  const publicEntries = [before, after].filter(({ isPublic }) => isPublic);
  const changed = (Object.keys(after) as (keyof Entry & string)[]).filter(
    column => !HIDDEN_COLUMNS.has(column) && JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  if (publicEntries.length === 0 || changed.length === 0) return;
  const staleTags = [tags.page(before.id), tags.related(before.id), tags.list];
  const isAny = (...columns: (keyof ShownEntry<Id>)[]) => columns.some(column => changed.includes(column));
  if (isAny('isPublic', 'publishedAt', 'id', 'category', 'tags')) {
    staleTags.push(...publicEntries.map(({ category }) => tags.category(category)));
  }
  if (isAny('isPublic', 'publishedAt', 'id', 'slug', 'title')) {
    // Entries that become neighbors at the same time must see each other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${tags.list}))`);
    for (const entry of publicEntries) staleTags.push(...(await listNeighbors(entry)).map(tags.page));
  }
  for (const tag of new Set(staleTags)) await invalidateTag(tx, tag);
}
