import { sql } from 'drizzle-orm';
import { pictureIdsIn, type PictureUse } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { posts } from '../tables.ts';

/**
 * Lists where the blog uses pictures: in posts, pending changes and author portraits, but not in revisions. Posts that
 * aren't public link to their editor.
 */
export async function listBlogPictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const any = sql`any(${sql.param([...ids])}::text[])`;
  const postColumns = sql`posts.id as post, case when posts.is_public then posts.slug end as slug`;
  const { rows } = await db.execute<{ id: string; label: string; post: number | null; slug: string | null }>(sql`
    select cover_image_id as id, 'Cover of “' || title || '”' as label, ${postColumns} from posts where cover_image_id = ${any}
    union all
    select social_image_id, 'Social image of “' || title || '”', ${postColumns} from posts where social_image_id = ${any}
    union all
    select picture, 'In the text of “' || title || '”', ${postColumns}
      from unnest(${sql.param([...ids])}::text[]) as picture
      join posts on ${pictureIdsIn(posts.markdown)} @> array[picture]
    union all
    select asked, 'In unpublished changes to “' || title || '”', posts.id, null
      from posts, unnest(${sql.param([...ids])}::text[]) as asked where unpublished_changes is not null and position(asked in unpublished_changes::text) > 0
    union all
    select avatar_id, 'Profile picture of ' || name, null, null from blog_authors where avatar_id = ${any}
  `);
  return rows.map(({ id, label, post, slug }) => {
    const editPath = post === null ? null : dashboardPaths.updateBlog(post);
    return { pictureId: id, label, path: slug === null ? editPath : paths.post(slug) };
  });
}
