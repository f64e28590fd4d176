import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#features/auth/index.ts';
import { blogAuthors, posts } from '#features/blog/index.ts';
import { comments } from '#features/comments/index.ts';
import { pictures } from '#features/media/index.ts';
import { projectPictures, projects } from '#features/projects/index.ts';
import { siteSections } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';

/** Selects former slugs with their end dates, as the database returns them. */
const formerSlugs = (from: SQL) => sql<{ slug: string; at: string }[]>`coalesce((
  select json_agg(json_build_object('slug', f.slug, 'at', f.replaced_at) order by f.replaced_at, f.slug collate "C")
  from ${from}), '[]'::json)`;

/** Lists the next posts after a slug, in slug order, with authors and former slugs. */
export function listPostsForExport(db: Db, after: string, most: number) {
  return (
    db
      .select({
        post: posts,
        author: {
          name: sql<string>`coalesce(${users.name}, ${blogAuthors.name})`,
          role: blogAuthors.role,
          // Account portraits belong to the account.
          avatarId: sql<string | null>`case when ${users.id} is null then ${blogAuthors.avatarId} end`,
        },
        formerSlugs: formerSlugs(sql`post_slugs f where f.post_id = ${posts.id}`),
      })
      .from(posts)
      .innerJoin(blogAuthors, eq(blogAuthors.id, posts.authorId))
      .leftJoin(users, eq(users.id, blogAuthors.userId))
      // Sort by bytes, so the order doesn't depend on the database's locale.
      .where(and(gt(sql`${posts.slug} collate "C"`, after), isNull(posts.deletedAt)))
      .orderBy(sql`${posts.slug} collate "C"`)
      .limit(most)
  );
}

/** Lists the next projects after an id, in id order, with owners' names and former slugs. */
export function listProjectsForExport(db: Db, after: string, most: number) {
  return db
    .select({
      project: projects,
      owner: sql<string>`coalesce(${users.name}, ${projects.owner})`,
      formerSlugs: formerSlugs(sql`project_slugs f where f.project_id = ${projects.id}`),
    })
    .from(projects)
    .leftJoin(users, eq(users.id, projects.authorId))
    .where(and(gt(sql`${projects.id} collate "C"`, after), isNull(projects.deletedAt)))
    .orderBy(sql`${projects.id} collate "C"`)
    .limit(most);
}

/** Lists galleries in order, by project. */
export async function listGalleriesForExport(db: Db, projectIds: readonly string[]) {
  const rows = await db
    .select()
    .from(projectPictures)
    .where(inArray(projectPictures.projectId, [...projectIds]))
    .orderBy(asc(projectPictures.projectId), asc(projectPictures.place));
  return Map.groupBy(rows, ({ projectId }) => projectId);
}

/** Lists the comments on these posts or projects, oldest first, with their authors. */
export function listCommentsForExport(
  db: Db,
  subjects: { readonly postIds: readonly number[] } | { readonly projectIds: readonly string[] },
) {
  return db
    .select({
      comment: comments,
      account: { name: users.name, email: users.email },
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.authorId))
    .where(
      'postIds' in subjects
        ? inArray(comments.postId, [...subjects.postIds])
        : inArray(comments.projectId, [...subjects.projectIds]),
    )
    .orderBy(asc(comments.id));
}

/** Lists the site sections by key. */
export function listSiteSectionsForExport(db: Db) {
  return db
    .select({ key: siteSections.key, value: siteSections.content })
    .from(siteSections)
    .orderBy(sql`${siteSections.key} collate "C"`);
}

/** Lists the site's pictures, and whether each is the portrait of an account. */
export function listPicturesToExport(db: Db) {
  const portrait = db.select({ id: users.avatarId }).from(users).where(eq(users.avatarId, pictures.id));
  return db
    .select({
      id: pictures.id,
      width: pictures.width,
      height: pictures.height,
      name: pictures.name,
      alt: pictures.alt,
      inLibrary: pictures.inLibrary,
      createdAt: pictures.createdAt,
      isPortrait: sql<boolean>`exists ${portrait}`,
    })
    .from(pictures)
    .orderBy(sql`${pictures.id} collate "C"`);
}
