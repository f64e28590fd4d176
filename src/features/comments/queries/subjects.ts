import { and, eq } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { blogAuthors, posts } from '#features/blog/index.ts';
import { projects } from '#features/projects/index.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';

export type SubjectKey = { readonly postId: number } | { readonly slug: string } | { readonly projectId: string };

/** Returns a public post or project. Throws NOT_FOUND, also if it is not public. */
export async function getSubject(db: Db, key: SubjectKey): Promise<CommentSubjectRow> {
  const subject = 'projectId' in key ? await findProject(db, key.projectId) : await findPost(db, key);
  if (!subject) throw new AppError('NOT_FOUND', 'This page doesn’t exist. It may have been moved or deleted.');
  return subject;
}

/** Returns the post or project of a comment if it is still public. */
export function findSubject(
  db: Db,
  { postId, projectId }: { postId: number | null; projectId: string | null },
): Promise<CommentSubjectRow | undefined> {
  return postId === null ? findProject(db, projectId ?? '') : findPost(db, { postId });
}

/** A post or project with comments. `authorId` is null if the author has no account. */
export type CommentSubjectRow = NonNullable<Awaited<ReturnType<typeof findPost> | ReturnType<typeof findProject>>>;

async function findPost(db: Db, key: Exclude<SubjectKey, { projectId: string }>) {
  const [row] = await db
    .select({
      id: posts.id,
      slug: posts.slug,
      title: posts.title,
      authorId: users.id,
      areCommentsOpen: posts.commentsEnabled,
    })
    .from(posts)
    .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
    .leftJoin(users, eq(users.id, blogAuthors.userId))
    .where(and('slug' in key ? eq(posts.slug, key.slug) : eq(posts.id, key.postId), posts.isPublic));
  if (!row) return undefined;
  const { id, slug, ...rest } = row;
  return { ...rest, postId: id, projectId: null, path: paths.post(slug) };
}

async function findProject(db: Db, id: string) {
  const [row] = await db
    .select({
      id: projects.id,
      title: projects.title,
      authorId: projects.authorId,
      areCommentsOpen: projects.commentsEnabled,
    })
    .from(projects)
    .where(and(eq(projects.id, id), projects.isPublic));
  if (!row) return undefined;
  const { id: projectId, ...rest } = row;
  return { ...rest, postId: null, projectId, path: paths.project(projectId) };
}
