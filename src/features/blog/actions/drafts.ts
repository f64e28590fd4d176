import { getUser } from '#features/auth/index.ts';
import { holdPictures } from '#features/media/index.ts';
import {
  toDate,
  assertSlugFree,
  assertVersion,
  generateUniqueSlug,
  lockEntry,
  newPublishDate,
  saveRevision,
  estimateWordCount,
} from '#features/publishing/index.ts';
import { getSiteSections } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, AuthenticatedActor } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { PostContent, RevisionSummary } from '../contract/editing.ts';
import { findAuthorIdByUserId, insertAuthor } from '../queries/authors.ts';
import { insertPost, type PostRow, updatePostRow, updateSlugRedirects, revisions } from '../queries/drafts.ts';
import { emptyContent, fromPostRow, isSameContent, toLatestContent, toPostContent } from '../rules/content.ts';
import { postSource } from '../tables.ts';
import { postStore } from './post-store.ts';

type Context = Pick<ApiContext, 'actor' | 'now'>;

type Changes = { [Key in keyof PostContent]?: PostContent[Key] | undefined } & { slug?: string | undefined };

/** Returns the content with the changes applied. */
function applied(before: PostContent, { slug: _slug, ...changes }: Changes): PostContent {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return toPostContent({ ...before, ...given });
}

/** Throws BAD_REQUEST if a picture doesn't exist. */
function checkPictures(tx: Transaction, content: PostContent, before: PostContent): Promise<void> {
  const { coverImageId, socialImageId, markdown } = content;
  const fields = [['coverImageId', coverImageId] as const, ['socialImageId', socialImageId] as const];
  return holdPictures(tx, { fields, markdown, before: [before.coverImageId, before.socialImageId] });
}

/** Returns the author ID of a user; creates the author with their first post. */
export async function ensureAuthorId(tx: Transaction, actor: AuthenticatedActor): Promise<string> {
  const known = await findAuthorIdByUserId(tx, actor.userId);
  if (known) return known;
  const { name } = await getUser(tx, actor.userId);
  const role = actor.role === 'owner' ? (await getSiteSections(tx, ['profile'])).profile.role : 'Guest author';
  return insertAuthor(tx, { userId: actor.userId, name, role });
}

/** Creates a draft for the current user. Returns its ID. */
export async function createPost(tx: Transaction, context: Context, changes: Changes): Promise<number> {
  const actor = requireUser(context);
  const createdAt = toDate(context.now());
  const content = applied(emptyContent, changes);
  await checkPictures(tx, content, emptyContent);
  if (changes.slug) await assertSlugFree(tx, postSource, changes.slug);
  const slug = changes.slug ?? (await generateUniqueSlug(tx, postSource, content.title));
  const id = await insertPost(tx, {
    ...content,
    slug,
    hasCustomSlug: changes.slug !== undefined,
    authorId: await ensureAuthorId(tx, actor),
    html: '',
    headings: [],
    wordCount: estimateWordCount(content.markdown),
    createdAt,
    editedAt: createdAt,
    updatedAt: createdAt,
  });
  await saveRevision(tx, context, revisions, id, { version: 1, content, reason: 'saved' });
  return id;
}

/**
 * Saves a post if it is still at the version that the writer saw. Changes to a published post stay pending until
 * published. Returns its ID. Throws NOT_FOUND, CONFLICT if it was saved since or is deleted, and BAD_REQUEST.
 */
export async function updatePost(
  tx: Transaction,
  context: Context,
  input: Changes & { blogId: number; version: number },
  reason: RevisionSummary['reason'] = 'saved',
): Promise<number> {
  const { blogId, version, ...changes } = input;
  const { entry: post } = await lockEntry(tx, context, postStore, blogId);
  assertVersion(post, version, 'post');
  const before = toLatestContent(post);
  const content = applied(before, changes);
  await checkPictures(tx, content, before);
  const at = toDate(context.now());
  const slug = await slugFor(tx, post, content, changes.slug, at);
  const hasCustomSlug = post.hasCustomSlug || changes.slug !== undefined;
  const isSameAddress = slug === post.slug && hasCustomSlug === post.hasCustomSlug;
  if (isSameContent(content, before) && isSameAddress && reason === 'saved') return blogId;
  await updatePostRow(tx, post, {
    ...(post.status === 'published' ? { unpublishedChanges: pendingBeside(post, content) } : columnsOf(content)),
    slug,
    hasCustomSlug,
    // With a new ID, feed readers would show the post again.
    ...(slug !== post.slug && post.publishedAt ? { feedSlug: post.feedSlug ?? post.slug } : {}),
    version: post.version + 1,
    isSample: false,
    editedAt: at,
  });
  const revision = { version: post.version + 1, content, reason };
  await saveRevision(tx, context, revisions, post.id, revision, { content: before, at: post.editedAt });
  return blogId;
}

/** Returns the pending changes of a published post; null if the content equals the published one. */
function pendingBeside(post: PostRow, content: PostContent): PostContent | null {
  return isSameContent(content, fromPostRow(post)) ? null : content;
}

/** Returns the columns of a save that readers don't see; the HTML is rendered on publishing. */
function columnsOf(content: PostContent) {
  return { ...content, wordCount: estimateWordCount(content.markdown) };
}

async function slugFor(
  tx: Transaction,
  post: PostRow,
  { title }: PostContent,
  chosen: string | undefined,
  at: Date,
): Promise<string> {
  if (chosen !== undefined && chosen !== post.slug) {
    await assertSlugFree(tx, postSource, chosen, post.id);
    await updateSlugRedirects(tx, post, chosen, at);
    return chosen;
  }
  const follows = chosen === undefined && !post.hasCustomSlug && !post.publishedAt && title !== post.title;
  return follows ? generateUniqueSlug(tx, postSource, title, post.id) : post.slug;
}

/** Changes the date that a post is listed under. Throws NOT_FOUND, and what `newPublishDate` throws. */
export async function setPublishDate(
  tx: Transaction,
  context: Context,
  { id, publishAt }: { id: number; publishAt: string },
): Promise<void> {
  const row = await lockEntry(tx, context, postStore, id);
  const { entry: post } = row;
  const hasBeenPublished = post.publishedAt !== null;
  const publishedAt = toDate(await newPublishDate(tx, context, postStore, row, { publishAt, hasBeenPublished }));
  const isUnchanged = post.updatedAt.getTime() === post.publishedAt?.getTime();
  const updatedAt = isUnchanged || post.updatedAt < publishedAt ? publishedAt : post.updatedAt;
  await updatePostRow(tx, post, { publishedAt, updatedAt, isSample: false });
}
