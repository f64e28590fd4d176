import { authorIdOf } from '#features/blog/actions/saving.ts';
import { insertPost } from '#features/blog/queries/writing.ts';
import { insertRevision } from '#features/blog/queries/revisions.ts';
import { type PostContent, postContent } from '#features/blog/contract/writing.ts';
import { excerptOf } from '#features/publishing/rules/texts.ts';
import { publishQueue } from '#features/blog/rules/queues.ts';
import { prepareQueue } from '#features/media/actions/queues.ts';
import { insertPicture } from '#features/media/queries/pictures.ts';
import type { SignedInActor } from '#platform/api/context.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { renderMarkdown, type RenderedText, type Renderings } from '#platform/text/markdown.ts';
import { pictureFile } from '#shared/paths.ts';
import type { ImportChoices, PlannedPost } from '../contract.ts';
import { findAuthorNamed, insertFormerAddresses, insertNamedAuthor, insertPostSource } from '../queries.ts';
import type { ForeignContent, ImportSource } from '../rules/entries.ts';
import { pictureIdOf, withSitePictures } from '../rules/freehold.ts';
import { replacePictures } from '../rules/pictures.ts';
import { addressFor, isAddress, standingOf, type StoredPost } from '../rules/plan.ts';
import type { TakenPictures } from './pictures.ts';

/** A post that is ready to be written down. */
export interface ReadyPost {
  readonly post: StoredPost;
  readonly plan: PlannedPost;
  readonly content: PostContent;
  readonly pending: PostContent | null;
  /** What readers get, of one that they see at once. */
  readonly rendered: RenderedText | undefined;
}

/** The width in which texts name a picture; pages choose the one that they need. */
const TEXT_WIDTH = 800;

/** A post's content with the site's own pictures in it. Undefined where it is none that a post can have. */
function contentHere(
  source: ImportSource,
  content: ForeignContent,
  { found }: StoredPost,
  taken: ReadonlyMap<string, string>,
): PostContent | undefined {
  const idOf = (reference: string | null) => {
    const key = source === 'freehold' ? pictureIdOf(reference) : reference;
    return (key && found[key] && taken.get(found[key])) || null;
  };
  const ids = new Map(Object.entries(found).map(([key, name]) => [key, taken.get(name) ?? key]));
  const { cover, cardPicture, markdown, ...rest } = content;
  const text =
    source === 'freehold'
      ? withSitePictures(markdown, ids)
      : replacePictures(markdown, reference => {
          const id = idOf(reference);
          return id ? { src: pictureFile(id, TEXT_WIDTH, 'webp') } : 'missing';
        });
  const whole = { ...rest, markdown: text, coverId: idOf(cover), cardPictureId: idOf(cardPicture) };
  const parsed = postContent.safeParse(whole);
  return parsed.success ? parsed.data : undefined;
}

/** Makes a post ready: pictures named, and rendered where readers see it at once. Undefined where no post can hold it. */
export async function readyPost(
  source: ImportSource,
  post: StoredPost,
  plan: PlannedPost,
  { taken, shapes }: { taken: TakenPictures['ids']; shapes: NonNullable<Renderings['pictures']> },
): Promise<ReadyPost | undefined> {
  const content = contentHere(source, post.content, post, taken);
  if (!content) return undefined;
  const pending =
    post.pending && plan.status === 'published' ? contentHere(source, post.pending, post, taken) : undefined;
  const shown = plan.status === 'published' || plan.status === 'archived';
  const rendered = shown ? await renderMarkdown(content.markdown, { pictures: shapes }) : undefined;
  const description = content.description || (rendered ? excerptOf(proseIn(rendered.html)) : '');
  return { post, plan, content: { ...content, description }, pending: pending ?? null, rendered };
}

const proseIn = (html: string) =>
  html
    .replaceAll(/<(figure|pre|table)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll(/&#x26;|&amp;/g, '&');

/** Whoever moves things in, and when. */
interface ImportContext {
  readonly actor: SignedInActor;
  readonly jobs: Jobs;
  readonly now: () => Temporal.Instant;
}

/** Writes everything down: pictures, posts with where they came from, their first revision and former addresses. */
export async function writeImport(
  tx: Transaction,
  { actor, jobs, now }: ImportContext,
  input: {
    importId: string;
    source: ImportSource;
    choices: ImportChoices;
    ready: readonly ReadyPost[];
    pictures: TakenPictures['added'];
  },
): Promise<void> {
  const { importId, source, choices, ready, pictures } = input;
  const at = now();
  for (const picture of pictures) {
    await insertPicture(tx, { ...picture, ownerId: actor.userId });
    await jobs.enqueue(tx, prepareQueue, { pictureId: picture.id });
  }
  const own = await authorIdOf(tx, actor);
  const authors = new Map<string, string>();
  const authorOf = async ({ author }: StoredPost) => {
    if (choices.authors === 'own' || !author) return own;
    const known = authors.get(author.name) ?? (await findAuthorNamed(tx, author.name));
    const id = known ?? (await insertNamedAuthor(tx, author));
    authors.set(author.name, id);
    return id;
  };
  for (const one of ready) {
    const { post, plan, content } = one;
    const postId = await insertPost(tx, rowOf(one, await authorOf(post), choices, at));
    await insertRevision(tx, {
      postId,
      version: 1,
      content: one.pending ?? content,
      reason: 'imported',
      savedBy: actor.userId,
      at: dateOf(at),
    });
    await insertPostSource(tx, { postId, importId, source, sourceId: post.sourceId });
    await insertFormerAddresses(tx, postId, formerOf(post, plan, at));
  }
  if (ready.some(({ plan }) => plan.status === 'scheduled')) {
    for (const { plan } of ready) {
      const due = plan.status === 'scheduled' && plan.date ? Temporal.Instant.from(plan.date) : undefined;
      if (due) await jobs.enqueue(tx, publishQueue, {}, { notBefore: due });
    }
  }
  await announceChange(tx, 'blog');
}

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds);

function rowOf(
  { post, plan, content, pending, rendered }: ReadyPost,
  authorId: string,
  choices: ImportChoices,
  now: Temporal.Instant,
): Parameters<typeof insertPost>[1] {
  const standing = standingOf(post, choices, now.toString({ fractionalSecondDigits: 3 }));
  const dated = (instant: string | null) => (instant === null ? null : new Date(instant));
  const publishedAt = dated(standing.publishedAt);
  const createdAt = dated(post.createdAt) ?? publishedAt ?? dateOf(now);
  return {
    ...content,
    pending,
    slug: plan.slug,
    slugChosen: post.slugChosen,
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

/** The addresses below the blog that led to a post elsewhere, its own among them where it is taken here. */
function formerOf(post: StoredPost, { slug }: PlannedPost, now: Temporal.Instant): { slug: string; at: Date }[] {
  const asked = addressFor(post.slug, post.content.title);
  return post.formerSlugs
    .filter(former => isAddress(former.slug) && former.slug !== slug && former.slug !== asked)
    .map(former => ({ slug: former.slug, at: former.at ? new Date(former.at) : dateOf(now) }));
}
