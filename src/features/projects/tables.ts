import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import { type EntrySource, revisionColumns, entryColumns, projectTags } from '#features/publishing/index.ts';
import { instant } from '#platform/database/columns.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { UnpublishedChanges, ProjectContent } from './contract/drafts.ts';

const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade', onUpdate: 'cascade' });

export const projects = pgTable('projects', {
  /** The slug, which can change; references follow. */
  id: text().primaryKey(),
  summary: text().notNull(),
  link: text(),
  repositoryUrl: text('repository_url'),
  ratingTenths: integer('rating_tenths').notNull(),
  forks: integer().notNull().default(0),
  /** The creator's name if there is no account. */
  owner: text().notNull(),
  /** Null if the project came with the site or its author's account was deleted; it belongs to the owner then. */
  authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
  publishedOn: date('published_on', { mode: 'string' }),
  priceAmount: integer('price_amount').$type<MinorUnits>().notNull(),
  currency: text().notNull(),
  /** Position in the owner's sort order; those without one come first. */
  position: integer(),
  wordCount: integer('word_count').notNull().default(0),
  ...entryColumns<UnpublishedChanges>(),
});

export const projectSlugs = pgTable('project_slugs', {
  slug: text().primaryKey(),
  projectId: projectId(),
  replacedAt: instant('replaced_at').notNull().defaultNow(),
});

export const projectSource: EntrySource<typeof projects.id> = {
  noun: 'project',
  feature: 'projects',
  tags: projectTags,
  table: projects,
  slug: projects.id,
  publishedAt: projects.publishedOn,
  formerSlugs: projectSlugs,
  formerOf: projectSlugs.projectId,
};

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

/** Files that projects are sold with; IDs are storage keys. */
export const projectFiles = pgTable('project_files', {
  id: text().primaryKey(),
  projectId: projectId(),
  /** Files are listed in the order they were added. */
  place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
  addedAt: instant('added_at').notNull(),
});

export const projectRevisions = pgTable('project_revisions', {
  projectId: projectId(),
  ...revisionColumns<ProjectContent>(),
});
