import { join } from 'node:path';
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
import { placeOfProjectFile } from './actions/files.ts';
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
  const taken = await tx.select({ id: projects.id }).from(projects);
  for (const { name, front: project, body } of await readMarkdownFiles(join(folder, 'projects'), front)) {
    if (taken.some(({ id }) => id === name)) continue;
    const { minor, currency } = parseMoney(project.price, 'USD');
    const { html, wordCount } = await renderMarkdown(body);
    const createdAt = new Date(`${project.publishedAt}T12:00:00Z`);
    await tx.insert(projects).values({
      id: name,
      category: project.category,
      title: project.title,
      summary: project.summary,
      tags: project.tags,
      coverImageId: pictures(`projects/${name}`).id,
      coverAlt: project.imageAlt,
      link: project.link,
      ratingTenths: Math.round(project.stars * 10),
      likes: project.likes,
      forks: project.forks,
      owner: project.owner,
      status: 'published',
      isSample: true,
      publishedOn: project.publishedAt,
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

/** Adds a small archive to a sample project so that a purchase can be tried completely. */
async function addSampleFile(
  db: Db,
  files: FileStore,
  project: { readonly id: string; readonly title: string; readonly summary: string; readonly at: Date },
): Promise<void> {
  const readme = `# ${project.title}\n\n${project.summary}\n\nThis is sample content instead of real source code.\n`;
  const parts = await Array.fromAsync(createZip([{ name: 'README.md', bytes: Buffer.from(readme) }]));
  const archive = Buffer.concat(parts);
  const id = createFileId();
  await files.write(placeOfProjectFile(id), archive);
  const name = `${project.id}.zip`;
  await db.insert(projectFiles).values({ id, projectId: project.id, name, bytes: archive.length, addedAt: project.at });
}
