import { getUser } from '#features/auth/index.ts';
import {
  applyChanges,
  createDraft,
  type EntryStore,
  estimateWordCount,
  generateUniqueSlug,
  updateDraft,
  type WritingContext,
} from '#features/publishing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getOwnerDate } from '#features/site/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import { paths } from '#shared/paths.ts';
import type { ProjectInput, ProjectContent } from '../contract/drafts.ts';
import {
  findEditableProject,
  getProjectRow,
  insertProject,
  revisions,
  type StoredProject,
  updateProjectRow,
  updateSlug,
} from '../queries/drafts.ts';
import { replaceGallery } from '../queries/projects.ts';
import { isOwnProject } from '../rules/authors.ts';
import {
  createEmptyContent,
  diffUnpublishedChanges,
  findPublishErrors,
  hasAutomaticSlug,
  toContentColumns,
  toLatestContent,
  toProjectContent,
} from '../rules/content.ts';
import { publishProjectsQueue } from '../rules/queues.ts';
import { projectSource } from '../tables.ts';

/** How projects are stored and published. */
export const projectStore: EntryStore<StoredProject, ProjectContent> = {
  ...projectSource,
  queue: publishProjectsQueue,
  revisions,
  findEditable: findEditableProject,
  getRow: getProjectRow,
  async insert(tx, { userId: authorId }, content, { slug: id, ...columns }) {
    const { name: owner } = await getUser(tx, authorId);
    await insertProject(tx, { ...toContentColumns(content), ...columns, id, authorId, owner });
    await replaceGallery(tx, id, content.gallery);
    return id;
  },
  update: updateProjectRow,
  async save(tx, row, content, changes) {
    const { entry, gallery } = row;
    if (entry.status === 'published') {
      const unpublishedChanges = diffUnpublishedChanges(entry, gallery, content);
      return updateProjectRow(tx, entry, { ...changes, unpublishedChanges });
    }
    const wordCount = estimateWordCount(content.markdown);
    await updateProjectRow(tx, entry, { ...changes, ...toContentColumns(content), wordCount });
    await replaceGallery(tx, entry.id, content.gallery);
  },
  updateSlug,
  /** Publishes a project under a slug made from its title, unless it was chosen. */
  async publish(tx, { entry }, content, { html, wordCount, excerpt }, { now, asked }) {
    const at = toDate(now);
    const day = asked ? await getOwnerDate(tx, asked) : entry.publishedOn;
    const isAutomatic = hasAutomaticSlug(entry);
    const id = isAutomatic ? await generateUniqueSlug(tx, projectSource, content.title, entry.id) : entry.id;
    if (id !== entry.id) await updateSlug(tx, entry, id, at);
    const before = { ...entry, id };
    await updateProjectRow(tx, before, {
      ...toContentColumns({ ...content, summary: content.summary || excerpt }),
      html,
      wordCount,
      status: 'published',
      unpublishedChanges: null,
      submittedAt: null,
      scheduledFor: null,
      publishedOn: day ?? (await getOwnerDate(tx, now)),
      updatedAt: at,
      editedAt: at,
    });
    await replaceGallery(tx, id, content.gallery);
    return { id, path: paths.project(id) };
  },
  isOwn: isOwnProject,
  getSlug: ({ id }) => id,
  hasBeenPublished: ({ publishedOn }) => publishedOn !== null,
  toPublishDate: ({ updatedAt }, date, publishedOn) => ({
    publishedOn,
    updatedAt: updatedAt < date ? date : updatedAt,
  }),
  toContent: ({ entry, gallery }) => toLatestContent(entry, gallery),
  findPublishErrors,
  toLogColumns: projectId => ({ projectId }),
  editPath: dashboardPaths.updateProject,
  previewPath: paths.projectPreview,
};

type Changes = Partial<ProjectInput>;

/** Returns the content with the changes applied. Throws BAD_REQUEST for an invalid price. */
function applyInput(before: ProjectContent, { price, currency, ...changes }: Omit<Changes, 'slug'>): ProjectContent {
  return toProjectContent({ ...applyChanges(before, changes), price: updatePrice(before, price, currency) });
}

function updatePrice({ price }: ProjectContent, text: string | undefined, currency = price.currency) {
  if (text === undefined) {
    // The same number in another currency would be a different price, unless it is zero.
    if (currency === price.currency || price.minor === 0) return { ...price, currency };
    const message = 'Enter the price in the new currency.';
    throw new AppError('BAD_REQUEST', message, { price: message });
  }
  const parsed = parseAmount(text.trim() === '' ? '0' : text, currency);
  if ('error' in parsed) throw new AppError('BAD_REQUEST', parsed.error, { price: parsed.error });
  return parsed.amount;
}

/** Creates a draft for the current user. Returns its ID. */
export async function createProject(
  tx: Transaction,
  context: WritingContext,
  { slug, ...changes }: Changes,
): Promise<string> {
  const { defaultCurrency } = await getSettings(tx);
  return createDraft(tx, context, projectStore, applyInput(createEmptyContent(defaultCurrency), changes), slug);
}

/** Saves a project. Returns its ID, which a new slug changes. Throws like `updateDraft`. */
export function updateProject(
  tx: Transaction,
  context: WritingContext,
  { id, version, slug, ...changes }: Changes & { id: string; version: number },
): Promise<string> {
  return updateDraft(tx, context, projectStore, { id, version, slug }, before => applyInput(before, changes));
}

/** Saves the content of a revision as the current content; the like count stays. Throws like `updateDraft`. */
export function restoreRevision(
  tx: Transaction,
  context: WritingContext,
  { content, ...revision }: { id: string; version: number; content: ProjectContent },
): Promise<string> {
  const restore = ({ likes }: ProjectContent) => ({ ...toProjectContent(content), likes });
  return updateDraft(tx, context, projectStore, revision, restore, 'restored');
}
