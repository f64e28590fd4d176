import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { listRedirectKeys } from '#features/redirects/index.ts';
import { listSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { ImportOptions, PlannedSiteSection, PlannedItem } from '../contract/index.ts';
import {
  listPostsBySource,
  listPresentPictures,
  listExistingEntries,
  type PresentPost,
} from '../queries/existing-content.ts';
import { countCoverFills } from '../rules/pictures.ts';
import {
  getDefaultSiteSectionOption,
  pictureIdsOfDocument,
  planSiteSections,
} from '../rules/freehold-site-sections.ts';
import type { PostOutline } from '../rules/outlines.ts';
import { type Fills, planImport } from '../rules/plan.ts';
import { oldKeys, planRedirects } from '../rules/redirect-plan.ts';
import { type EntryReader, getHead, getParsedArchive, openEntries, type StoredImport } from './archive-store.ts';
import { getBusinessSettings } from './business-settings.ts';
import { fillPictures, ignoreTooComplex } from './import-pool.ts';
import type { StoredHead } from './reading-steps.ts';

/** The planned action for each item of an archive. */
export type ImportPlan = Awaited<ReturnType<typeof createImportPlan>>['plan'];

type Context = Pick<ApiContext, 'db' | 'files' | 'now'>;

/** Returns the options of an import, with the default for site sections if it is not set. Throws GONE. */
export async function resolveOptions({ db, files }: Pick<Context, 'db' | 'files'>, id: string, options: ImportOptions) {
  return (await planHead(db, await getHead(files, id), options)).choices;
}

async function planHead(db: Db, { documents: archived }: Pick<StoredHead, 'documents'>, options: ImportOptions) {
  const sections = (await listSections(db)).map(({ key, content, version, isSample, isPlaceholder }) => {
    return { key, value: content, isOwn: !isSample && !isPlaceholder && version > 1 };
  });
  const documents = planSiteSections(archived, [...sections, ...(await getBusinessSettings(db))]);
  return {
    documents,
    choices: { ...options, siteSections: options.siteSections ?? getDefaultSiteSectionOption(documents) },
  };
}

/** Plans an import from the archive and the site's current content. Throws GONE. */
export async function createImportPlan({ db, files, now: clock }: Context, id: string, options: ImportOptions) {
  const archive = await getParsedArchive(files, id);
  const { documents, choices } = await planHead(db, archive, options);
  const fills = await countFills({ db, files }, id, archive);
  const existing = {
    posts: { ...(await listExistingEntries(db, 'post', archive.source)), fills },
    projects: await listExistingEntries(db, 'project', archive.source),
  };
  const now = clock().toString({ fractionalSecondDigits: 3 });
  const items = await collectAll(planImport(archive, existing, choices, now));
  const pictures = await listWantedPictures(db, archive, { items, documents, choices });
  // Pictures of a Freehold archive keep their ids.
  const ids = [...pictures].map(name => posix.basename(name, '.webp')).filter(picture => archive.pictures[picture]);
  const newPictures = pictures.size - (await listPresentPictures(db, ids)).size;
  const redirects = planRedirects(archive, items, await listRedirectKeys(db, oldKeys(archive)));
  // `pictures` are the files extracted from the archive; the number of new ones is estimated before decoding.
  return { archive, plan: { now, items, documents, choices, pictures, newPictures, redirects } };
}

/** Collects a generator's items, and yields to other requests in between. */
async function collectAll<Item>(items: Iterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for (const item of items) if (all.push(item) % 1000 === 0) await setImmediate();
  return all;
}

/** Number of posts compared at a time. */
const COMPARE_BATCH = 50;

/** Yields existing posts whose pictures are in the archive. */
export async function* listFillable(
  db: Db,
  { source, posts }: Pick<StoredImport, 'source' | 'posts'>,
): AsyncGenerator<{ outline: PostOutline; post: PresentPost }> {
  if (source === 'freehold') return;
  const candidates = posts.filter(({ found }) => Object.keys(found).length > 0);
  for (let start = 0; start < candidates.length; start += COMPARE_BATCH) {
    const part = candidates.slice(start, start + COMPARE_BATCH);
    const sourceIds = part.map(({ sourceId }) => sourceId);
    const existing = await listPostsBySource(db, source, sourceIds);
    for (const outline of part) {
      const post = existing.get(outline.sourceId);
      if (post) yield { outline, post };
    }
  }
}

/** Counts the pictures that an archive can add to each existing post. */
async function countFills(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
  archive: StoredImport,
): Promise<Map<string, Fills>> {
  const fills = new Map<string, Fills>();
  let entries: EntryReader | undefined;
  try {
    for await (const { outline, post } of listFillable(db, archive)) {
      entries ??= await openEntries(files, id);
      const source = await entries.readPost(outline);
      const texts = { current: post.markdown, source: source.content.markdown };
      const inText = await fillPictures(texts, new Map(Object.entries(source.found))).catch(ignoreTooComplex);
      fills.set(source.sourceId, inText ? inText.filled + countCoverFills(source, post) : 'too complex');
    }
  } finally {
    await entries?.close();
  }
  return fills;
}

/**
 * Returns the pictures used by imported posts and projects, and, for a Freehold archive, those of its library that are
 * missing here.
 */
async function listWantedPictures(
  db: Db,
  archive: StoredImport,
  { items, documents, choices }: { items: PlannedItem[]; documents: PlannedSiteSection[]; choices: ImportOptions },
): Promise<Set<string>> {
  const fileOf = (id: string) => (archive.pictures[id] ? [`${archive.folder}pictures/${id}.webp`] : []);
  const needed = new Set<string>();
  for (const { kind, position, action, fills } of items) {
    const outline = kind === 'post' ? archive.posts[position] : archive.projects[position];
    if (!outline || (action !== 'create' && fills === 0)) continue;
    for (const name of Object.values(outline.found)) needed.add(name);
    if (action === 'create') for (const name of outline.commentPictures.flatMap(fileOf)) needed.add(name);
  }
  const replacedKeys = documents
    .filter(({ action }) => action === 'create' && choices.siteSections === 'replace')
    .map(({ key }) => key);
  for (const document of archive.documents.filter(({ key }) => replacedKeys.includes(key))) {
    for (const name of pictureIdsOfDocument(document).flatMap(fileOf)) needed.add(name);
  }
  const inLibrary = Object.keys(archive.pictures).filter(id => archive.pictures[id]?.inLibrary);
  const existing = await listPresentPictures(db, inLibrary);
  for (const id of inLibrary) if (!existing.has(id)) for (const name of fileOf(id)) needed.add(name);
  return needed;
}
