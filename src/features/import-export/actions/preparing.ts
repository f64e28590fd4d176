import { join } from 'node:path';
import { listPicturesById } from '#features/media/index.ts';
import type { SectionKey, SiteSections } from '#features/site/contract/content.ts';
import { upsertSection } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { LineWriter } from '#platform/files/lines.ts';
import { openZip } from '#platform/files/zip-reader.ts';
import type { ImportReport, PlannedItem } from '../contract/index.ts';
import { MOST_NAMED } from '../contract/constants.ts';
import { listPostAddressesBySource } from '../queries/existing-content.ts';
import type { ImportRow } from '../queries/imports.ts';
import { CommentOrder } from '../rules/freehold-comments.ts';
import { withSitePictures } from '../rules/freehold.ts';
import { isSiteSectionKey, parseArchivedSection, pictureIdsOfDocument } from '../rules/freehold-site-sections.ts';
import { movedLinks } from '../rules/internal-links.ts';
import { DEFAULT_IMPORT_OPTIONS, generateSlug } from '../rules/plan.ts';
import { type RedirectPlan, summarizeRedirects } from '../rules/redirect-plan.ts';
import { toPostStatusFields, toProjectStatusFields } from '../rules/import-status.ts';
import { type EntryReader, getArchiveFile, openEntries, type StoredImport } from './archive-store.ts';
import { prepareBusinessSettings, type Replacement } from './business-settings.ts';
import { withoutComplex } from './import-pool.ts';
import {
  type AddedPicture,
  deleteImportedImages,
  idsByArchiveId,
  takePictures,
  type TakenPictures,
} from './pictures.ts';
import { listFillable, createImportPlan, type ImportPlan } from './plans.ts';
import {
  type PreparedPost,
  type PreparedProject,
  preparePost,
  prepareProject,
  type PrepareContext,
  type ReadyFill,
  readyFill,
  renderImported,
} from './prepare-entries.ts';
import { archiveLimits } from './parse-archive.ts';

type Services = Pick<ApiServices, 'db' | 'dist' | 'files' | 'now'>;

/** A line of the file of prepared items. */
export type Ready = PreparedPost | PreparedProject | ReadyFill;

/** Everything of an import that is prepared before its transaction; picture files are already stored. */
export type PreparedImport = Awaited<ReturnType<typeof prepareImport>>;

/** Returns pictures by id, including new ones whose rows are not inserted yet. */
function shapesWith(db: Db, added: readonly AddedPicture[]): PrepareContext['shapes'] {
  const known = new Map(added.map(picture => [picture.id, picture]));
  return async ids => {
    const shapes = await listPicturesById(db, ids);
    for (const { id, width, height, placeholderColors } of ids.flatMap(one => known.get(one) ?? [])) {
      shapes.set(id, { id, width, height, placeholderColors });
    }
    return shapes;
  };
}

async function takeWanted(
  { db, files }: Services,
  id: string,
  read: StoredImport,
  wanted: ReadonlySet<string>,
): Promise<TakenPictures> {
  if (wanted.size === 0) return { ids: new Map(), added: [] };
  const archive = await getArchiveFile(files, id);
  try {
    // The unpacked size was checked at upload; pictures are unpacked one at a time.
    const zip = await openZip(archive.path, archiveLimits(Infinity));
    return await takePictures(db, files, zip, wanted, read.source === 'freehold' ? read.pictures : undefined);
  } finally {
    await archive.release();
  }
}

/**
 * Plans an import again, takes its pictures, and renders its texts into an empty folder. Throws GONE, and then leaves
 * no picture.
 */
export async function prepareImport(services: Services, row: ImportRow, folder: string) {
  const { db, files, dist } = services;
  const { read, plan } = await createImportPlan(services, row.id, row.options ?? DEFAULT_IMPORT_OPTIONS);
  const taken = await takeWanted(services, row.id, read, plan.pictures);
  try {
    const links = await linksOf(db, read, plan.items);
    const surroundings = { taken: taken.ids, shapes: shapesWith(db, taken.added), dist, links };
    const readyFile = join(folder, 'ready');
    const { unfit, comments } = await writeReady(services, { id: row.id, read, plan, surroundings, readyFile });
    const notes = [...read.notes];
    const documents = await prepareSiteSections(read, plan, surroundings, notes);
    const items = plan.items.map(line =>
      unfit.has(line) ? { ...line, action: 'reject' as const, notes: [...line.notes, UNFIT] } : line,
    );
    return {
      members: read.members,
      report: reportOf({ ...read, notes }, items, plan.redirects),
      source: read.source,
      choices: plan.choices,
      items: plan.items,
      taken,
      /** File of prepared posts, projects and added pictures, one line of JSON each. */
      readyFile,
      /** Each comment's number, in the file's order. */
      commentNumbers: comments.numbers(),
      redirects: plan.redirects.planned,
      sourceIds: read.posts.map(({ sourceId }) => sourceId),
      documents,
    };
  } catch (error) {
    await deleteImportedImages(files, taken.added);
    throw error;
  }
}

