import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/tables.ts';
import { pictures } from '#features/media/tables.ts';
import { statuses } from '#features/publishing/contract.ts';
import { revisionColumns } from '#features/publishing/tables.ts';
import { tsvector } from '#platform/database/columns.ts';
import type { PostContent } from './contract/writing.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

export const blogAuthors = pgTable('blog_authors', {
  id: text().primaryKey(),
  name: text().notNull(),
  role: text().notNull(),
  avatarId: text('avatar_id').references(() => pictures.id),
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
});

export const posts = pgTable('posts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  description: text().notNull(),
  category: text().notNull(),
  tags: text().array().notNull().default([]),
  authorId: text('author_id')
    .notNull()
    .references(() => blogAuthors.id),
  coverId: text('cover_id').references(() => pictures.id),
  coverAlt: text('cover_alt').notNull().default(''),
  markdown: text().notNull(),
  html: text().notNull(),
  headings: jsonb().$type<Heading[]>().notNull(),
  words: integer().notNull(),
  likes: integer().notNull().default(0),
  commentCount: integer('comment_count').notNull().default(0),
  status: text({ enum: statuses }).notNull().default('draft'),
  deletedAt: instant('deleted_at'),
  /** Published, and not deleted. */
  isPublic: boolean('is_public').notNull().generatedAlwaysAs(true),
  version: integer().notNull().default(1),
  sample: boolean().notNull().default(false),
  pending: jsonb().$type<PostContent>(),
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
  publishedAt: instant('published_at'),
  /** When what readers see was changed last. */
  updatedAt: instant('updated_at').notNull().defaultNow(),
  search: tsvector().generatedAlwaysAs('').notNull(),
  /** Title and tags without accents, in lower case. */
  foldedTitle: text('folded_title').generatedAlwaysAs('').notNull(),
});

/** Addresses that posts had before. */
export const postSlugs = pgTable('post_slugs', {
  slug: text().primaryKey(),
  postId: integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  replacedAt: instant('replaced_at').notNull().defaultNow(),
});

/** What posts said before. */
export const postRevisions = pgTable('post_revisions', {
  postId: integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  ...revisionColumns<PostContent>(),
});
