import { getUser } from '#features/auth/index.ts';
import {
  blogAuthors,
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
import { insertRevision, insertRevisions, type RevisionStore } from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ImportOptions } from '../contract/index.ts';
import { findAuthorByName, insertSlugRedirects, type Subject, updateUnchangedPost } from '../queries/insert-content.ts';
import type { ImportSource } from '../rules/imported-content.ts';
import { flattenThreads } from '../rules/freehold-comments.ts';
import { generateSlug, isSlug } from '../rules/plan.ts';
import { itemSources } from '../tables.ts';
import type { AddedPicture } from './pictures.ts';
import type { PreparedPost, PreparedProject, PreparedFill } from './prepare-entries.ts';

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
  let currentAuthor: { readonly name: string; readonly id: string } | undefined;
  return async ({ item: { author }, avatarId }: PreparedPost): Promise<string> => {
    currentAuthor ??= { name: (await getUser(tx, actor.userId)).name, id: await ensureAuthorId(tx, actor) };
    if (authors === 'me' || !author || author.name === currentAuthor.name) return currentAuthor.id;
    const { name, role } = author;
    let id = byName.get(name) ?? (await findAuthorByName(tx, name));
    if (id === undefined) {
      id = crypto.randomUUID();
      await tx.insert(blogAuthors).values({ id, name, role, avatarId });
    }
    byName.set(name, id);
    return id;
  };
}

/** Inserts posts with their history. Returns their ids by slug. */
export async function insertPreparedPosts(
  tx: Transaction,
  context: ImportContext & { readonly authorIdFor: ReturnType<typeof createAuthorLookup> },
  ready: readonly PreparedPost[],
): Promise<ReadonlyMap<string, number>> {
  if (ready.length === 0) return new Map();
  const now = context.now();
  const rows: Parameters<typeof insertPosts>[1][number][] = [];
  for (const entry of ready) {
    const { item, plan, publication, content, pending, rendered } = entry;
    const publishedAt = toDateOrNull(publication.publishedAt);
    rows.push({
      ...content,
      ...sharedColumns(entry, now, publishedAt),
      unpublishedChanges: pending,
      slug: plan.slug,
      feedSlug: item.feedSlug ?? null,
      commentCount: flattenThreads(item.comments).filter(({ state }) => state === 'published').length,
      authorId: await context.authorIdFor(entry),
      headings: rendered?.headings ?? [],
      likes: item.likes,
      publishedAt,
    });
  }
  const ids = await insertPosts(tx, rows);
  const written = ready.map(entry => {
    const id = ids.get(entry.plan.slug);
    if (id === undefined) throw new Error('A post was not inserted.');
    return { ...entry, id, revision: entry.pending ?? entry.content };
  });
  await insertHistory(tx, context, postHistory, written);
  return ids;
}

/** Returns the columns that posts and projects share, except their content. */
function sharedColumns(
  { item, plan, publication, rendered }: PreparedPost | PreparedProject,
  now: Temporal.Instant,
  publishedAt: Date | null,
) {
  const createdAt = toDateOrNull(item.createdAt) ?? publishedAt ?? toDate(now);
  return {
    hasCustomSlug: item.slugChosen,
    commentsEnabled: !item.commentsClosed,
    html: rendered?.html ?? '',
    wordCount: rendered?.wordCount ?? plan.words,
    status: publication.status,
    scheduledFor: toDateOrNull(publication.scheduledFor),
    submittedAt: toDateOrNull(publication.submittedAt),
    createdAt,
    editedAt: toDateOrNull(item.changedAt) ?? toDate(now),
    updatedAt: toDateOrNull(item.updatedAt) ?? publishedAt ?? createdAt,
  };
}

const postHistory = {
  revisions: postRevisions,
  slugs: postSlugs,
  queue: publishPostsQueue,
  subjectOf: (postId: number) => ({ postId }),
};

const projectHistory = {
  revisions: projectRevisions,
  slugs: projectSlugs,
  queue: publishProjectsQueue,
  subjectOf: (projectId: string) => ({ projectId }),
};

/** Inserts first revisions, sources and former addresses of posts or projects, and schedules their publication. */
async function insertHistory<Id, Content extends { readonly title: string; readonly markdown: string }>(
  tx: Transaction,
  { actor, jobs, importId, source, now }: ImportContext,
  kind: {
    readonly revisions: RevisionStore<Id, Content>;
    readonly slugs: Parameters<typeof insertSlugRedirects>[1];
    readonly queue: typeof publishPostsQueue;
    readonly subjectOf: (id: Id) => Subject;
  },
  written: readonly (Pick<PreparedPost | PreparedProject, 'item' | 'plan' | 'publication' | 'content'> & {
    readonly id: Id;
    readonly revision: Content;
  })[],
): Promise<void> {
  const at = toDate(now());
  await insertRevisions(
    tx,
    kind.revisions,
    written.map(({ id, revision }) => {
      return { id, version: 1, content: revision, reason: 'imported', savedBy: actor.userId, at };
    }),
  );
  await tx
    .insert(itemSources)
    .values(written.map(({ id, item }) => ({ ...kind.subjectOf(id), importId, source, sourceId: item.sourceId })));
  await insertSlugRedirects(
    tx,
    kind.slugs,
    written.flatMap(({ id, item, plan, content }) => {
      const current = [plan.slug, generateSlug(item.slug, content.title)];
      return item.formerSlugs
        .filter(({ slug }) => isSlug(slug) && !current.includes(slug))
        .map(former => ({ ...kind.subjectOf(id), slug: former.slug, replacedAt: toDateOrNull(former.at) ?? at }));
    }),
  );
  for (const { publication } of written) {
    if (publication.scheduledFor === null) continue;
    await jobs.enqueue(tx, kind.queue, {}, { notBefore: Temporal.Instant.from(publication.scheduledFor) });
  }
}

/** Inserts projects with their galleries and history. */
export async function insertPreparedProjects(
  tx: Transaction,
  context: ImportContext & {
    /** Last position of the site's own projects, which come before imported ones. */
    readonly lastPosition: number;
  },
  ready: readonly PreparedProject[],
): Promise<void> {
  if (ready.length === 0) return;
  const { actor, choices, lastPosition, now } = context;
  const { name } = await getUser(tx, actor.userId);
  for (const entry of ready) {
    const { item, plan, content, pending } = entry;
    const isOwn = choices.authors === 'me' || item.owner === name;
    await insertProject(tx, {
      ...toContentColumns(content),
      ...sharedColumns(entry, now(), null),
      id: plan.slug,
      unpublishedChanges: pending,
      // Projects without an account belong to the owner, with the original name.
      authorId: isOwn ? actor.userId : null,
      owner: choices.authors === 'me' ? name : item.owner,
      publishedOn: item.publishedOn,
      position: item.position === null ? null : lastPosition + item.position,
    });
    await replaceGallery(tx, plan.slug, content.gallery);
  }
  const written = ready.map(entry => {
    const { plan, content, pending } = entry;
    const revision = pending ? { ...pending, likes: pending.likes ?? content.likes } : content;
    return { ...entry, id: plan.slug, revision };
  });
  await insertHistory(tx, context, projectHistory, written);
}

/** Saves posts with added pictures, unless they were edited since. Returns how many. */
export async function writeFills(
  tx: Transaction,
  { actor, now }: Pick<ImportContext, 'actor' | 'now'>,
  fills: readonly PreparedFill[],
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
