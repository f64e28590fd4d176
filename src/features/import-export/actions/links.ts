import type { Db } from '#platform/database/database.ts';
import type { PlannedItem } from '../contract/index.ts';
import { listSlugsBySource } from '../queries/existing-content.ts';
import { movedLinks } from '../rules/internal-links.ts';
import { generateSlug } from '../rules/plan.ts';
import type { StoredImport } from './archive-store.ts';

/** Maps the paths of posts in their archive to their current ones, if different. */
export async function linksOf(
  db: Db,
  { source, posts }: Pick<StoredImport, 'source' | 'posts'>,
  items: readonly PlannedItem[],
): Promise<ReadonlyMap<string, string>> {
  const lines = items.filter(({ kind, action }) => kind === 'post' && action !== 'reject');
  const present = lines.flatMap(({ action, position }) => (action === 'skip' ? (posts[position]?.sourceId ?? []) : []));
  const slugs = await listSlugsBySource(db, source, present);
  return movedLinks(
    lines.flatMap(({ position, action, slug }) => {
      const post = posts[position];
      if (!post) return [];
      const asked = [...new Set([post.slug, generateSlug(post.slug, post.title)])];
      return [{ asked, slug: (action === 'skip' ? slugs.get(post.sourceId) : undefined) ?? slug }];
    }),
  );
}
