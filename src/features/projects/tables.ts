import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { revisionColumns, entryColumns } from '#features/publishing/tables.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { UnpublishedChanges, ProjectContent } from './contract/drafts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade', onUpdate: 'cascade' });

export const projects = pgTable('projects', {
  /** Its address among the projects, which can change: what refers to it follows. */
  id: text().primaryKey(),
  summary: text().notNull(),
  link: text(),
  repository: text(),
  starsTenths: integer('stars_tenths').notNull(),
  forks: integer().notNull().default(0),
  /** By what name it was made, where no account says so. */
  owner: text().notNull(),
  /** Null for what is the owner's because it came with the site, or its writer's account is gone. */
  authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
  publishedOn: date('published_on', { mode: 'string' }),
  priceMinor: integer('price_minor').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  /** Its place in the owner's order; those without one stand in front. */
  position: integer(),
  words: integer().notNull().default(0),
  ...entryColumns<UnpublishedChanges>(),
});

/** Addresses that projects had before. */
export const projectSlugs = pgTable('project_slugs', {
  slug: text().primaryKey(),
  projectId: projectId(),
  replacedAt: instant('replaced_at').notNull().defaultNow(),
});

/** The pictures of projects besides their covers. */
export const projectPictures = pgTable(
  'project_pictures',
  {
    projectId: projectId(),
    place: integer().notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
    alt: text().notNull().default(''),
    caption: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.projectId, table.place] })],
);

/** The files that projects are sold with, stored under their ids. */
export const projectFiles = pgTable('project_files', {
  id: text().primaryKey(),
  projectId: projectId(),
  /** Files are listed in the order in which they were added. */
  place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  addedAt: instant('added_at').notNull(),
});

/** What projects said before. */
export const projectRevisions = pgTable('project_revisions', {
  projectId: projectId(),
  ...revisionColumns<ProjectContent>(),
});