/** Maps the paths of posts in their archive to their current ones, if different. */
async function linksOf(db: Db, { source, posts }: StoredImport, items: readonly PlannedItem[]) {
  const lines = items.filter(({ kind, action }) => kind === 'post' && action !== 'reject');
  const present = lines.flatMap(({ action, position }) => (action === 'skip' ? (posts[position]?.sourceId ?? []) : []));
  const here = await listPostAddressesBySource(db, source, present);
  return movedLinks(
    lines.flatMap(({ position, action, slug }) => {
      const post = posts[position];
      if (!post) return [];
      const asked = [...new Set([post.slug, generateSlug(post.slug, post.title)])];
      return [{ asked, slug: (action === 'skip' ? here.get(post.sourceId)?.slug : undefined) ?? slug }];
    }),
  );
}

interface Preparing {
  readonly id: string;
  readonly read: StoredImport;
  readonly plan: ImportPlan;
  readonly surroundings: PrepareContext;
  readonly readyFile: string;
}

/** Prepares each post and project and writes it to a file. Returns invalid ones, and the order of comments. */
async function writeReady({ db, files }: Services, { id, read, plan, surroundings, readyFile }: Preparing) {
  const unfit = new Set<PlannedItem>();
  const comments = new CommentOrder();
  const entries = await openEntries(files, id);
  const lines = await LineWriter.create(readyFile);
  const write = (ready: Ready) => lines.add(JSON.stringify(ready));
  try {
    for (const line of plan.items.filter(({ action }) => action === 'create')) {
      const ready = await readyEntry(line, { read, plan, surroundings }, entries).catch(withoutComplex);
      if (!ready) {
        unfit.add(line);
        continue;
      }
      comments.add(ready.item.comments);
      await write(ready);
    }
    const filled = new Map(
      plan.items.flatMap(line => (line.fills > 0 ? [[read.posts[line.position], line] as const] : [])),
    );
    if (filled.size > 0) {
      for await (const { outline, post } of listFillable(db, read)) {
        const line = filled.get(outline);
        if (!line) continue;
        const fill = await readyFill(await entries.readPost(outline), post, surroundings).catch(withoutComplex);
        if (fill) await write(fill);
        else unfit.add(line);
      }
    }
  } finally {
    await lines.close();
    await entries.close();
  }
  return { unfit, comments };
}

async function readyEntry(
  line: PlannedItem,
  { read, plan: { choices, now }, surroundings }: Pick<Preparing, 'read' | 'plan' | 'surroundings'>,
  entries: EntryReader,
) {
  const post = line.kind === 'post' ? read.posts[line.position] : undefined;
  if (post) {
    const standing = toPostStatusFields(post, choices, now);
    return preparePost(read.source, await entries.readPost(post), { plan: line, standing }, surroundings);
  }
  const project = line.kind === 'project' ? read.projects[line.position] : undefined;
  if (!project) return undefined;
  const standing = toProjectStatusFields(project, choices, now);
  return prepareProject(await entries.readProject(project), { plan: line, standing }, surroundings);
}

/**
 * Prepares the site sections that replace existing ones: replaces pictures and renders legal texts. Skips invalid ones;
 * `notes` lists texts that are too complex.
 */
async function prepareSiteSections(
  read: StoredImport,
  { documents: planned, choices }: Pick<ImportPlan, 'documents' | 'choices'>,
  surroundings: PrepareContext,
  notes: string[],
): Promise<Replacement[]> {
  if (choices.siteSections !== 'replace') return [];
  const isReplaced = new Set(planned.filter(({ action }) => action === 'create').map(({ key }) => key));
  const documents = read.documents.filter(({ key }) => isReplaced.has(key));
  const ids = idsByArchiveId(surroundings.taken);
  const shapes = await surroundings.shapes(documents.flatMap(pictureIdsOfDocument).flatMap(id => ids.get(id) ?? []));
  const pictureHere = (id: string) => {
    const own = ids.get(id) ?? '';
    const shape = shapes.get(own);
    return shape && { ...shape, id: own };
  };
  const ready: Replacement[] = [];
  for (const { key, value } of documents) {
    if (!isSiteSectionKey(key)) {
      const replacement = prepareBusinessSettings(key, value);
      if (replacement) ready.push(replacement);
      continue;
    }
    const parsed = parseArchivedSection<SectionKey>(key, value, pictureHere);
    if ('error' in parsed) continue;
    if (key !== 'privacyPolicy' && key !== 'termsConditions') {
      ready.push(tx => upsertSection<SectionKey>(tx, key, parsed.value));
      continue;
    }
    const legal = parsed.value as SiteSections['privacyPolicy'];
    const markdown = withSitePictures(legal.markdown ?? '', ids);
    const text = await renderImported(markdown, surroundings).catch(withoutComplex);
    if (text) {
      const { html, headings } = text;
      ready.push(tx => upsertSection(tx, key, { ...legal, markdown, html, headings }));
    } else notes.push(`“${legal.title}” was not imported: its text is too complex.`);
  }
  return ready;
}

const UNFIT = 'This text is too complex for a post here.';

function reportOf(
  { notes, skipped, skippedTotal }: StoredImport,
  items: readonly PlannedItem[],
  redirects: RedirectPlan,
): Omit<ImportReport, 'subscribers'> {
  const noted = items.filter(
    item =>
      item.action === 'reject' || (item.action === 'create' && item.notes.length + item.picturesMissing.length > 0),
  );
  return {
    notes: [...notes],
    skipped: [...skipped],
    skippedTotal,
    items: noted.slice(0, MOST_NAMED),
    redirects: summarizeRedirects(redirects),
  };
}
