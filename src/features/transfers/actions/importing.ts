import { listPicturesById } from '#features/media/queries/pictures.ts';
import { takeList } from '#features/newsletter/actions/listing.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { openZip } from '#platform/files/zip-reader.ts';
import type { ImportChoices, ImportOutcome, ImportReport, PlannedItem } from '../contract.ts';
import type { ImportRow } from '../queries/imports.ts';
import { usualChoices } from '../rules/plan.ts';
import type { PlannedRedirect, RedirectPlan } from '../rules/redirect-plan.ts';
import { getArchive, getStored } from './archives.ts';
import { withoutComplex } from './import-pool.ts';
import { type AddedPicture, removeTaken, takePictures, type TakenPictures } from './pictures.ts';
import { type ReadyFill, readyFill, writeFills } from './filling.ts';
import { linksOf } from './links.ts';
import { listFillable, makePlan } from './plans.ts';
import { readyDocuments } from './ready-documents.ts';
import { writeRedirects } from './redirects.ts';
import { type ReadyPost, type ReadyProject, readyPost, readyProject, type Surroundings } from './ready.ts';
import { archiveLimits, type StoredImport } from './reading.ts';
import { type ReadyDocument, type Said, writeComments, writeDocuments, writeProjects } from './writing-own.ts';
import { writePictures, writePosts, type WritingContext } from './writing.ts';

type Services = Pick<ApiServices, 'db' | 'dist' | 'files' | 'jobs' | 'now'>;

/** All of an import that can be made before its transaction: the files of its pictures are written. */
export interface PreparedImport {
  readonly source: StoredImport['source'];
  readonly choices: ImportChoices;
  readonly items: readonly PlannedItem[];
  readonly taken: TakenPictures;
  readonly posts: readonly ReadyPost[];
  readonly projects: readonly ReadyProject[];
  readonly fills: readonly ReadyFill[];
  readonly redirects: readonly PlannedRedirect[];
  readonly sourceIds: readonly string[];
  readonly members: string | undefined;
  readonly report: Omit<ImportReport, 'subscribers'>;
  readonly documents: readonly ReadyDocument[];
}

/** Pictures by their ids, the new ones too, whose rows are not written yet. */
function shapesWith(db: Db, added: readonly AddedPicture[]): Surroundings['shapes'] {
  const known = new Map(added.map(({ id, width, height, colors }) => [id, { width, height, colors }]));
  return async ids => {
    const fresh = ids.flatMap(id => {
      const shape = known.get(id);
      return shape ? [[id, shape] as const] : [];
    });
    return new Map([...(await listPicturesById(db, ids)), ...fresh]);
  };
}

async function takeWanted(
  { db, files }: Services,
  id: string,
  read: StoredImport,
  wanted: ReadonlySet<string>,
): Promise<TakenPictures> {
  if (wanted.size === 0) return { ids: new Map(), added: [] };
  const archive = await getArchive(files, id);
  try {
    // How much it unpacks to was checked when it came; only some of it is unpacked now, one file at a time.
    return await takePictures(db, files, await openZip(archive.path, archiveLimits(Infinity)), wanted, {
      own: read.source === 'freehold' ? read.pictures : undefined,
    });
  } finally {
    await archive.release();
  }
}

/** Plans an import once more, takes its pictures and renders its texts. Throws GONE, and then no file is left. */
export async function prepareImport(services: Services, row: ImportRow): Promise<PreparedImport> {
  const { db, files } = services;
  const read = await getStored(files, row.id);
  const plan = await makePlan(services, read, row.choices ?? usualChoices);
  const taken = await takeWanted(services, row.id, read, plan.pictures);
  try {
    const shapes = shapesWith(db, taken.added);
    const links = await linksOf(db, read, plan.items);
    const surroundings = { taken: taken.ids, shapes, dist: services.dist, links };
    const made = plan.items.filter(({ fate }) => fate === 'new');
    const posts: ReadyPost[] = [];
    const projects: ReadyProject[] = [];
    const unfit = new Set<PlannedItem>();
    for (const line of made) {
      const post = line.kind === 'post' ? read.posts[line.position] : undefined;
      const project = line.kind === 'project' ? read.projects[line.position] : undefined;
      const readyOne = post && (await readyPost(read.source, post, line, surroundings).catch(withoutComplex));
      if (readyOne) posts.push(readyOne);
      const readyOther = project && (await readyProject(project, line, surroundings).catch(withoutComplex));
      if (readyOther) projects.push(readyOther);
      if (!readyOne && !readyOther) unfit.add(line);
    }
    const fills = await readyFills(db, read, plan.items, surroundings, unfit);
    const replaced = plan.documents.filter(({ fate }) => fate === 'new' && plan.choices.documents === 'take');
    const known = await shapes([...taken.ids.values()]);
    const pictureHere = (id: string) => {
      const own = taken.ids.get(`${read.folder}pictures/${id}.webp`);
      const shape = own === undefined ? undefined : known.get(own);
      return own && shape ? { ...shape, id: own } : undefined;
    };
    const notes = [...read.notes];
    const documents = await readyDocuments(
      read.documents.filter(({ key }) => replaced.some(line => line.key === key)),
      { ...surroundings, pictureHere },
      notes,
    );
    const { members } = read;
    const report = reportOf(
      { ...read, notes },
      plan.items.map(line => (unfit.has(line) ? { ...line, fate: 'refused', notes: [...line.notes, UNFIT] } : line)),
      plan.redirects,
    );
    return {
      members,
      report,
      source: read.source,
      choices: plan.choices,
      items: plan.items,
      taken,
      posts,
      projects,
      fills,
      redirects: plan.redirects.planned,
      sourceIds: read.posts.map(({ sourceId }) => sourceId),
      documents,
    };
  } catch (error) {
    await removeTaken(files, taken.added);
    throw error;
  }
}

