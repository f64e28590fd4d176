import type { MailServices } from '#features/email/actions.ts';
import { dateOf } from '#features/publishing/actions/scheduling.ts';
import {
  type MoveInput,
  moveText,
  publishDueTexts,
  type PublishableText,
} from '#features/publishing/actions/transitions.ts';
import type { RenderingOf } from '#features/publishing/actions/rendering.ts';
import { keepRevision } from '#features/publishing/actions/revisions.ts';
import { standingOf } from '#features/publishing/rules/transitions.ts';
import { slugOf } from '#features/publishing/rules/slugs.ts';
import { getSiteContent } from '#features/site/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { saveGallery } from '../queries/galleries.ts';
import { revisions } from '../queries/revisions.ts';
import { listDueProjects } from '../queries/cleanup.ts';
import { findFreeAddress, getProjectRow, updateAddress, updateProject } from '../queries/drafts.ts';
import { columnsOf, missingToPublish } from '../rules/content.ts';
import { publishProjectsQueue } from '../rules/queues.ts';
import { followsTitle, getProjectToChange, type WritableProject, writerOf, writtenContent } from './list-drafts.ts';

type PublishContext = Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>;
type Row = Pick<WritableProject, 'project' | 'gallery'>;

/**
 * Makes a move with a project (publishing/actions/moving.ts). Answers its id, which the first publication may change. Throws
 * NOT_FOUND; CONFLICT with the reason where the move is not to be made; and BAD_REQUEST where the project lacks something or
 * the time does not fit.
 */
export async function moveProject(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'> & MailServices,
  renderingOf: RenderingOf,
  input: MoveInput<string>,
): Promise<string> {
  const row = await getProjectToChange(tx, context, input.id);
  const { project, author } = row;
  const { id, version, isPublic } = project;
  const content = writtenContent(row);
  const text = {
    ...publishable(tx, context, renderingOf, row),
    noun: 'project' as const,
    feature: 'projects' as const,
    queue: publishProjectsQueue,
    id,
    title: content.title,
    version,
    isPublic,
    standing: standingOf({ ...project, hasPending: project.pending !== null }),
    writer: writerOf(signedInActor(context), row),
    author,
    editPath: dashboardPaths.updateProject(id),
    readersPath: paths.project,
    keepSubmitted: () => keepRevision(tx, context, revisions, id, { version, content, reason: 'submitted' }),
  };
  return moveText(tx, context, text, input);
}

/** Publishes the projects whose time has come. Answers how many were published. */
export async function publishScheduled(
  tx: Transaction,
  context: Pick<ApiContext, 'now'>,
  renderingOf: RenderingOf,
): Promise<number> {
  return publishDueTexts(tx, context, await listDueProjects(tx, dateOf(context.now())), async id =>
    publishable(tx, context, renderingOf, await getProjectRow(tx, id)),
  );
}

function publishable(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Row,
): PublishableText<string> {
  const { project } = row;
  return {
    subject: { projectId: project.id },
    scheduledFor: project.scheduledFor,
    missing: missingToPublish(writtenContent(row)),
    update: columns => updateProject(tx, project.id, columns),
    publish: at => publish(tx, context, renderingOf, row, at),
  };
}

/** Puts what was written last before the readers, at an address that says its title. Answers its id. */
async function publish(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: Row,
  asked: Temporal.Instant | undefined,
): Promise<string> {
  const { project } = row;
  const content = writtenContent(row);
  const { html, words, excerpt } = renderingOf(content.markdown);
  const now = context.now();
  const at = dateOf(now);
  const day = asked ? await dayOf(tx, asked) : project.publishedOn;
  await updateProject(tx, project.id, {
    ...columnsOf({ ...content, summary: content.summary || excerpt }),
    html,
    words,
    status: 'published',
    pending: null,
    submittedAt: null,
    scheduledFor: null,
    publishedOn: day ?? (await dayOf(tx, now)),
    updatedAt: at,
    changedAt: at,
  });
  await saveGallery(tx, project.id, content.gallery);
  await keepRevision(tx, context, revisions, project.id, { version: project.version, content, reason: 'published' });
  await announceChange(tx, 'projects');
  if (!followsTitle(row)) return project.id;
  const id = await findFreeAddress(tx, slugOf(content.title, 'project'), project.id);
  if (id !== project.id) await updateAddress(tx, project.id, id, at);
  return id;
}

/** The day that an instant falls on where the owner lives. */
async function dayOf(db: Db, at: Temporal.Instant): Promise<string> {
  const { profile } = await getSiteContent(db, ['profile']);
  return at.toZonedDateTimeISO(profile.timeZone).toPlainDate().toString();
}
