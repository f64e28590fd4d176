import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createFileId, fillEmptyAltTexts, loadSamplePictures } from '#features/media/index.ts';
import { listSampleCovers } from '#features/publishing/index.ts';
import type { SampleSource } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { readMarkdownFiles } from '#platform/files/content-files.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { createZip } from '#platform/files/zip-writer.ts';
import { httpUrl } from '#shared/contract.ts';
import { parseMoney } from '#shared/money-arithmetic.ts';
import { projectCategory } from './contract/public.ts';
import { buildProjectFileKey } from './queries/files.ts';
import { projectFiles, projects } from './tables.ts';

const text = z.string().min(1);

const front = z.strictObject({
  title: text,
  category: projectCategory,
  link: httpUrl,
  stars: z.number().min(0).max(5),
  likes: z.int(),
  forks: z.int(),
  owner: text,
  publishedAt: z.iso.date(),
  price: text,
  tags: z.array(text).min(1),
  imageAlt: text,
  summary: text,
  comments: z.array(z.strictObject({ user: text, text })),
});

/** Inserts the sample projects whose slugs are free. */
export async function loadProjectSamples(tx: Transaction, source: SampleSource): Promise<void> {
  const { folder, files } = source;
  // Loaded lazily: few starts need the renderer.
  const { renderMarkdown } = await import('#platform/text/markdown.ts');
  const pictures = await loadSamplePictures(tx, source);
  const existing = await tx.select({ id: projects.id }).from(projects);
  for (const { name, front: sample, body } of await readMarkdownFiles(join(folder, 'projects'), front)) {
    if (existing.some(({ id }) => id === name)) continue;
    const { imageAlt, stars, publishedAt, price, comments: _comments, ...project } = sample;
    const { minor, currency } = parseMoney(price, 'USD');
    const { html, wordCount } = await renderMarkdown(body);
    const createdAt = new Date(`${publishedAt}T12:00:00Z`);
    await tx.insert(projects).values({
      ...project,
      id: name,
      coverImageId: pictures(`projects/${name}`).id,
      coverAlt: imageAlt,
      ratingTenths: Math.round(stars * 10),
      status: 'published',
      isSample: true,
      publishedOn: publishedAt,
      priceAmount: minor,
      currency,
      markdown: body,
      html,
      wordCount,
      hasCustomSlug: true,
      createdAt,
      editedAt: createdAt,
      updatedAt: createdAt,
    });
    if (minor > 0) await addSampleFile(tx, files, { id: name, ...project, at: createdAt });
  }
  await fillEmptyAltTexts(tx, await listSampleCovers(tx, projects));
  await invalidateTag(tx, 'projects');
}

/** Adds a small archive to a sample project, so a purchase can be tried completely. */
async function addSampleFile(
  db: Db,
  files: FileStore,
  project: { readonly id: string; readonly title: string; readonly summary: string; readonly at: Date },
): Promise<void> {
  const readme = `# ${project.title}\n\n${project.summary}\n\nThis is sample content, not real source code.\n`;
  const parts = await Array.fromAsync(createZip([{ name: 'README.md', bytes: Buffer.from(readme) }]));
  const archive = Buffer.concat(parts);
  const id = createFileId();
  await files.write(buildProjectFileKey(id), archive);
  const name = `${project.id}.zip`;
  await db.insert(projectFiles).values({ id, projectId: project.id, name, bytes: archive.length, addedAt: project.at });
}

/**
 * Deletes the sample projects; purchased ones are only marked as deleted and keep their files. Returns the IDs of the
 * other files and of all their pictures.
 */
export async function deleteSampleProjects(
  tx: Transaction,
  at: Date,
): Promise<{ readonly files: string[]; readonly pictures: string[] }> {
  const pictures = (await listSampleCovers(tx, projects)).map(({ id }) => id);
  await tx.execute(sql`update projects set is_sample = false, deleted_at = ${at.toISOString()}
    where is_sample and exists (select from orders where bought_project_id = projects.id
      and status not in ('declined', 'expired', 'canceled', 'refunded'))`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from project_files where project_id in (select id from projects where is_sample)`,
  );
  await tx.execute(sql`delete from projects where is_sample`);
  return { files: rows.map(({ id }) => id), pictures };
}
