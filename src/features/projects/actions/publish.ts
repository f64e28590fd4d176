import { toDate, type PublishContext, type RenderingOf, saveRevision } from '#features/publishing/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { paths } from '#shared/paths.ts';
import { generateProjectId, type StoredProject, updateProjectRow, updateSlug, revisions } from '../queries/drafts.ts';
import { replaceGallery } from '../queries/projects.ts';
import { hasAutomaticSlug, toContentColumns, toLatestContent } from '../rules/content.ts';

/** Publishes the latest content of a project under a slug made from its title. Returns the ID, which that changes. */
export async function publishProject(
  tx: Transaction,
  context: PublishContext,
  renderingOf: RenderingOf,
  row: StoredProject,
  asked: Temporal.Instant | undefined,
): Promise<{ id: string; path: string }> {
  const { entry: project } = row;
  const content = toLatestContent(project, row.gallery);
  const { html, wordCount, excerpt } = renderingOf(content.markdown);
  const now = context.now();
  const at = toDate(now);
  const day = asked ? await dayOf(tx, asked) : project.publishedOn;
  const id = hasAutomaticSlug(project) ? await generateProjectId(tx, content.title, project.id) : project.id;
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
  return { id, path: paths.project(id) };
}

/** Returns the day of an instant in the owner's time zone. */
async function dayOf(db: Db, at: Temporal.Instant): Promise<string> {
  const { profile } = await getSiteSections(db, ['profile']);
  return at.toZonedDateTimeISO(profile.timeZone).toPlainDate().toString();
}
