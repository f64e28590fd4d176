import { getUser } from '#features/auth/index.ts';
import {
  ensureAuthorId,
  insertPosts,
  postSlugs,
  publishPostsQueue,
  revisions as postRevisions,
} from '#features/blog/index.ts';
import { generateImageSizesQueue, insertPicture } from '#features/media/index.ts';
import {
  insertProject,
  projectSlugs,
  publishProjectsQueue,
  replaceGallery,
  revisions as projectRevisions,
  toContentColumns,
} from '#features/projects/index.ts';
import { toDate, insertRevision, insertRevisions } from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ImportOptions } from '../contract/index.ts';
import {
  findAuthorByName,
  insertSlugRedirects,
  insertAuthor,
  insertSources,
  updateUnchangedPost,
} from '../queries/insert-content.ts';
import type { ImportedPost, ImportedProject, ImportSource } from '../rules/imported-content.ts';
import { flattenThreads, type ImportedThread } from '../rules/freehold-comments.ts';
import { generateSlug, isSlug } from '../rules/plan.ts';
import type { AddedPicture } from './pictures.ts';
import type { PreparedPost, PreparedProject, ReadyFill } from './prepare-entries.ts';

export interface ImportContext {
  readonly actor: AuthenticatedActor;
  readonly jobs: Jobs;
  readonly now: () => Temporal.Instant;
  readonly importId: string;
  readonly source: ImportSource;
  readonly choices: Pick<ImportOptions, 'authors'>;
}

/** Converts an archive's instant for the database's timestamp columns. */
export const toDateOrNull = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Inserts rows of stored pictures, and queues their sizes. */
export async function writePictures(
  tx: Transaction,
  { actor, jobs }: Pick<ImportContext, 'actor' | 'jobs'>,
  pictures: readonly AddedPicture[],
): Promise<void> {
  for (const picture of pictures) {
    await insertPicture(tx, { ...picture, ownerId: actor.userId });
    await jobs.enqueue(tx, generateImageSizesQueue, { pictureId: picture.id });
  }
}

/**
 * Returns a function that finds or adds the author of an imported post, with one query per name. The importing user
 * stays the same person.
 */
export function createAuthorLookup(
  tx: Transaction,
  actor: AuthenticatedActor,
  { authors }: Pick<ImportOptions, 'authors'>,
) {
  const byName = new Map<string, string>();
  let own: { readonly name: string; readonly id: string } | undefined;
  return async ({ post: { author }, avatarId }: PreparedPost): Promise<string> => {
    own ??= { name: (await getUser(tx, actor.userId)).name, id: await ensureAuthorId(tx, actor) };
    if (authors === 'me' || !author || author.name === own.name) return own.id;
    const { name, role } = author;
    const id =
      byName.get(name) ?? (await findAuthorByName(tx, name)) ?? (await insertAuthor(tx, { name, role, avatarId }));
    byName.set(name, id);
    return id;
  };
}

/** Inserts posts with sources, first revisions and former addresses. Returns their ids by slug. */
export async function writePosts(
  tx: Transaction,
  context: ImportContext & { readonly authorIdFor: ReturnType<typeof createAuthorLookup> },
  ready: readonly PreparedPost[],
): Promise<ReadonlyMap<string, number>> {
  if (ready.length === 0) return new Map();
  const { actor, jobs, importId, source, authorIdFor } = context;
  const at = context.now();
  const rows: Parameters<typeof insertPosts>[1][number][] = [];
  for (const one of ready) rows.push(rowOf(one, await authorIdFor(one), at));
  const ids = await insertPosts(tx, rows);
  const written = ready.map(one => ({ ...one, id: idIn(ids, one.plan.slug) }));
  await insertRevisions(
    tx,
    postRevisions,
    written.map(({ id, content, pending }) => ({
      id,
      version: 1,
      content: pending ?? content,
      reason: 'imported',
      savedBy: actor.userId,
      at: toDate(at),
    })),
  );
  await insertSources(
    tx,
    written.map(({ id, post }) => ({ postId: id, importId, source, sourceId: post.sourceId })),
  );
  await insertSlugRedirects(
    tx,
    postSlugs,
    written.flatMap(({ id, post, plan, content }) =>
      listSlugRedirects(post, content.title, plan.slug, at).map(former => ({ ...former, postId: id })),
    ),
  );
  for (const { standing } of ready) {
    if (standing.scheduledFor === null) continue;
    await jobs.enqueue(tx, publishPostsQueue, {}, { notBefore: Temporal.Instant.from(standing.scheduledFor) });
  }
  return ids;
}

function idIn(ids: ReadonlyMap<string, number>, slug: string): number {
  const id = ids.get(slug);
  if (id === undefined) throw new Error('A post was not written.');
  return id;
}

