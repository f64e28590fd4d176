import { boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { statuses } from '#features/publishing/contract.ts';
import { revisionColumns } from '#features/publishing/tables.ts';
import { tsvector } from '#platform/database/columns.ts';
import type { PendingContent, ProjectContent } from './contract/drafts.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade', onUpdate: 'cascade' });

export const projects = pgTable('projects', {
  /** Its address among the projects, which can change: what refers to it follows. */
  id: text().primaryKey(),
  category: text().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  tags: text().array().notNull().default([]),
  coverId: text('cover_id').references(() => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  link: text(),
  repository: text(),
  starsTenths: integer('stars_tenths').notNull(),
  likes: integer().notNull().default(0),
  forks: integer().notNull().default(0),
  /** By what name it was made, where no account says so. */
  owner: text().notNull(),
  /** Null for what is the owner's because it came with the site, or its writer's account is gone. */
  authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
  publishedOn: date('published_on', { mode: 'string' }),
  priceMinor: integer('price_minor').notNull(),
  currency: text().notNull(),
  status: text({ enum: statuses }).notNull().default('draft'),
  deletedAt: instant('deleted_at'),
  /** Published, and not deleted. */
  isPublic: boolean('is_public').notNull().generatedAlwaysAs(true),
  version: integer().notNull().default(1),
  sample: boolean().notNull().default(false),
  pending: jsonb().$type<PendingContent>(),
  submittedAt: instant('submitted_at'),
  scheduledFor: instant('scheduled_for'),
  slugChosen: boolean('slug_chosen').notNull().default(false),
  /** Whether readers can comment. */
  commentsOpen: boolean('comments_open').notNull().default(true),
  previewToken: text('preview_token').unique(),
  /** Its place in the owner's order; those without one stand in front. */
  position: integer(),
  canonicalUrl: text('canonical_url'),
  metaTitle: text('meta_title'),
  metaDescription: text('meta_description'),
  cardTitle: text('card_title'),
  cardDescription: text('card_description'),
  cardPictureId: text('card_picture_id').references(() => pictures.id),
  markdown: text().notNull(),
  html: text().notNull(),
  words: integer().notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When a writer saved it last. */
  changedAt: instant('changed_at').notNull().defaultNow(),
  /** When what readers see was changed last. */
  updatedAt: instant('updated_at').notNull().defaultNow(),
  search: tsvector().generatedAlwaysAs('').notNull(),
  /** Title and tags without accents, in lower case. */
  foldedTitle: text('folded_title').generatedAlwaysAs('').notNull(),
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

/** What projects said before. */
export const projectRevisions = pgTable('project_revisions', {
  projectId: projectId(),
  ...revisionColumns<ProjectContent>(),
});
