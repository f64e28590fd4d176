import { boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { pictures } from '#features/media/tables.ts';
import { statuses } from '#features/publishing/contract.ts';
import { tsvector } from '#platform/database/columns.ts';

export const projects = pgTable('projects', {
  id: text().primaryKey(),
  category: text().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  tags: text().array().notNull().default([]),
  coverId: text('cover_id').references(() => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  link: text().notNull(),
  starsTenths: integer('stars_tenths').notNull(),
  likes: integer().notNull().default(0),
  forks: integer().notNull().default(0),
  owner: text().notNull(),
  publishedOn: date('published_on', { mode: 'string' }).notNull(),
  priceMinor: integer('price_minor').notNull(),
  currency: text().notNull(),
  status: text({ enum: statuses }).notNull().default('draft'),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  /** Published, and not deleted. */
  isPublic: boolean('is_public').notNull().generatedAlwaysAs(true),
  sample: boolean().notNull().default(false),
  markdown: text().notNull(),
  html: text().notNull(),
  search: tsvector().generatedAlwaysAs('').notNull(),
  /** Title and tags without accents, in lower case. */
  foldedTitle: text('folded_title').generatedAlwaysAs('').notNull(),
});

export const projectComments = pgTable('project_comments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  projectId: text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' }),
  userName: text('user_name').notNull(),
  text: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
