import { findPicture } from '#features/media/index.ts';
import type { EntryActor } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext, AuthenticatedActor } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Draft, PostContent } from '../contract/editing.ts';
import { findDraftSummary, findEditablePost, listPreviousSlugs } from '../queries/drafts.ts';
import { toPostContent } from '../rules/content.ts';

export type EditablePost = NonNullable<Awaited<ReturnType<typeof findEditablePost>>>;

const NONE = 'There is no such post among those that you can write.';

/** Returns a post that the current user may edit. Throws NOT_FOUND. */
export async function getEditablePost(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<EditablePost> {
  const row = await findEditablePost(db, requireUser(context), id, { lock: false });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** Returns a post that the current user may edit, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockEditablePost(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<EditablePost> {
  const row = await findEditablePost(db, requireUser(context), id, { lock: true });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** Returns the latest content of a post, published or pending. */
export function toLatestContent({ post }: Pick<EditablePost, 'post'>): PostContent {
  return post.unpublishedChanges ?? toPostContent({ ...post, category: post.category as PostContent['category'] });
}

/** Returns the user's role in relation to a post. */
export function toEditorRole(
  { role, userId }: AuthenticatedActor,
  { author }: Pick<EditablePost, 'author'>,
): EntryActor {
  return { role, own: author.userId === userId };
}

/** Returns a post as its writers see it. Throws NOT_FOUND. */
export async function getDraft(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<Draft> {
  const actor = requireUser(context);
  const row = await getEditablePost(db, context, id);
  const [line, formerSlugs] = await Promise.all([findDraftSummary(db, actor, id), listPreviousSlugs(db, id)]);
  if (!line) throw new AppError('NOT_FOUND', NONE);
  const content = toLatestContent(row);
  const { post } = row;
  return {
    ...line,
    ...content,
    tags: [...content.tags],
    cardPicture: content.socialImageId ? await findPicture(db, content.socialImageId) : null,
    version: post.version,
    hasCustomSlug: post.hasCustomSlug,
    previousSlugs: formerSlugs,
    previewPath: post.previewToken ? paths.preview(post.previewToken) : null,
    commentsEnabled: post.commentsEnabled,
    createdAt: post.createdAt.toISOString(),
  };
}
