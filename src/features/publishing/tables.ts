import { boolean, integer, jsonb, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import { instant, tsvector } from '#platform/database/columns.ts';
import { type PublishingTransition, revisionReasons, statuses } from './contract/status.ts';

/** Converts an instant to the type of the timestamp columns. */

/**
 * Log of transitions. The foreign keys to posts and projects exist only in the migration, since those features depend
 * on this one.
 */
export const publishingTransitions = pgTable('publishing_transitions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  createdAt: instant('created_at').notNull(),
  transition: text().$type<PublishingTransition>().notNull(),
  postId: integer('post_id'),
  projectId: text('project_id'),
  /** Null if the site did it automatically or the account was deleted. */
  actorId: text('actor_id'),
  /** The note to the author when changes were requested. */
  note: text().notNull().default(''),
});

/** Columns shared by posts and projects. The type of `pending` differs per feature. */
export const entryColumns = <Pending>() => ({
  title: text().notNull(),
  category: text().notNull(),
  tags: text().array().notNull().default([]),
  coverImageId: text('cover_image_id').references(() => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  markdown: text().notNull(),
  html: text().notNull(),
  likes: integer().notNull().default(0),
  status: text({ enum: statuses }).notNull().default('draft'),
  deletedAt: instant('deleted_at'),
  /** Published and not deleted. */
  isPublic: boolean('is_public').notNull().generatedAlwaysAs(true),
  version: integer().notNull().default(1),
  isSample: boolean('is_sample').notNull().default(false),
  unpublishedChanges: jsonb('unpublished_changes').$type<Pending>(),
  submittedAt: instant('submitted_at'),
  scheduledFor: instant('scheduled_for'),
  hasCustomSlug: boolean('has_custom_slug').notNull().default(false),
  commentsEnabled: boolean('comments_enabled').notNull().default(true),
  previewToken: text('preview_token').unique(),
  canonicalUrl: text('canonical_url'),
  metaTitle: text('meta_title'),
  metaDescription: text('meta_description'),
  socialTitle: text('social_title'),
  socialDescription: text('social_description'),
  socialImageId: text('social_image_id').references(() => pictures.id),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When a writer last saved it. */
  editedAt: instant('edited_at').notNull().defaultNow(),
  /** When the published content last changed. */
  updatedAt: instant('updated_at').notNull().defaultNow(),
  searchVector: tsvector('search_vector').generatedAlwaysAs('').notNull(),
  /** Title and tags, lowercase and without accents. */
  searchTitle: text('search_title').generatedAlwaysAs('').notNull(),
});

const entryTable = (name: string) => pgTable(name, entryColumns<unknown>());
/** The table of posts or projects, with the columns that they share. */
export type EntryTable<Id extends PgColumn> = ReturnType<typeof entryTable> & { readonly id: Id };
export type EntryRow = ReturnType<typeof entryTable>['$inferSelect'];

/** Columns shared by the revision tables; each adds a reference to its post or project. */
export const revisionColumns = <Content>() => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  version: integer().notNull(),
  content: jsonb().$type<Content>().notNull(),
  wordCount: integer('word_count').notNull(),
  reason: text({ enum: revisionReasons }).notNull(),
  savedBy: text('saved_by').references(() => users.id, { onDelete: 'set null' }),
  /** When the editing session started that ends with this save. */
  startedAt: instant('started_at').notNull().defaultNow(),
  savedAt: instant('saved_at').notNull().defaultNow(),
});

const revisionTable = <Content>(name: string) => pgTable(name, revisionColumns<Content>());
/** Any table with the revision columns. */
export type RevisionTable<Content> = ReturnType<typeof revisionTable<Content>>;
