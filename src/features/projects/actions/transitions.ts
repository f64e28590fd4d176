import type { EmailServices } from '#features/email/index.ts';
import {
  toDate,
  type TransitionInput,
  transitionEntry,
  publishScheduledEntries,
  type PublishableEntry,
  type RenderingOf,
  saveRevision,
  toPublishingState,
  slugOf,
} from '#features/publishing/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { replaceGallery } from '../queries/galleries.ts';
import { revisions } from '../queries/revisions.ts';
import { lockScheduledProjects } from '../queries/cleanup.ts';
import { generateUniqueSlug, getProjectRow, updateSlug, updateProjectRow } from '../queries/drafts.ts';
import { toContentColumns, findPublishErrors } from '../rules/content.ts';
import { publishProjectsQueue } from '../rules/queues.ts';
import {
  hasAutomaticSlug,
  lockEditableProject,
  type EditableProject,
  toEditorRole,
  writtenContent,
} from './list-drafts.ts';

type PublishContext = Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>;
type Row = Pick<EditableProject, 'project' | 'gallery'>;

/**
 * Applies a transition (publishing/actions/transitions.ts). Returns the ID, which the first publication may change.
 * Throws NOT_FOUND, CONFLICT if not allowed, BAD_REQUEST if the project is incomplete or the time invalid.
 */
export async function transitionProject(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'> & EmailServices,
  renderingOf: RenderingOf,
  input: TransitionInput<string>,
): Promise<string> {
  const row = await lockEditableProject(tx, context, input.id);
  const { project, author } = row;
  const { id, version } = project;
  const content = writtenContent(row);
  const text = {
    ...publishable(tx, context, renderingOf, row),
    noun: 'project' as const,
    queue: publishProjectsQueue,
    id,
    title: content.title,
    version,
    standing: toPublishingState({ ...project, hasUnpublishedChanges: project.unpublishedChanges !== null }),
    writer: toEditorRole(requireUser(context), row),
    author,
    editPath: dashboardPaths.updateProject(id),
    readersPath: paths.project,
    keepSubmitted: () => saveRevision(tx, context, revisions, id, { version, content, reason: 'submitted' }),
  };
  return transitionEntry(tx, context, text, input);
}

/** Publishes the projects whose scheduled time has come. Returns how many. */
export async function publishScheduledProjects(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
): Promise<number> {
  return publishScheduledEntries(tx, context, await lockScheduledProjects(tx, toDate(context.now())), async id =>
    publishable(tx, context, renderingOf, await getProjectRow(tx, id)),
  );
}

function publishable(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Row,
): PublishableEntry<string> {
  const { project } = row;
  return {
    subject: { projectId: project.id },
    scheduledFor: project.scheduledFor,
    missing: findPublishErrors(writtenContent(row)),
    update: columns => updateProjectRow(tx, project, columns),
    publish: at => publish(tx, context, renderingOf, row, at),
  };
}

/** Publishes the latest content under a slug made from its title. Returns the ID. */
async function publish(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Row,
  asked: Temporal.Instant | undefined,
): Promise<string> {
  const { project } = row;
  const content = writtenContent(row);
  const { html, wordCount, excerpt } = renderingOf(content.markdown);
  const now = context.now();
  const at = toDate(now);
  const day = asked ? await dayOf(tx, asked) : project.publishedOn;
  const id = hasAutomaticSlug(row)
    ? await generateUniqueSlug(tx, slugOf(content.title, 'project'), project.id)
    : project.id;
  if (id !== project.id) await updateSlug(tx, project, id, at);
  await updateProjectRow(
    tx,
    { ...project, id },
    {
      ...toContentColumns({ ...content, summary: content.summary || excerpt }),
      html,
      wordCount,
      status: 'published',
      unpublishedChanges: null,
      submittedAt: null,
      scheduledFor: null,
      publishedOn: day ?? (await dayOf(tx, now)),
      updatedAt: at,
      editedAt: at,
    },
  );
  await replaceGallery(tx, id, content.gallery);
  await saveRevision(tx, context, revisions, id, { version: project.version, content, reason: 'published' });
  return id;
}

/** Returns the day of an instant in the owner's time zone. */
async function dayOf(db: Db, at: Temporal.Instant): Promise<string> {
  const { profile } = await getSiteSections(db, ['profile']);
  return at.toZonedDateTimeISO(profile.timeZone).toPlainDate().toString();
}
