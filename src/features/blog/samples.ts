import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { fillEmptyAltTexts, loadSamplePictures } from '#features/media/index.ts';
import { listSampleCovers } from '#features/publishing/index.ts';
import type { SampleSource } from '#platform/api/sample-content.ts';
import { readSamplePeople } from '#features/site/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { readMarkdownFiles } from '#platform/files/content-files.ts';
import { StartupError } from '#platform/startup-error.ts';
import { postCategorySchema } from './contract/public.ts';
import { blogAuthors, posts } from './tables.ts';

const text = z.string().min(1);

/** Parses a date such as `01 Jun 2025` as noon UTC, which is the same day in almost every time zone. */
const writtenDate = z
  .string()
  .regex(/^\d{2} [A-Z][a-z]{2} \d{4}$/)
  .transform(written => new Date(`${written} 12:00 UTC`));

const front = z.strictObject({
  title: text,
  description: text,
  publishedDate: writtenDate,
  category: postCategorySchema,
  author: text,
  tags: z.array(text).min(1),
  likes: z.int(),
  imageAlt: text,
  userComments: z.array(z.strictObject({ name: text, designation: text, avatar: text, comment: text })),
});

/** Inserts the sample posts whose slugs are free, and their authors; oldest first so IDs increase with time. */
export async function loadBlogSamples(tx: Transaction, source: SampleSource): Promise<void> {
  const { folder } = source;
  // Loaded lazily: few starts need the renderer.
  const { renderMarkdown } = await import('#platform/text/markdown.ts');
  const pictures = await loadSamplePictures(tx, source);
  const people = await readSamplePeople(folder);
  const existing = await tx.execute<{ slug: string }>(sql`select slug from posts union select slug from post_slugs`);
  const documents = (await readMarkdownFiles(join(folder, 'posts'), front))
    .filter(({ name }) => !existing.rows.some(({ slug }) => slug === name))
    .toSorted((one, other) => one.front.publishedDate.getTime() - other.front.publishedDate.getTime());
  for (const slug of new Set(documents.map(document => document.front.author))) {
    const person = people.find(candidate => candidate.slug === slug);
    if (!person) throw new StartupError(`The content folder has no person ${slug}, who is the author of a post.`);
    await tx
      .insert(blogAuthors)
      .values({ id: slug, name: person.name, role: person.role, avatarId: pictures(`people/${slug}`).id })
      .onConflictDoNothing();
  }
  for (const { name, front: sample, body } of documents) {
    const { author, imageAlt, publishedDate, userComments, ...post } = sample;
    await tx.insert(posts).values({
      ...post,
      slug: name,
      authorId: author,
      coverImageId: pictures(`posts/${name}`).id,
      coverAlt: imageAlt,
      markdown: body,
      ...(await renderMarkdown(body)),
      status: 'published',
      hasCustomSlug: true,
      isSample: true,
      createdAt: publishedDate,
      editedAt: publishedDate,
      commentCount: userComments.length,
      publishedAt: publishedDate,
      updatedAt: publishedDate,
    });
  }
  await fillEmptyAltTexts(tx, await listSampleCovers(tx, posts));
  await invalidateTag(tx, 'blog');
}

/** Deletes the sample posts and their authors without other posts. Returns the IDs of their pictures. */
export async function deleteSamplePosts(tx: Transaction): Promise<string[]> {
  const { rows: portraits } = await tx.execute<{ id: string }>(sql`
    select distinct a.avatar_id as id from blog_authors a join posts p on p.author_id = a.id
    where p.is_sample and a.avatar_id is not null`);
  const { rows } = await tx.execute<{ author_id: string; cover_image_id: string | null }>(
    sql`delete from posts where is_sample returning author_id, cover_image_id`,
  );
  const authors = sql.param([...new Set(rows.map(row => row.author_id))]);
  await tx.execute(
    sql`delete from blog_authors a where a.id = any(${authors}::text[]) and a.user_id is null
      and not exists (select 1 from posts p where p.author_id = a.id)`,
  );
  return [...portraits.map(({ id }) => id), ...rows.flatMap(row => row.cover_image_id ?? [])];
}
