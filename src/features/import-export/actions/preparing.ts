import { join } from 'node:path';
import { listPicturesById } from '#features/media/index.ts';
import type { SectionKey, SiteSections } from '#features/site/contract/content.ts';
import { upsertSection } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { LineWriter } from '#platform/files/lines.ts';
import { openZip } from '#platform/files/zip-reader.ts';
import type { ImportReport, PlannedItem } from '../contract/index.ts';
import { MAX_NAMED } from '../contract/constants.ts';
import { listPostAddressesBySource } from '../queries/existing-content.ts';
import { type ImportRow, updateImport } from '../queries/imports.ts';
import { CommentOrder } from '../rules/freehold-comments.ts';
import { withSitePictures } from '../rules/freehold.ts';
import { isSiteSectionKey, parseArchivedSection, pictureIdsOfDocument } from '../rules/freehold-site-sections.ts';
import { movedLinks } from '../rules/internal-links.ts';
import { DEFAULT_IMPORT_OPTIONS, generateSlug } from '../rules/plan.ts';
import { type RedirectPlan, summarizeRedirects } from '../rules/redirect-plan.ts';
import { toPostStatusFields, toProjectStatusFields } from '../rules/import-status.ts';
import { type EntryReader, getArchiveFile, openEntries, type StoredImport } from './archive-store.ts';
import { prepareBusinessSettings, type Replacement } from './business-settings.ts';
import { ignoreTooComplex } from './import-pool.ts';
import {
  type AddedPicture,
  deleteImportedImages,
  idsByArchiveId,
  extractPictures,
  type ExtractedPictures,
} from './pictures.ts';
import { listFillable, createImportPlan, type ImportPlan } from './plans.ts';
import {
  type PreparedPost,
  type PreparedProject,
  preparePost,
  prepareProject,
  type PrepareContext,
  type PreparedFill,
  prepareFill,
  renderImported,
} from './prepare-entries.ts';
import { archiveLimits } from './parse-archive.ts';

type Services = Pick<ApiServices, 'db' | 'files' | 'now'>;

/** A line of the file of prepared items. */
export type PreparedLine = PreparedPost | PreparedProject | PreparedFill;

/** Everything of an import that is prepared before its transaction; picture files are already stored. */
export type PreparedImport = Awaited<ReturnType<typeof prepareImport>>;

/** Returns pictures by id, including new ones whose rows are not inserted yet. */
function listPicturesWith(db: Db, added: readonly AddedPicture[]): PrepareContext['listPictures'] {
  const known = new Map(added.map(picture => [picture.id, picture]));
  return async ids => {
    const pictures = await listPicturesById(db, ids);
    for (const { id, width, height, placeholderColors } of ids.flatMap(one => known.get(one) ?? [])) {
      pictures.set(id, { id, width, height, placeholderColors });
    }
    return pictures;
  };
}

/** Milliseconds between two updates of an import's progress. */
const PROGRESS_INTERVAL = 500;

type CountPrepared = () => Promise<void>;

/** Returns a function that counts a prepared image or text and, from time to time, stores how many there are. */
function createProgress(db: Db, id: string, { items, pictures }: ImportPlan): CountPrepared {
  const texts = items.filter(({ action, fills }) => action === 'create' || fills > 0);
  const prepareTotal = pictures.size + texts.length;
  let [preparedCount, storedAt] = [0, 0];
  return async () => {
    preparedCount++;
    if (preparedCount < prepareTotal && performance.now() - storedAt < PROGRESS_INTERVAL) return;
    storedAt = performance.now();
    await updateImport(db, id, { preparedCount, prepareTotal });
  };
}

async function extractWanted(
  { db, files }: Services,
  id: string,
  archive: StoredImport,
  wanted: ReadonlySet<string>,
  countPrepared: CountPrepared,
): Promise<ExtractedPictures> {
  if (wanted.size === 0) return { ids: new Map(), added: [] };
  const file = await getArchiveFile(files, id);
  try {
    // The unpacked size was checked at upload; pictures are unpacked one at a time.
    const zip = await openZip(file.path, archiveLimits(Infinity));
    const known = archive.source === 'freehold' ? archive.pictures : undefined;
    return await extractPictures(db, files, zip, { wanted, known, countPrepared });
  } finally {
    await file.release();
  }
}

/**
 * Plans an import again, extracts its pictures, and renders its texts into an empty folder. Throws GONE, and then
 * leaves no picture.
 */
export async function prepareImport(services: Services, row: ImportRow, folder: string) {
  const { db, files } = services;
  const { archive, plan } = await createImportPlan(services, row.id, row.options ?? DEFAULT_IMPORT_OPTIONS);
  const countPrepared = createProgress(db, row.id, plan);
  const pictures = await extractWanted(services, row.id, archive, plan.pictures, countPrepared);
  try {
    const links = await findMovedLinks(db, archive, plan.items);
    const context = { pictureIds: pictures.ids, listPictures: listPicturesWith(db, pictures.added), links };
    const preparedFile = join(folder, 'ready');
    const preparing = { id: row.id, archive, plan, context, preparedFile, countPrepared };
    const { rejected, comments } = await writePrepared(services, preparing);
    const notes = [...archive.notes];
    const documents = await prepareSiteSections(services, archive, plan, { ...context, notes });
    const items = plan.items.map(line =>
      rejected.has(line) ? { ...line, action: 'reject' as const, notes: [...line.notes, TOO_COMPLEX] } : line,
    );
    return {
      members: archive.members,
      report: reportOf({ ...archive, notes }, items, plan.redirects),
      source: archive.source,
      choices: plan.choices,
      items: plan.items,
      pictures,
      /** File of prepared posts, projects and added pictures, one line of JSON each. */
      preparedFile,
      /** Each comment's number, in the file's order. */
      commentNumbers: comments.numbers(),
      redirects: plan.redirects.planned,
      sourceIds: archive.posts.map(({ sourceId }) => sourceId),
      documents,
    };
  } catch (error) {
    await deleteImportedImages(db, files, pictures.added);
    throw error;
  }
}

