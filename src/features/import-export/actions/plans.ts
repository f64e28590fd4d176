import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { listRedirectKeys } from '#features/redirects/index.ts';
import { listSections } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import {
  businessSectionKeys,
  type ImportOptions,
  type PlannedSiteSection,
  type PlannedItem,
} from '../contract/index.ts';
import {
  listPostsBySource,
  listPresentPictures,
  listExistingPosts,
  listExistingProjects,
  type PresentPost,
} from '../queries/existing-content.ts';
import { planSiteSections, type ExistingSiteSection, getDefaultSiteSectionOption } from '../rules/site-section-plan.ts';
import { countCoverFills } from '../rules/fill-pictures.ts';
import { pictureIdsOfDocument } from '../rules/freehold-site-sections.ts';
import type { PostOutline } from '../rules/outlines.ts';
import { type Fills, planImport } from '../rules/plan.ts';
import { oldKeys, planRedirects, type RedirectPlan } from '../rules/redirect-plan.ts';
import { EntryReader, getHead, getParsedArchive, type StoredImport } from './archive-store.ts';
import { getBusinessSettings } from './business-settings.ts';
import { fillPictures, withoutComplex } from './import-pool.ts';
import type { StoredHead } from './import-tasks.ts';

export type ResolvedImportOptions = ImportOptions & { readonly siteSections: 'keep' | 'replace' };

/** What an import will do with each item of an archive. */
export interface ImportPlan {
  /** When it was made (ISO 8601). */
  readonly now: string;
  readonly items: readonly PlannedItem[];
  readonly documents: readonly PlannedSiteSection[];
  /** The files of the pictures that are taken out of the archive. */
  readonly pictures: ReadonlySet<string>;
  /** Number of pictures the site doesn't have yet, estimated before decoding. */
  readonly newPictures: number;
  readonly redirects: RedirectPlan;
  readonly choices: ResolvedImportOptions;
}

type Context = Pick<ApiContext, 'db' | 'dist' | 'files' | 'now'>;

/** Returns the options of an import, with the default for site sections if it is not set. Throws GONE. */
export async function decideChoices(
  { db, files }: Pick<Context, 'db' | 'files'>,
  id: string,
  asked: ImportOptions,
): Promise<ResolvedImportOptions> {
  return (await planHead(db, await getHead(files, id), asked)).choices;
}

async function planHead(db: Db, { documents: archived }: Pick<StoredHead, 'documents'>, asked: ImportOptions) {
  const documents = planSiteSections(archived, [...(await listSections(db)), ...(await presentBusiness(db))]);
  return {
    documents,
    choices: { ...asked, siteSections: asked.siteSections ?? getDefaultSiteSectionOption(documents) },
  };
}

/** Plans an import from the archive and the site's current content. Throws GONE. */
export async function createImportPlan(
  { db, dist, files, now: clock }: Context,
  id: string,
  asked: ImportOptions,
): Promise<{ read: StoredImport; plan: ImportPlan }> {
  const read = await getParsedArchive(files, id);
  const { documents, choices } = await planHead(db, read, asked);
  const fills = await countFills({ db, dist, files }, id, read);
  const present = {
    posts: { ...(await listExistingPosts(db, read.source)), fills },
    projects: await listExistingProjects(db, read.source),
  };
  const now = clock().toString({ fractionalSecondDigits: 3 });
  const items = await collected(planImport(read, present, choices, now));
  const pictures = await wantedPictures(db, read, { items, documents, choices });
  // Pictures of a Freehold archive keep their ids.
  const ids = [...pictures].map(name => posix.basename(name, '.webp')).filter(picture => read.pictures[picture]);
  const newPictures = pictures.size - (await listPresentPictures(db, ids)).size;
  const redirects = planRedirects(read, items, await listRedirectKeys(db, oldKeys(read)));
  return { read, plan: { now, items, documents, choices, pictures, newPictures, redirects } };
}

/** Collects a generator's items, and yields to other requests in between. */
async function collected<Item>(items: Iterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for (const item of items) if (all.push(item) % 1000 === 0) await setImmediate();
  return all;
}

/** Returns the existing business settings that an archive's would replace. */
async function presentBusiness(db: Db): Promise<ExistingSiteSection[]> {
  const business = await getBusinessSettings(db);
  return businessSectionKeys.map(key => {
    const { value, isOwn } = business[key];
    return { key, content: value, version: isOwn ? 2 : 1, isSample: !isOwn, isPlaceholder: !isOwn };
  });
}

/** Number of posts compared at a time. */
const COMPARED = 50;

/** Yields existing posts whose pictures are in the archive. */
export async function* listFillable(
  db: Db,
  { source, posts }: Pick<StoredImport, 'source' | 'posts'>,
): AsyncGenerator<{ outline: PostOutline; post: PresentPost }> {
  if (source === 'freehold') return;
  const candidates = posts.filter(({ found }) => Object.keys(found).length > 0);
  for (let start = 0; start < candidates.length; start += COMPARED) {
    const part = candidates.slice(start, start + COMPARED);
    const sourceIds = part.map(({ sourceId }) => sourceId);
    const here = await listPostsBySource(db, source, sourceIds);
    for (const outline of part) {
      const post = here.get(outline.sourceId);
      if (post) yield { outline, post };
    }
  }
}

/** Counts the pictures that an archive can add to each existing post. */
async function countFills(
  { db, dist, files }: Pick<Context, 'db' | 'dist' | 'files'>,
  id: string,
  read: StoredImport,
): Promise<Map<string, Fills>> {
  const fills = new Map<string, Fills>();
  let entries: EntryReader | undefined;
  try {
    for await (const { outline, post } of listFillable(db, read)) {
      entries ??= await EntryReader.open(files, id);
      const source = await entries.readPost(outline);
      const texts = { current: post.markdown, source: source.content.markdown };
      const inText = await fillPictures(texts, new Map(Object.entries(source.found)), dist).catch(withoutComplex);
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
async function wantedPictures(
  db: Db,
  read: StoredImport,
  { items, documents, choices }: Pick<ImportPlan, 'items' | 'documents' | 'choices'>,
): Promise<Set<string>> {
  const fileOf = (id: string) => (read.pictures[id] ? [`${read.folder}pictures/${id}.webp`] : []);
  const wanted = new Set<string>();
  for (const { kind, position, action, fills } of items) {
    const outline = kind === 'post' ? read.posts[position] : read.projects[position];
    if (!outline || (action !== 'create' && fills === 0)) continue;
    for (const name of Object.values(outline.found)) wanted.add(name);
    if (action === 'create') for (const name of outline.commentPictures.flatMap(fileOf)) wanted.add(name);
  }
  const taken = documents
    .filter(({ action }) => action === 'create' && choices.siteSections === 'replace')
    .map(({ key }) => key);
  for (const document of read.documents.filter(({ key }) => taken.includes(key))) {
    for (const name of pictureIdsOfDocument(document).flatMap(fileOf)) wanted.add(name);
  }
  const inLibrary = Object.keys(read.pictures).filter(id => read.pictures[id]?.inLibrary);
  const here = await listPresentPictures(db, inLibrary);
  for (const id of inLibrary) if (!here.has(id)) for (const name of fileOf(id)) wanted.add(name);
  return wanted;
}
