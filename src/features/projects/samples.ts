import { join } from 'node:path';
import { z } from 'zod';
import type { SamplePictures } from '#features/media/samples.ts';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db } from '#platform/database/database.ts';
import { readDocuments } from '#platform/files/content-folder.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { webAddress } from '#shared/contract.ts';
import { parseMoney } from '#shared/money-arithmetic.ts';
import { projectCategory } from './contract/reading.ts';
import { projects } from './tables.ts';

const text = z.string().min(1);

const front = z.strictObject({
  title: text,
  category: projectCategory,
  link: webAddress,
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

/** Writes the sample projects whose addresses are free. */
export async function loadProjectSamples(db: Db, folder: string, pictures: SamplePictures): Promise<void> {
  const taken = await db.select({ id: projects.id }).from(projects);
  for (const { name, front: project, body } of await readDocuments(join(folder, 'projects'), front)) {
    if (taken.some(({ id }) => id === name)) continue;
    const { minor, currency } = parseMoney(project.price, 'USD');
    const { html, words } = await renderMarkdown(body);
    const at = new Date(`${project.publishedAt}T12:00:00Z`);
    await db.insert(projects).values({
      id: name,
      category: project.category,
      title: project.title,
      summary: project.summary,
      tags: project.tags,
      coverId: pictures(`projects/${name}`).id,
      coverAlt: project.imageAlt,
      link: project.link,
      starsTenths: Math.round(project.stars * 10),
      likes: project.likes,
      forks: project.forks,
      owner: project.owner,
      status: 'published',
      sample: true,
      publishedOn: project.publishedAt,
      priceMinor: minor,
      currency,
      markdown: body,
      html,
      words,
      slugChosen: true,
      createdAt: at,
      changedAt: at,
      updatedAt: at,
    });
  }
  await announceChange(db, 'projects');
}
