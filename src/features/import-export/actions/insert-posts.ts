import { getUser } from '#features/auth/index.ts';
import { ensureAuthorId, revisions, insertPosts, publishPostsQueue } from '#features/blog/index.ts';
import { generateImageSizesQueue, insertPicture } from '#features/media/index.ts';
import { toDate, insertRevisions } from '#features/publishing/index.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ImportOptions } from '../contract/index.ts';
import { findAuthorByName, insertPostSlugRedirects, insertAuthor, insertSources } from '../queries/insert-content.ts';
import type { ImportedPost, ImportedProject, ImportedThread, ImportSource } from '../rules/imported-content.ts';
import { flattenThreads } from '../rules/freehold-comments.ts';
import { generateSlug, isSlug } from '../rules/plan.ts';
import type { AddedPicture } from './pictures.ts';
import type { PreparedPost } from './prepare-entries.ts';

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

/** Assigns authors to imported posts, with one query per name. */
export class Authors {
  readonly #tx: Transaction;
  readonly #actor: AuthenticatedActor;
  readonly #choice: ImportOptions['authors'];
  readonly #byName = new Map<string, string>();
  #own: { readonly name: string; readonly id: string } | undefined;

  constructor(tx: Transaction, actor: AuthenticatedActor, { authors }: Pick<ImportOptions, 'authors'>) {
    this.#tx = tx;
    this.#actor = actor;
    this.#choice = authors;
  }

  /** Returns the post's author on this site. The importing user stays the same person. */
  async idFor({ post: { author }, avatarId }: PreparedPost): Promise<string> {
    this.#own ??= {
      name: (await getUser(this.#tx, this.#actor.userId)).name,
      id: await ensureAuthorId(this.#tx, this.#actor),
    };
    if (this.#choice === 'me' || !author || author.name === this.#own.name) return this.#own.id;
    const { name, role } = author;
    const id =
      this.#byName.get(name) ??
      (await findAuthorByName(this.#tx, name)) ??
      (await insertAuthor(this.#tx, { name, role, avatarId }));
    this.#byName.set(name, id);
    return id;
  }
}

/** Inserts posts with sources, first revisions and former addresses. Returns their ids by slug. */
export async function writePosts(
  tx: Transaction,
  context: ImportContext & { readonly authors: Authors },
  ready: readonly PreparedPost[],
): Promise<ReadonlyMap<string, number>> {
  if (ready.length === 0) return new Map();
  const { actor, jobs, importId, source, authors } = context;
  const at = context.now();
  const rows: Parameters<typeof insertPosts>[1][number][] = [];
  for (const one of ready) rows.push(rowOf(one, await authors.idFor(one), at));
  const ids = await insertPosts(tx, rows);
  const written = ready.map(one => ({ ...one, id: idIn(ids, one.plan.slug) }));
  await insertRevisions(
    tx,
    revisions,
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
  await insertPostSlugRedirects(
    tx,
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
export function listSlugRedirects(
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
