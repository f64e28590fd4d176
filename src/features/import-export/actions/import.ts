import { createReadStream } from 'node:fs';
import { importSubscribers } from '#features/newsletter/index.ts';
import { addImportedRedirects, type ImportedRedirect } from '#features/redirects/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { readLines } from '#platform/files/lines.ts';
import { AppError } from '#shared/errors.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import type { ImportResult, ImportReport } from '../contract/index.ts';
import { listFreeCommentIds } from '../queries/insert-content.ts';
import { findLastProjectPosition, listPostAddressesBySource, listPostIdsBySlug } from '../queries/existing-content.ts';
import { idsByArchiveId } from './pictures.ts';
import type { PreparedImport, PreparedLine } from './preparing.ts';
import { createCommentWriter } from './writing-comments.ts';
import {
  createAuthorLookup,
  type ImportContext,
  insertPreparedPosts,
  insertPreparedProjects,
  writeFills,
  writePictures,
} from './insert-entries.ts';

type Services = Pick<ImportContext, 'actor' | 'jobs' | 'now' | 'importId'>;

/** Writes a complete import to the database and invalidates caches. Sends no email. */
export async function insertImport(tx: Transaction, services: Services, prepared: PreparedImport) {
  const { items, pictures, documents } = prepared;
  await writePictures(tx, services, pictures.added);
  // Runs first, because an owner who has no posts yet gets the name from their profile.
  for (const replace of documents) await replace(tx);
  // All pages show names and times from these.
  if (documents.length > 0) for (const feature of ['site', 'blog', 'projects']) await invalidateTag(tx, feature);
  const written = await writeEntries(tx, services, prepared);
  const redirects = await writeRedirects(tx, services, prepared);
  const note = 'Imported from the member list of a Ghost archive';
  const subscribers = prepared.members
    ? await importSubscribers(tx, services, { csv: prepared.members, note, dryRun: false }).catch(ignoreNoAddresses)
    : null;
  const existing = items.filter(({ action }) => action === 'skip').length;
  const result: ImportResult = {
    ...written,
    siteSections: documents.length,
    existing,
    invalid: items.length - existing - written.created - written.projects,
    pictures: pictures.added.length,
    redirects,
  };
  const report: ImportReport = { ...prepared.report, subscribers };
  return { result, report };
}

/** Writes posts, projects, added pictures of existing posts, and comments, in batches. */
async function writeEntries(
  tx: Transaction,
  services: Services,
  { source, choices, pictures, preparedFile, commentNumbers }: PreparedImport,
) {
  const authorIdFor = createAuthorLookup(tx, services.actor, choices);
  const context = { ...services, source, choices, authorIdFor, lastPosition: await findLastProjectPosition(tx) };
  const byId = idsByArchiveId(pictures.ids);
  const comments = createCommentWriter(tx, commentNumbers, await listFreeCommentIds(tx, commentNumbers.length), byId);
  const written = { created: 0, projects: 0, completed: 0, comments: commentNumbers.length };
  for await (const batch of batchesIn(preparedFile)) {
    const posts = batch.filter(ready => ready.kind === 'post');
    const projects = batch.filter(ready => ready.kind === 'project');
    const fills = batch.filter(ready => ready.kind === 'fill');
    const postIds = await insertPreparedPosts(tx, context, posts);
    await insertPreparedProjects(tx, context, projects);
    for (const { item, plan } of posts) {
      await comments.add({ postId: postIds.get(plan.slug) ?? null, projectId: null }, item.comments);
    }
    for (const { item, plan } of projects) await comments.add({ postId: null, projectId: plan.slug }, item.comments);
    written.created += posts.length;
    written.projects += projects.length;
    written.completed += await writeFills(tx, context, fills);
  }
  await comments.end();
  if (written.created + written.completed > 0) await invalidateTag(tx, 'blog');
  if (written.projects > 0) await invalidateTag(tx, 'projects');
  return written;
}

/** Maximum number of posts and projects per batch, and of their characters if there are several. */
const MAX_BATCH_ENTRIES = 100;
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

async function* batchesIn(path: string): AsyncGenerator<PreparedLine[]> {
  let batch: PreparedLine[] = [];
  let size = 0;
  for await (const line of readLines(createReadStream(path))) {
    if (batch.length === MAX_BATCH_ENTRIES || (batch.length > 0 && size + line.length > MAX_BATCH_LENGTH)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(JSON.parse(line) as PreparedLine);
    size += line.length;
  }
  if (batch.length > 0) yield batch;
}

/** Width for redirects from old picture URLs, which may be shown in any size. */
const PICTURE_WIDTH = Math.max(...pictureWidths);

/** Adds redirects to imported and to existing posts. Returns how many. */
async function writeRedirects(
  tx: Transaction,
  { now }: Services,
  { source, items, redirects, sourceIds, pictures }: PreparedImport,
): Promise<number> {
  if (redirects.length === 0) return 0;
  const slugs = new Map(
    items.flatMap(({ kind, position, slug }) => (kind === 'post' ? [[position, slug] as const] : [])),
  );
  const bySource = await listPostAddressesBySource(tx, source, sourceIds);
  // Existing posts of a Freehold archive have no source, so find them by slug.
  const bySlug = source === 'freehold' ? await listPostIdsBySlug(tx, [...slugs.values()]) : new Map<string, number>();
  const rows = redirects.flatMap(({ from, to }): ImportedRedirect[] => {
    if ('address' in to) return [{ from, to: to.address }];
    if ('picture' in to) {
      const id = pictures.ids.get(to.picture);
      return id === undefined ? [] : [{ from, to: pictureFile(id, PICTURE_WIDTH, 'webp') }];
    }
    const imported = bySource.get(sourceIds[to.position] ?? '');
    const postId = imported?.deletedAt === null ? imported.id : bySlug.get(slugs.get(to.position) ?? '');
    return postId === undefined ? [] : [{ from, postId }];
  });
  return addImportedRedirects(tx, { now }, rows);
}

/** Ignores an error about a list without addresses. Rethrows all others. */
export function ignoreNoAddresses(error: unknown): null {
  if (error instanceof AppError && error.code === 'UNPROCESSABLE') return null;
  throw error;
}