function rowOf(
  { post, plan, standing, content, pending, rendered }: PreparedPost,
  authorId: string,
  now: Temporal.Instant,
): Parameters<typeof insertPosts>[1][number] {
  const publishedAt = toDateOrNull(standing.publishedAt);
  const createdAt = toDateOrNull(post.createdAt) ?? publishedAt ?? toDate(now);
  return {
    ...content,
    unpublishedChanges: pending,
    slug: plan.slug,
    hasCustomSlug: post.slugChosen,
    feedSlug: post.feedSlug ?? null,
    commentsEnabled: !post.commentsClosed,
    commentCount: countShown(post.comments),
    authorId,
    html: rendered?.html ?? '',
    headings: rendered?.headings ?? [],
    wordCount: rendered?.wordCount ?? plan.words,
    likes: post.likes,
    status: standing.status,
    publishedAt,
    scheduledFor: toDateOrNull(standing.scheduledFor),
    submittedAt: toDateOrNull(standing.submittedAt),
    createdAt,
    editedAt: toDateOrNull(post.changedAt) ?? toDate(now),
    updatedAt: toDateOrNull(post.updatedAt) ?? publishedAt ?? createdAt,
  };
}

const countShown = (threads: readonly ImportedThread[]) =>
  flattenThreads(threads).filter(({ state }) => state === 'published').length;

/** Lists former addresses of a post or project, without its current one. */
function listSlugRedirects(
  { slug: asked, formerSlugs }: Pick<ImportedPost | ImportedProject, 'slug' | 'formerSlugs'>,
  title: string,
  slug: string,
  now: Temporal.Instant,
): { slug: string; replacedAt: Date }[] {
  const wish = generateSlug(asked, title);
  return formerSlugs
    .filter(former => isSlug(former.slug) && former.slug !== slug && former.slug !== wish)
    .map(former => ({ slug: former.slug, replacedAt: toDateOrNull(former.at) ?? toDate(now) }));
}

/** Writes projects with their galleries, where they came from, their first revision and former addresses. */
export async function insertProjects(
  tx: Transaction,
  context: ImportContext & {
    /** Last position of the site's own projects, which come before imported ones. */
    readonly lastPosition: number;
  },
  ready: readonly PreparedProject[],
): Promise<void> {
  if (ready.length === 0) return;
  const { actor, jobs, importId, source, choices } = context;
  const at = context.now();
  const { name } = await getUser(tx, actor.userId);
  for (const { project, plan, standing, content, pending, rendered } of ready) {
    const { status, scheduledFor, submittedAt } = standing;
    const own = choices.authors === 'me' || project.owner === name;
    const createdAt = toDateOrNull(project.createdAt) ?? toDate(at);
    await insertProject(tx, {
      ...toContentColumns(content),
      id: plan.slug,
      hasCustomSlug: project.slugChosen,
      commentsEnabled: !project.commentsClosed,
      unpublishedChanges: pending,
      // Projects without an account belong to the owner, with the original name.
      authorId: own ? actor.userId : null,
      owner: choices.authors === 'me' ? name : project.owner,
      html: rendered?.html ?? '',
      wordCount: rendered?.wordCount ?? plan.words,
      status,
      publishedOn: project.publishedOn,
      scheduledFor: toDateOrNull(scheduledFor),
      submittedAt: toDateOrNull(submittedAt),
      position: project.position === null ? null : context.lastPosition + project.position,
      createdAt,
      editedAt: toDateOrNull(project.changedAt) ?? toDate(at),
      updatedAt: toDateOrNull(project.updatedAt) ?? createdAt,
    });
    await replaceGallery(tx, plan.slug, content.gallery);
    if (scheduledFor) {
      await jobs.enqueue(tx, publishProjectsQueue, {}, { notBefore: Temporal.Instant.from(scheduledFor) });
    }
  }
  await insertRevisions(
    tx,
    projectRevisions,
    ready.map(({ plan, content, pending }) => ({
      id: plan.slug,
      version: 1,
      content: pending ? { ...pending, likes: pending.likes ?? content.likes } : content,
      reason: 'imported',
      savedBy: actor.userId,
      at: toDate(at),
    })),
  );
  await insertSources(
    tx,
    ready.map(({ project, plan }) => ({ projectId: plan.slug, importId, source, sourceId: project.sourceId })),
  );
  await insertSlugRedirects(
    tx,
    projectSlugs,
    ready.flatMap(({ project, plan, content }) =>
      listSlugRedirects(project, content.title, plan.slug, at).map(former => ({ ...former, projectId: plan.slug })),
    ),
  );
}

/** Saves posts with added pictures, unless they were edited since. Returns how many. */
export async function writeFills(
  tx: Transaction,
  { actor, now }: Pick<ImportContext, 'actor' | 'now'>,
  fills: readonly ReadyFill[],
): Promise<number> {
  const at = toDate(now());
  let written = 0;
  for (const { postId, version, content, pending, rendered } of fills) {
    const values = { ...content, ...rendered, unpublishedChanges: pending, version: version + 1, editedAt: at };
    if (!(await updateUnchangedPost(tx, postId, version, values))) continue;
    const revision = { version: version + 1, content: pending ?? content, reason: 'imported' as const };
    await insertRevision(tx, postRevisions, postId, { ...revision, savedBy: actor.userId, at });
    written++;
  }
  return written;
}
