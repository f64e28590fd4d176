import type { MailServices } from '#features/mail/actions.ts';
import {
  checkNothingMissing,
  instantOf,
  pastDate,
  proseOf,
  scheduleTime,
  tellOwner,
  tellWriter,
} from '#features/publishing/actions.ts';
import { listPicturesById } from '#features/media/queries/pictures.ts';
import type { Move } from '#features/publishing/contract.ts';
import { insertMove } from '#features/publishing/queries.ts';
import { refusalOf, statusAfter } from '#features/publishing/rules.ts';
import { slugOf } from '#features/publishing/rules/slugs.ts';
import { excerptOf } from '#features/publishing/rules/texts.ts';
import { getSiteContent } from '#features/site/queries.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { saveGallery } from '../queries/galleries.ts';
import { listDueProjects } from '../queries/upkeep.ts';
import { findFreeAddress, getProjectRow, updateAddress, updateProject } from '../queries/writing.ts';
import { columnsOf, missingToPublish } from '../rules/content.ts';
import { publishProjectsQueue } from '../rules/queues.ts';
import {
  followsTitle,
  getProjectToChange,
  standingOf,
  type WritableProject,
  writerOf,
  writtenContent,
} from './drafts.ts';
import { dateOf, keepRevision } from './saving.ts';

type Context = Pick<ApiContext, 'actor'> & MailServices;

interface MoveInput {
  readonly id: string;
  readonly move: Move;
  /** When it is to appear, or under which date. */
  readonly at?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Makes a move with a project (publishing/rules.ts). Answers its id, which the first publication may change. Throws NOT_FOUND;
 * CONFLICT with the reason where the move is not to be made; and BAD_REQUEST where the project lacks something or the time
 * does not fit.
 */
export async function moveProject(tx: Transaction, context: Context, input: MoveInput): Promise<string> {
  const actor = signedInActor(context);
  const row = await getProjectToChange(tx, context, input.id);
  const { project } = row;
  const standing = standingOf(row);
  const refusal = refusalOf(input.move, standing, writerOf(actor, row));
  if (refusal) throw new AppError('CONFLICT', refusal);

  const now = context.now();
  const status = statusAfter(input.move, standing);
  await insertMove(tx, { at: dateOf(now), move: input.move, projectId: project.id, byId: actor.userId });
  const settled = { status, submittedAt: null, scheduledFor: null, changedAt: dateOf(now) };
  const content = writtenContent(row);
  switch (input.move) {
    case 'submit':
      checkNothingMissing(missingToPublish(content));
      await updateProject(tx, project.id, { status, submittedAt: dateOf(now) });
      await keepRevision(tx, context, {
        projectId: project.id,
        version: project.version,
        content,
        reason: 'submitted',
      });
      await tellOwner(tx, context, {
        noun: 'project',
        title: content.title,
        writer: row.author.name ?? 'Somebody',
        link: context.siteUrl + dashboardPaths.updateProject(project.id),
      });
      break;
    case 'publish': {
      const asked = pastDate(await instantOf(tx, input.at), 'project', now);
      const day = asked ? await dayOf(tx, asked) : project.publishedOn;
      checkNothingMissing(missingToPublish(content));
      const id = await publish(tx, context, row, day ?? (await dayOf(tx, now)));
      await tellTheirWriter(tx, context, row, { link: context.siteUrl + paths.project(id) });
      return id;
    }
    case 'schedule': {
      checkNothingMissing(missingToPublish(content));
      const at = scheduleTime(await instantOf(tx, input.at), 'project', now);
      await updateProject(tx, project.id, { ...settled, scheduledFor: dateOf(at) });
      await context.jobs.enqueue(tx, publishProjectsQueue, {}, { notBefore: at });
      break;
    }
    case 'send-back':
      await updateProject(tx, project.id, settled);
      await tellTheirWriter(tx, context, row, {
        link: context.siteUrl + dashboardPaths.updateProject(project.id),
        note: input.note ?? '',
      });
      break;
    case 'discard-changes':
      await updateProject(tx, project.id, { pending: null, submittedAt: null, version: project.version + 1 });
      break;
    default:
      await updateProject(tx, project.id, settled);
      if (project.isPublic && status !== 'published') await announceChange(tx, 'projects');
  }
  return project.id;
}

/** The day that an instant falls on where the owner lives. */
async function dayOf(db: Db, at: Temporal.Instant): Promise<string> {
  const { profile } = await getSiteContent(db, ['profile']);
  return at.toZonedDateTimeISO(profile.timeZone).toPlainDate().toString();
}

/** Tells the writer what somebody else did with their project. */
async function tellTheirWriter(
  tx: Transaction,
  context: Context,
  row: WritableProject,
  about: { link: string; note?: string },
): Promise<void> {
  const { userId, name, email } = row.author;
  if (!name || !email || userId === signedInActor(context).userId) return;
  await tellWriter(tx, context, { name, email }, { noun: 'project', title: writtenContent(row).title, ...about });
}

/** Puts what was written last before the readers, at an address that says its title. Answers its id. */
async function publish(
  tx: Transaction,
  context: Pick<ApiContext, 'now'> & Partial<Pick<ApiContext, 'actor'>>,
  row: Pick<WritableProject, 'project' | 'gallery'>,
  publishedOn: string,
): Promise<string> {
  const { project } = row;
  const content = writtenContent(row);
  const { html, words } = await renderMarkdown(content.markdown, { pictures: ids => listPicturesById(tx, ids) });
  const at = dateOf(context.now());
  await updateProject(tx, project.id, {
    ...columnsOf({ ...content, summary: content.summary || excerptOf(proseOf(html)) }),
    html,
    words,
    status: 'published',
    pending: null,
    submittedAt: null,
    scheduledFor: null,
    publishedOn,
    updatedAt: at,
    changedAt: at,
  });
  await saveGallery(tx, project.id, content.gallery);
  await keepRevision(tx, context, { projectId: project.id, version: project.version, content, reason: 'published' });
  await announceChange(tx, 'projects');
  if (!followsTitle(row)) return project.id;
  const id = await findFreeAddress(tx, slugOf(content.title, 'project'), project.id);
  if (id !== project.id) await updateAddress(tx, project.id, id, at);
  return id;
}

/**
 * Publishes the projects whose time has come, each under the day that it was scheduled for. One that lacks something by now
 * becomes a draft again, so that it keeps no other from its readers. Answers how many were published.
 */
export async function publishScheduled(tx: Transaction, context: Pick<ApiContext, 'now'>): Promise<number> {
  let published = 0;
  for (const id of await listDueProjects(tx, dateOf(context.now()))) {
    const row = await getProjectRow(tx, id);
    if (Object.keys(missingToPublish(writtenContent(row))).length > 0) {
      await updateProject(tx, id, { status: 'draft', scheduledFor: null });
      continue;
    }
    const { scheduledFor } = row.project;
    const due = scheduledFor ? Temporal.Instant.fromEpochMilliseconds(scheduledFor.getTime()) : context.now();
    await insertMove(tx, { at: dateOf(context.now()), move: 'publish', projectId: id });
    await publish(tx, context, row, await dayOf(tx, due));
    published += 1;
  }
  return published;
}
