import { sql } from 'drizzle-orm';
import { pictureIdsIn, type PictureUse } from '#features/media/index.ts';
import type { Db } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { projects } from '../tables.ts';

/**
 * Lists where projects use pictures, including pending changes but not revisions. Projects that aren't public link to
 * their editor.
 */
export async function listProjectPictureUses(db: Db, ids: readonly string[]): Promise<PictureUse[]> {
  const any = sql`any(${sql.param([...ids])}::text[])`;
  const projectColumns = sql`projects.id as project, projects.is_public as shown`;
  const { rows } = await db.execute<{ picture: string; label: string; project: string; shown: boolean }>(sql`
    select cover_image_id as picture, 'Cover of “' || title || '”' as label, ${projectColumns} from projects where cover_image_id = ${any}
    union all
    select social_image_id, 'Social image of “' || title || '”', ${projectColumns} from projects where social_image_id = ${any}
    union all
    select distinct picture_id, 'In the gallery of “' || title || '”', ${projectColumns}
      from project_pictures join projects on projects.id = project_id where picture_id = ${any}
    union all
    select picture, 'In the text of “' || title || '”', ${projectColumns}
      from unnest(${sql.param([...ids])}::text[]) as picture
      join projects on ${pictureIdsIn(projects.markdown)} @> array[picture]
    union all
    select asked, 'In unpublished changes to “' || title || '”', projects.id, false
      from projects, unnest(${sql.param([...ids])}::text[]) as asked where unpublished_changes is not null and position(asked in unpublished_changes::text) > 0
  `);
  return rows.map(({ picture, label, project, shown }) => {
    return { pictureId: picture, label, path: shown ? paths.project(project) : dashboardPaths.updateProject(project) };
  });
}
