import { eq, inArray } from 'drizzle-orm';
import { posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import type { PictureUse } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { toCommentSubject } from '../rules/comment-dto.ts';
import { comments } from '../tables.ts';
import { subjectColumns } from './comments.ts';

/** Lists the pictures used as portraits of commenters without an account. */
export async function listCommentPictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const rows = await db
    .select({ pictureId: comments.avatarId, ...subjectColumns })
    .from(comments)
    .leftJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(projects, eq(projects.id, comments.projectId))
    .where(inArray(comments.avatarId, [...ids]));
  return rows.flatMap(({ pictureId, ...row }) => {
    const { title, path } = toCommentSubject(row);
    return pictureId === null ? [] : [{ pictureId, label: `Profile picture in the comments on “${title}”`, path }];
  });
}
