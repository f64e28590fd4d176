import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { pictures } from '#features/media/tables.ts';
import { tsvector } from '#platform/database/columns.ts';

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
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  search: tsvector().generatedAlwaysAs('').notNull(),
});

export const postComments = pgTable('post_comments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  postId: integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  designation: text().notNull(),
  avatarId: text('avatar_id').references(() => pictures.id),
  comment: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
