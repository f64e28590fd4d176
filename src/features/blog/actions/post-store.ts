import {
  applyChanges,
  createDraft,
  type EntryStore,
  generateUniqueSlug,
  estimateWordCount,
  updateDraft,
  type WritingContext,
} from '#features/publishing/index.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { PostContent } from '../contract/editing.ts';
import { ensureAuthorId } from '../queries/authors.ts';
import {
  findEditablePost,
  getPostRow,
  insertPost,
  type PostRow,
  revisions,
  updatePostRow,
  updatePostSlug,
} from '../queries/drafts.ts';
import {
  diffUnpublishedChanges,
  emptyContent,
  findPublishErrors,
  toLatestContent,
  toPostContent,
} from '../rules/content.ts';
import { publishPostsQueue } from '../rules/queues.ts';
import { postSource } from '../tables.ts';

/** How posts are stored and published. */
export const postStore: EntryStore<{ readonly entry: PostRow }, PostContent> = {
  ...postSource,
  queue: publishPostsQueue,
  revisions,
  findEditable: findEditablePost,
  getRow: async (db, id) => ({ entry: await getPostRow(db, id) }),
  insert: async (tx, author, content, columns) =>
    insertPost(tx, { ...content, ...columns, authorId: await ensureAuthorId(tx, author), headings: [] }),
  update: updatePostRow,
  save: (tx, { entry }, content, changes) =>
    updatePostRow(tx, entry, {
      ...changes,
      ...(entry.status === 'published'
        ? { unpublishedChanges: diffUnpublishedChanges(entry, content) }
        : { ...content, wordCount: estimateWordCount(content.markdown) }),
    }),
  updateSlug: updatePostSlug,
  findAutomaticSlug: async (tx, { id, title, hasCustomSlug, publishedAt }, next) =>
    hasCustomSlug || publishedAt || next === title ? undefined : generateUniqueSlug(tx, postSource, next, id),
  async publish(tx, { entry }, content, { html, headings, wordCount, excerpt }, { now, asked }) {
    const at = toDate(now);
    const publishedAt = asked ? toDate(asked) : (entry.publishedAt ?? at);
    await updatePostRow(tx, entry, {
      ...toPostContent({ ...content, description: content.description || excerpt }),
      html,
      headings,
      wordCount,
      status: 'published',
      unpublishedChanges: null,
      submittedAt: null,
      scheduledFor: null,
      publishedAt,
      updatedAt: entry.publishedAt ? at : publishedAt,
      editedAt: at,
    });
    return { id: entry.id, path: paths.post(entry.slug) };
  },
  isOwn: ({ userId }, authorUserId) => authorUserId === userId,
  getSlug: ({ slug }) => slug,
  hasBeenPublished: ({ publishedAt }) => publishedAt !== null,
  toPublishDate({ publishedAt, updatedAt }, date) {
    const isUnchanged = updatedAt.getTime() === publishedAt?.getTime();
    return { publishedAt: date, updatedAt: isUnchanged || updatedAt < date ? date : updatedAt };
  },
  toContent: ({ entry }) => toLatestContent(entry),
  findPublishErrors,
  toLogColumns: postId => ({ postId }),
  editPath: dashboardPaths.updateBlog,
  previewPath: paths.preview,
};

type Changes = { [Key in keyof PostContent]?: PostContent[Key] | undefined } & { slug?: string | undefined };

/** Creates a draft for the current user. Returns its ID. */
export function createPost(tx: Transaction, context: WritingContext, { slug, ...changes }: Changes): Promise<number> {
  return createDraft(tx, context, postStore, applyChanges(emptyContent, changes), slug);
}

/** Saves a post, or one of its revisions as the current content. Returns its ID. Throws like `updateDraft`. */
export function updatePost(
  tx: Transaction,
  context: WritingContext,
  { blogId: id, version, slug, ...changes }: Changes & { blogId: number; version: number },
  reason: 'saved' | 'restored' = 'saved',
): Promise<number> {
  const change = (before: PostContent) => toPostContent(applyChanges(before, changes));
  return updateDraft(tx, context, postStore, { id, version, slug }, change, reason);
}
