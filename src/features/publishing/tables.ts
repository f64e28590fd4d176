import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { tsvector } from '#platform/database/columns.ts';
import { type PublishingTransition, revisionReasons, statuses } from './contract/status.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What was done with posts and projects. Their tables, which know this feature, are named in the migration alone. */
export const publishingTransitions = pgTable('text_moves', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  move: text().$type<PublishingTransition>().notNull(),
  postId: integer('post_id'),
  projectId: text('project_id'),
  /** Null where the site did it by itself, or the account is gone. */
  byId: text('by_id'),
});

/** The columns that posts and projects have alike; what waits beside what readers see is of the feature's own kind. */
export const entryColumns = <Pending>() => ({
  title: text().notNull(),
  category: text().notNull(),
  tags: text().array().notNull().default([]),
  coverId: text('cover_id').references(() => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  markdown: text().notNull(),
  html: text().notNull(),
  likes: integer().notNull().default(0),
  status: text({ enum: statuses }).notNull().default('draft'),
  deletedAt: instant('deleted_at'),
  /** Published, and not deleted. */
  isPublic: boolean('is_public').notNull().generatedAlwaysAs(true),
  version: integer().notNull().default(1),
  sample: boolean().notNull().default(false),
  pending: jsonb().$type<Pending>(),
  submittedAt: instant('submitted_at'),
  scheduledFor: instant('scheduled_for'),
  slugChosen: boolean('slug_chosen').notNull().default(false),
  /** Whether readers can comment. */
  commentsOpen: boolean('comments_open').notNull().default(true),
  previewToken: text('preview_token').unique(),
  canonicalUrl: text('canonical_url'),
  metaTitle: text('meta_title'),
  metaDescription: text('meta_description'),
  cardTitle: text('card_title'),
  cardDescription: text('card_description'),
  cardPictureId: text('card_picture_id').references(() => pictures.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When a writer saved it last. */
  changedAt: instant('changed_at').notNull().defaultNow(),
  /** When what readers see was changed last. */
  updatedAt: instant('updated_at').notNull().defaultNow(),
  search: tsvector().generatedAlwaysAs('').notNull(),
  /** Title and tags without accents, in lower case. */
  foldedTitle: text('folded_title').generatedAlwaysAs('').notNull(),
});

/** The columns of what posts and projects said before; whose it was is a column that each table has of its own. */
export const revisionColumns = <Content>() => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  version: integer().notNull(),
  content: jsonb().$type<Content>().notNull(),
  words: integer().notNull(),
  reason: text({ enum: revisionReasons }).notNull(),
  savedBy: text('saved_by').references(() => users.id, { onDelete: 'set null' }),
  /** When the sitting began whose last save this is. */
  begunAt: instant('begun_at').notNull().defaultNow(),
  savedAt: instant('saved_at').notNull().defaultNow(),
});

const revisionTable = <Content>(name: string) => pgTable(name, revisionColumns<Content>());
/** A table with these columns, whatever it has besides. */
export type RevisionTable<Content> = ReturnType<typeof revisionTable<Content>>;
