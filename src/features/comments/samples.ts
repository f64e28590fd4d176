import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { loadSamplePictures } from '#features/media/index.ts';
import type { SampleSource } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db } from '#platform/database/database.ts';
import { readMarkdownFiles } from '#platform/files/content-files.ts';
import { comments } from './tables.ts';

const text = z.string().min(1);
const noon = (day: string) => new Date(`${day} 12:00 UTC`);

const postFront = z.object({
  publishedDate: text.transform(noon),
  userComments: z.array(z.strictObject({ name: text, designation: text, avatar: text, comment: text })),
});
const projectFront = z.object({
  publishedAt: z.iso.date().transform(noon),
  comments: z.array(z.strictObject({ user: text, text })),
});

/** Hours between sample comments on one page. */
const HOURS_BETWEEN = 9;

type Seed = Pick<typeof comments.$inferInsert, 'authorName' | 'designation' | 'avatarId' | 'body'> & { body: string };

async function insertForSubject(
  db: Db,
  key: { slug: string } | { projectId: string },
  since: Date,
  sampleComments: readonly Seed[],
): Promise<void> {
  if (sampleComments.length === 0) return;
  // An unchanged sample without comments.
  const { rows: subjects } = await db.execute<{ post_id: number | null; project_id: string | null }>(
    'slug' in key
      ? sql`select id as post_id, null as project_id from posts where slug = ${key.slug} and is_sample
          and not exists (select from comments where post_id = posts.id)`
      : sql`select null as post_id, id as project_id from projects where id = ${key.projectId} and is_sample
          and not exists (select from comments where project_id = projects.id)`,
  );
  const [subject] = subjects;
  if (!subject) return;
  const rows = sampleComments.map((comment, index) => {
    const createdAt = new Date(since.getTime() + (index + 1) * HOURS_BETWEEN * 3_600_000);
    const status = { state: 'published' as const, createdAt, approvedAt: createdAt, isSample: true };
    return { postId: subject.post_id, projectId: subject.project_id, ...comment, ...status };
  });
  await db.insert(comments).values(rows);
}

/** Inserts comments on sample posts and projects that have none. */
export async function insertSampleComments(db: Db, source: SampleSource): Promise<void> {
  const { folder } = source;
  const pictures = await loadSamplePictures(db, source);
  for (const { name, front } of await readMarkdownFiles(join(folder, 'posts'), postFront)) {
    const rows = front.userComments.map(({ name: authorName, designation, avatar, comment }) => {
      return { authorName, designation, avatarId: pictures(`people/${avatar}`).id, body: comment };
    });
    await insertForSubject(db, { slug: name }, front.publishedDate, rows);
  }
  for (const { name, front } of await readMarkdownFiles(join(folder, 'projects'), projectFront)) {
    const rows = front.comments.map(({ user, text: body }) => ({ authorName: user, body }));
    await insertForSubject(db, { projectId: name }, front.publishedAt, rows);
  }
  await invalidateTag(db, 'comments');
}

/** Lists the portraits of commenters on sample posts. */
export async function listSamplePortraits(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct c.avatar_id as id from comments c join posts p on p.id = c.post_id
    where p.is_sample and c.avatar_id is not null`);
  return rows.map(({ id }) => id);
}
