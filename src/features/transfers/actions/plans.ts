import { readBusinessToMove } from './business.ts';
import { posix } from 'node:path';
import type { ApiContext } from '#platform/api/context.ts';
import { listDocuments } from '#features/site/queries.ts';
import type { Db } from '#platform/database/database.ts';
import { businessKeys, type ImportChoices, type PlannedDocument, type PlannedItem } from '../contract.ts';
import { listPostsBySource, listPresentPictures, listPresentPosts, listPresentProjects } from '../queries/present.ts';
import { planDocuments, type PresentDocument, usualDocuments } from '../rules/document-plan.ts';
import { pictureIdsOfDocument } from '../rules/freehold-documents.ts';
import { countCoverFills } from '../rules/fill-pictures.ts';
import { type Fills, planImport } from '../rules/plan.ts';
import { oldKeys, planRedirects, type RedirectPlan } from '../rules/redirect-plan.ts';
import { listRedirectKeys } from '#features/redirects/queries.ts';
import { fillPictures, withoutComplex } from './import-pool.ts';
import { pictureIdsOfComments } from './reading-own.ts';
import type { StoredImport } from './reading.ts';

/** How an archive is moved in, with nothing left open. */
export type DecidedChoices = ImportChoices & { readonly documents: 'keep' | 'take' };

/** Everything that becomes of an archive. */
export interface Plan {
  readonly items: readonly PlannedItem[];
  readonly documents: readonly PlannedDocument[];
  /** The files of the pictures that are to be taken out of the archive. */
  readonly pictures: ReadonlySet<string>;
  /** How many of them the site does not have yet, as far as that can be told before they are looked at. */
  readonly newPictures: number;
  readonly redirects: RedirectPlan;
  readonly choices: DecidedChoices;
}

/** Plans an import from what was read and what the site has at this moment. */
export async function makePlan(
  { db, dist, now }: Pick<ApiContext, 'db' | 'dist' | 'now'>,
  read: StoredImport,
  asked: ImportChoices,
): Promise<Plan> {
  const documents = planDocuments(read.documents, [...(await listDocuments(db)), ...(await presentBusiness(db))]);
  const choices = { ...asked, documents: asked.documents ?? usualDocuments(documents) };
  const present = {
    posts: { ...(await listPresentPosts(db, read.source)), fills: await countFills(db, read, dist) },
    projects: await listPresentProjects(db, read.source),
  };
  const items = planImport(read, present, choices, now().toString({ fractionalSecondDigits: 3 }));
  const pictures = await wantedPictures(db, read, { items, documents, choices });
  // Those of an own archive keep their ids.
  const ids = [...pictures].map(name => posix.basename(name, '.webp')).filter(id => read.pictures[id]);
  const newPictures = pictures.size - (await listPresentPictures(db, ids)).size;
  const redirects = planRedirects(read, items, await listRedirectKeys(db, oldKeys(read)));
  return { items, documents, choices, pictures, newPictures, redirects };
}

/** What is sold here, under which terms, and how it is billed, as documents that an archive's would replace. */
async function presentBusiness(db: Db): Promise<PresentDocument[]> {
  const business = await readBusinessToMove(db);
  return businessKeys.map(key => {
    const { value, isOwn } = business[key];
    return { key, value, version: isOwn ? 2 : 1, sample: !isOwn, untouched: !isOwn };
  });
}

/** The posts that are here already, of those whose pictures the archive has. */
export async function listFillable(db: Db, { source, posts }: Pick<StoredImport, 'source' | 'posts'>) {
  if (source === 'freehold') return new Map<string, never>();
  const ids = posts.filter(({ found }) => Object.keys(found).length > 0).map(({ sourceId }) => sourceId);
  return listPostsBySource(db, source, ids);
}

/** Counts the pictures that an archive has for each post that is here already. */
async function countFills(db: Db, read: StoredImport, dist: string): Promise<Map<string, Fills>> {
  const here = await listFillable(db, read);
  const fills = new Map<string, Fills>();
  for (const source of read.posts) {
    const post = here.get(source.sourceId);
    if (!post) continue;
    const texts = { current: post.markdown, source: source.content.markdown };
    const inText = await fillPictures(texts, new Map(Object.entries(source.found)), dist).catch(withoutComplex);
    fills.set(source.sourceId, inText ? inText.filled + countCoverFills(source, post) : 'too complex');
  }
  return fills;
}

/** What an entry of the plan is about. */
export function itemOf(read: StoredImport, { kind, position }: Pick<PlannedItem, 'kind' | 'position'>) {
  return kind === 'post' ? read.posts[position] : read.projects[position];
}

/**
 * The pictures that will be shown by what is made, and of an own archive those of the library that the site does not have,
 * too.
 */
async function wantedPictures(
  db: Db,
  read: StoredImport,
  { items, documents, choices }: Omit<Plan, 'pictures' | 'newPictures' | 'redirects'>,
): Promise<Set<string>> {
  const made = items.flatMap(line => (line.fate === 'new' ? (itemOf(read, line) ?? []) : []));
  const filled = items.flatMap(line => (line.fills > 0 ? (itemOf(read, line) ?? []) : []));
  const taken = documents.filter(({ fate }) => fate === 'new' && choices.documents === 'take').map(({ key }) => key);
  const fileOf = (id: string) => (read.pictures[id] ? [`${read.folder}pictures/${id}.webp`] : []);
  const inLibrary = Object.keys(read.pictures).filter(id => read.pictures[id]?.inLibrary);
  const here = await listPresentPictures(db, inLibrary);
  return new Set([
    ...[...made, ...filled].flatMap(({ found }) => Object.values(found)),
    ...made.flatMap(({ comments }) => pictureIdsOfComments(comments).flatMap(fileOf)),
    ...read.documents
      .filter(({ key }) => taken.includes(key))
      .flatMap(document => pictureIdsOfDocument(document).flatMap(fileOf)),
    ...inLibrary.filter(id => !here.has(id)).flatMap(fileOf),
  ]);
}
