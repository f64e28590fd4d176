import { addImportedRedirects, type ImportedRedirect } from '#features/redirects/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import type { PlannedItem } from '../contract/index.ts';
import { listPostIdsBySlug, listPostIdsBySource } from '../queries/existing-content.ts';
import type { ImportSource } from '../rules/imported-content.ts';
import type { PlannedRedirect } from '../rules/redirect-plan.ts';
import type { TakenPictures } from './pictures.ts';
import type { ImportContext } from './insert-posts.ts';

/** Width for redirects from old picture URLs, which may be shown in any size. */
const PICTURE_WIDTH = Math.max(...pictureWidths);

/** Input for the redirects of an import. */
interface Redirecting {
  readonly source: ImportSource;
  readonly items: readonly PlannedItem[];
  readonly redirects: readonly PlannedRedirect[];
  /** The posts of the archive, by their source's ids. */
  readonly sourceIds: readonly string[];
  readonly taken: Pick<TakenPictures, 'ids'>;
}

/** Adds redirects to imported and to existing posts. Returns how many. */
export async function writeRedirects(
  tx: Transaction,
  { now }: Pick<ImportContext, 'now'>,
  { source, items, redirects, sourceIds, taken }: Redirecting,
): Promise<number> {
  if (redirects.length === 0) return 0;
  const slugs = new Map(
    items.flatMap(({ kind, position, slug }) => (kind === 'post' ? [[position, slug] as const] : [])),
  );
  const bySource = await listPostIdsBySource(tx, source, sourceIds);
  // Existing posts of a Freehold archive have no source, so find them by slug.
  const bySlug = source === 'freehold' ? await listPostIdsBySlug(tx, [...slugs.values()]) : new Map<string, number>();
  const rows = redirects.flatMap(({ from, to }): ImportedRedirect[] => {
    if ('address' in to) return [{ from, to: to.address }];
    if ('picture' in to) {
      const id = taken.ids.get(to.picture);
      return id === undefined ? [] : [{ from, to: pictureFile(id, PICTURE_WIDTH, 'webp') }];
    }
    const postId = bySource.get(sourceIds[to.position] ?? '') ?? bySlug.get(slugs.get(to.position) ?? '');
    return postId === undefined ? [] : [{ from, postId }];
  });
  return addImportedRedirects(tx, { now }, rows);
}