/** Maps the paths of posts in their archive to their current ones, if different. */
async function findMovedLinks(db: Db, { source, posts }: StoredImport, items: readonly PlannedItem[]) {
  const lines = items.filter(({ kind, action }) => kind === 'post' && action !== 'reject');
  const skipped = lines.flatMap(({ action, position }) => (action === 'skip' ? (posts[position]?.sourceId ?? []) : []));
  const existing = await listPostAddressesBySource(db, source, skipped);
  return movedLinks(
    lines.flatMap(({ position, action, slug }) => {
      const post = posts[position];
      if (!post) return [];
      const oldSlugs = [...new Set([post.slug, generateSlug(post.slug, post.title)])];
      return [{ oldSlugs, slug: (action === 'skip' ? existing.get(post.sourceId)?.slug : undefined) ?? slug }];
    }),
  );
}

interface Preparing {
  readonly id: string;
  readonly archive: StoredImport;
  readonly plan: ImportPlan;
  readonly context: PrepareContext;
  readonly preparedFile: string;
  readonly countPrepared: CountPrepared;
}

/** Prepares each post and project and writes it to a file. Returns invalid ones, and the order of comments. */
async function writePrepared({ db, files }: Services, preparing: Preparing) {
  const { id, archive, plan, context, preparedFile, countPrepared } = preparing;
  const rejected = new Set<PlannedItem>();
  const comments = new CommentOrder();
  const entries = await openEntries(files, id);
  const lines = await LineWriter.create(preparedFile);
  const write = (ready: PreparedLine) => lines.add(JSON.stringify(ready));
  try {
    for (const line of plan.items.filter(({ action }) => action === 'create')) {
      const ready = await prepareEntry(line, preparing, entries).catch(ignoreTooComplex);
      await countPrepared();
      if (!ready) {
        rejected.add(line);
        continue;
      }
      comments.add(ready.item.comments);
      await write(ready);
    }
    const filled = new Map(
      plan.items.flatMap(line => (line.fills > 0 ? [[archive.posts[line.position], line] as const] : [])),
    );
    if (filled.size > 0) {
      for await (const { outline, post } of listFillable(db, archive)) {
        const line = filled.get(outline);
        if (!line) continue;
        const fill = await prepareFill(await entries.readPost(outline), post, context).catch(ignoreTooComplex);
        if (fill) await write(fill);
        else rejected.add(line);
        await countPrepared();
      }
    }
  } finally {
    await lines.close();
    await entries.close();
  }
  return { rejected, comments };
}

async function prepareEntry(
  line: PlannedItem,
  { archive, plan: { choices, now }, context }: Pick<Preparing, 'archive' | 'plan' | 'context'>,
  entries: EntryReader,
) {
  const post = line.kind === 'post' ? archive.posts[line.position] : undefined;
  if (post) {
    const publication = toPostStatusFields(post, choices, now);
    return preparePost(archive.source, await entries.readPost(post), { plan: line, publication }, context);
  }
  const project = line.kind === 'project' ? archive.projects[line.position] : undefined;
  if (!project) return undefined;
  const publication = toProjectStatusFields(project, choices, now);
  return prepareProject(await entries.readProject(project), { plan: line, publication }, context);
}

/**
 * Prepares the site sections that replace existing ones: replaces pictures and renders legal texts. Skips invalid ones;
 * `notes` lists texts that are too complex.
 */
async function prepareSiteSections(
  services: Services,
  archive: StoredImport,
  { documents: planned, choices }: Pick<ImportPlan, 'documents' | 'choices'>,
  { notes, ...context }: PrepareContext & { readonly notes: string[] },
): Promise<Replacement[]> {
  if (choices.siteSections !== 'replace') return [];
  const isReplaced = new Set(planned.filter(({ action }) => action === 'create').map(({ key }) => key));
  const documents = archive.documents.filter(({ key }) => isReplaced.has(key));
  const ids = idsByArchiveId(context.pictureIds);
  const pictures = await context.listPictures(documents.flatMap(pictureIdsOfDocument).flatMap(id => ids.get(id) ?? []));
  const pictureHere = (id: string) => pictures.get(ids.get(id) ?? '');
  const ready: Replacement[] = [];
  for (const { key, value } of documents) {
    if (!isSiteSectionKey(key)) {
      const replacement = await prepareBusinessSettings(key, value, { ...services, findPicture: pictureHere });
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
    const text = await renderImported(markdown, context).catch(ignoreTooComplex);
    if (text) {
      const { html, headings } = text;
      ready.push(tx => upsertSection(tx, key, { ...legal, markdown, html, headings }));
    } else notes.push(`“${legal.title}” wasn’t imported because its text is too complex.`);
  }
  return ready;
}

const TOO_COMPLEX = 'This text is too complex to import.';

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
    items: noted.slice(0, MAX_NAMED),
    redirects: summarizeRedirects(redirects),
  };
}
