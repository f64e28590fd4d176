import { getUser } from '#features/accounts/queries/users.ts';
import { authorIdOf } from '#features/blog/actions/saving.ts';
import { revisions } from '#features/blog/queries/revisions.ts';
import { insertPost } from '#features/blog/queries/writing.ts';
import { publishQueue } from '#features/blog/rules/queues.ts';
import { prepareQueue } from '#features/media/actions/queues.ts';
import { insertPicture } from '#features/media/queries/pictures.ts';
import { dateOf } from '#features/publishing/actions.ts';
import { insertRevision } from '#features/publishing/queries/revisions.ts';
import type { SignedInActor } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ImportChoices } from '../contract.ts';
import { findAuthorNamed, insertFormerAddresses, insertNamedAuthor, insertSource } from '../queries/writing.ts';
import type { ForeignProject, ForeignPost, ImportSource } from '../rules/entries.ts';
import { addressFor, isAddress } from '../rules/plan.ts';
import { postStandingOf } from '../rules/standing.ts';
import type { AddedPicture } from './pictures.ts';
import type { ReadyPost } from './ready.ts';

/** Whoever moves things in, when, and how. */
export interface WritingContext {
  readonly actor: SignedInActor;
  readonly jobs: Jobs;
  readonly now: () => Temporal.Instant;
  readonly importId: string;
  readonly source: ImportSource;
  readonly choices: Pick<ImportChoices, 'standing' | 'authors'>;
}

/** An instant of an archive as the database's columns take it. */
export const dated = (instant: string | null) => (instant === null ? null : new Date(instant));

/** Writes the rows of pictures whose files are there, and has their sizes made. */
export async function writePictures(
  tx: Transaction,
  { actor, jobs }: Pick<WritingContext, 'actor' | 'jobs'>,
  pictures: readonly AddedPicture[],
): Promise<void> {
  for (const picture of pictures) {
    await insertPicture(tx, { ...picture, ownerId: actor.userId });
    await jobs.enqueue(tx, prepareQueue, { pictureId: picture.id });
  }
}

/** Writes posts with where they came from, their first revision and former addresses. Their ids, in the same order. */
export async function writePosts(
  tx: Transaction,
  context: WritingContext,
  ready: readonly ReadyPost[],
): Promise<number[]> {
  const { actor, jobs, importId, source, choices } = context;
  const at = context.now();
  const authors = new Map<string, string>();
  const own = (await getUser(tx, actor.userId)).name;
  const authorOf = async ({ post: { author }, avatarId }: ReadyPost) => {
    // Whoever moves house is the same person there and here.
    if (choices.authors === 'own' || !author || author.name === own) return authorIdOf(tx, actor);
    const { name, role } = author;
    const known = authors.get(name) ?? (await findAuthorNamed(tx, name));
    const id = known ?? (await insertNamedAuthor(tx, { name, role, avatarId }));
    authors.set(name, id);
    return id;
  };
  const ids: number[] = [];
  for (const one of ready) {
    const { post, plan, content } = one;
    const postId = await insertPost(tx, rowOf(one, await authorOf(one), choices, at));
    await insertRevision(tx, revisions, postId, {
      version: 1,
      content: one.pending ?? content,
      reason: 'imported',
      savedBy: actor.userId,
      at: dateOf(at),
    });
    await insertSource(tx, { postId, importId, source, sourceId: post.sourceId });
    await insertFormerAddresses(tx, postId, formerOf(post, plan.slug, at));
    if (plan.status === 'scheduled' && plan.date) {
      await jobs.enqueue(tx, publishQueue, {}, { notBefore: Temporal.Instant.from(plan.date) });
    }
    ids.push(postId);
  }
  if (ready.length > 0) await announceChange(tx, 'blog');
  return ids;
}

function rowOf(
  { post, plan, content, pending, rendered }: ReadyPost,
  authorId: string,
  choices: WritingContext['choices'],
  now: Temporal.Instant,
): Parameters<typeof insertPost>[1] {
  const standing = postStandingOf(post, choices, now.toString({ fractionalSecondDigits: 3 }));
  const publishedAt = dated(standing.publishedAt);
  const createdAt = dated(post.createdAt) ?? publishedAt ?? dateOf(now);
  return {
    ...content,
    pending,
    slug: plan.slug,
    slugChosen: post.slugChosen,
    feedSlug: post.feedSlug ?? null,
    commentsOpen: !post.commentsClosed,
    authorId,
    html: rendered?.html ?? '',
    headings: rendered?.headings ?? [],
    words: rendered?.words ?? plan.words,
    likes: post.likes,
    status: standing.status,
    publishedAt,
    scheduledFor: dated(standing.scheduledFor),
    submittedAt: dated(standing.submittedAt),
    createdAt,
    changedAt: dated(post.changedAt) ?? dateOf(now),
    updatedAt: dated(post.updatedAt) ?? publishedAt ?? createdAt,
  };
}

/** The addresses that led to a post or project elsewhere, its own among them where it is taken here. */
export function formerOf(
  item: ForeignPost | ForeignProject,
  slug: string,
  now: Temporal.Instant,
): { slug: string; at: Date }[] {
  const asked = addressFor(item.slug, item.content.title);
  return item.formerSlugs
    .filter(former => isAddress(former.slug) && former.slug !== slug && former.slug !== asked)
    .map(former => ({ slug: former.slug, at: dated(former.at) ?? dateOf(now) }));
}