/** Makes ready what is added to posts that are here already. */
async function readyFills(
  db: Db,
  read: StoredImport,
  items: readonly PlannedItem[],
  surroundings: Surroundings,
  unfit: Set<PlannedItem>,
): Promise<ReadyFill[]> {
  const lines = items.filter(({ kind, fills }) => kind === 'post' && fills > 0);
  if (lines.length === 0) return [];
  const here = await listFillable(db, read);
  const ready: ReadyFill[] = [];
  for (const line of lines) {
    const source = read.posts[line.position];
    const post = source && here.get(source.sourceId);
    if (!post) continue;
    const fill = await readyFill(source, post, surroundings).catch(withoutComplex);
    if (fill) ready.push(fill);
    else unfit.add(line);
  }
  return ready;
}

/** Writes all of an import down. What is announced and mailed is what was changed: nobody gets mail. */
export async function writeImport(
  tx: Transaction,
  services: Pick<WritingContext, 'actor' | 'jobs' | 'now' | 'importId'>,
  prepared: PreparedImport,
): Promise<{ outcome: ImportOutcome; report: ImportReport }> {
  const { source, choices, items, taken, posts, projects, fills, documents } = prepared;
  const context = { ...services, source, choices };
  await writePictures(tx, services, taken.added);
  // First, since an owner who writes here for the first time is named as their profile says.
  await writeDocuments(tx, documents);
  const ids = await writePosts(tx, context, posts);
  await writeProjects(tx, context, projects);
  const completed = await writeFills(tx, context, fills);
  const ofPosts = posts.flatMap(({ post }, place): Said[] => {
    const postId = ids[place];
    return postId === undefined ? [] : [{ subject: { postId, projectId: null }, threads: post.comments }];
  });
  const ofProjects = projects.map(
    ({ project, plan }): Said => ({ subject: { postId: null, projectId: plan.slug }, threads: project.comments }),
  );
  const redirects = await writeRedirects(tx, services, prepared);
  const byId = new Map([...taken.ids].map(([name, id]) => [name.replaceAll(/^.*\/|\.webp$/g, ''), id]));
  const comments = await writeComments(tx, [...ofPosts, ...ofProjects], id => byId.get(id));
  const note = 'Imported with the members of a Ghost archive';
  const subscribers = prepared.members
    ? await takeList(tx, services, { csv: prepared.members, note, dry: false }).catch(withoutAddresses)
    : null;
  const present = items.filter(({ fate }) => fate === 'present').length;
  const outcome = {
    made: posts.length,
    projects: projects.length,
    comments,
    documents: documents.length,
    present,
    completed,
    refused: items.length - present - posts.length - projects.length,
    pictures: taken.added.length,
    redirects,
  };
  return { outcome, report: { ...prepared.report, subscribers } };
}

const UNFIT = 'This text is too complex for a post here.';

/** At most so many entries and posts are named in a report. */
const MOST_NAMED = 200;

function reportOf(
  { notes, skipped }: StoredImport,
  items: readonly PlannedItem[],
  { planned, refused }: RedirectPlan,
): PreparedImport['report'] {
  const noted = items.filter(
    item => item.fate === 'refused' || (item.fate === 'new' && item.notes.length + item.picturesMissing.length > 0),
  );
  return {
    notes: [...notes],
    skipped: skipped.slice(0, MOST_NAMED),
    skippedTotal: skipped.length,
    items: noted.slice(0, MOST_NAMED),
    redirects: { total: planned.length, refused: refused.slice(0, MOST_NAMED), refusedTotal: refused.length },
  };
}

/** A list without any address changes nothing. Throws everything else again. */
export function withoutAddresses(error: unknown): null {
  if (error instanceof AppError && error.code === 'UNPROCESSABLE') return null;
  throw error;
}
