import { posts } from '#features/blog/tables.ts';
import { comments } from '#features/comments/tables.ts';
import { testimonials } from '#features/testimonials/tables.ts';
import { projects } from '#features/projects/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';

/** Inserts a post. Its default date is in the future, so it is the newest. */
export async function insertPost(db: Database, post: Partial<typeof posts.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(posts)
    .values({
      slug: `test-${crypto.randomUUID()}`,
      title: 'A test post',
      description: 'Of the test.',
      category: 'Technology',
      tags: [],
      authorId: 'mira-castellan',
      markdown: 'Text.',
      html: '<p>Text.</p>',
      headings: [],
      wordCount: 1,
      status: 'published',
      publishedAt: new Date('2030-01-01T12:00:00Z'),
      ...post,
    })
    .returning({ id: posts.id });
  if (!row) throw new Error('The post wasn’t saved.');
  return row.id;
}

/** Inserts a comment, visible to everyone by default. */
export async function insertComment(
  db: Database,
  comment: Partial<typeof comments.$inferInsert> & { body: string },
): Promise<number> {
  const createdAt = new Date('2026-11-20T11:00:00Z');
  const [row] = await db
    .insert(comments)
    .values({ state: 'published', createdAt, approvedAt: createdAt, ...comment })
    .returning({ id: comments.id });
  if (!row) throw new Error('The comment wasn’t saved.');
  return row.id;
}

/** Inserts a project. Its default date is in the future, so it is the newest. */
export async function insertProject(
  db: Database,
  project: Partial<typeof projects.$inferInsert> = {},
): Promise<string> {
  const [row] = await db
    .insert(projects)
    .values({
      id: `test-${crypto.randomUUID()}`,
      category: 'React',
      title: 'A test project',
      summary: 'Of the test.',
      tags: [],
      link: 'https://project.example/',
      ratingTenths: 40,
      owner: 'Nobody',
      status: 'published',
      publishedOn: '2030-01-01',
      priceAmount: toMinorUnits(5000),
      currency: 'USD',
      markdown: 'Text.',
      html: '<p>Text.</p>',
      ...project,
    })
    .returning({ id: projects.id });
  if (!row) throw new Error('The project was not written.');
  return row.id;
}

/** Inserts a testimonial that was imported from another site, without an order. */
export async function insertTestimonial(
  db: Database,
  changes: Partial<typeof testimonials.$inferInsert> = {},
): Promise<void> {
  const writtenAt = new Date('2026-11-20T12:00:00Z');
  await db.insert(testimonials).values({ body: 'Said', name: 'Lin', status: 'approved', writtenAt, ...changes });
}
