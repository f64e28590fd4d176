import { findPicture } from '#features/media/queries/pictures.ts';
import type { Writer } from '#features/publishing/rules/transitions.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext, SignedInActor } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Draft, PostContent } from '../contract/editing.ts';
import { findDraftLine, findPostToWrite, listFormerSlugs } from '../queries/drafts.ts';
import { contentOf } from '../rules/content.ts';

/** A post's row with who wrote it. */
export type WritablePost = NonNullable<Awaited<ReturnType<typeof findPostToWrite>>>;

const NONE = 'There is no such post among those that you can write.';

/** A post that whoever is signed in may write, for reading it. Throws NOT_FOUND. */
export async function getPostToRead(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<WritablePost> {
  const row = await findPostToWrite(db, signedInActor(context), id, { lock: false });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** The same, held until the transaction ends, so that nobody else changes it meanwhile. Throws NOT_FOUND. */
export async function getPostToChange(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<WritablePost> {
  const row = await findPostToWrite(db, signedInActor(context), id, { lock: true });
  if (!row) throw new AppError('NOT_FOUND', NONE);
  return row;
}

/** What was written last of a post, whether readers see it already or not. */
export function writtenContent({ post }: Pick<WritablePost, 'post'>): PostContent {
  return post.pending ?? contentOf({ ...post, category: post.category as PostContent['category'] });
}

/** Who somebody is to a post. */
export function writerOf({ role, userId }: SignedInActor, { author }: Pick<WritablePost, 'author'>): Writer {
  return { role, own: author.userId === userId };
}

/** A post as its writers see it. Throws NOT_FOUND. */
export async function getDraft(db: Db, context: Pick<ApiContext, 'actor'>, id: number): Promise<Draft> {
  const actor = signedInActor(context);
  const row = await getPostToRead(db, context, id);
  const [line, formerSlugs] = await Promise.all([findDraftLine(db, actor, id), listFormerSlugs(db, id)]);
  if (!line) throw new AppError('NOT_FOUND', NONE);
  const content = writtenContent(row);
  const { post } = row;
  return {
    ...line,
    ...content,
    tags: [...content.tags],
    cardPicture: content.cardPictureId ? await findPicture(db, content.cardPictureId) : null,
    version: post.version,
    slugChosen: post.slugChosen,
    formerSlugs,
    previewPath: post.previewToken ? paths.preview(post.previewToken) : null,
    commentsOpen: post.commentsOpen,
    createdAt: post.createdAt.toISOString(),
  };
}
