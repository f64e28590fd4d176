import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/auth/index.ts';
import { pictures } from '#features/media/index.ts';
import { type EntrySource, revisionColumns, entryColumns, postTags } from '#features/publishing/index.ts';
import { instant } from '#platform/database/columns.ts';
import type { PostContent } from './contract/editing.ts';

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
  description: text().notNull(),
  authorId: text('author_id')
    .notNull()
    .references(() => blogAuthors.id),
  headings: jsonb().$type<Heading[]>().notNull(),
  wordCount: integer('word_count').notNull(),
  commentCount: integer('comment_count').notNull().default(0),
  publishedAt: instant('published_at'),
  /** The slug that its feed ID is made from; null while that is the current slug. */
  feedSlug: text('feed_slug'),
  /** Whether it is sent as a newsletter once it is public. Cleared when sending starts. */
  sendsNewsletter: boolean('sends_newsletter').notNull().default(false),
  ...entryColumns<PostContent>(),
});

export const postSlugs = pgTable('post_slugs', {
  slug: text().primaryKey(),
  postId: integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  replacedAt: instant('replaced_at').notNull().defaultNow(),
});

export const postSource: EntrySource<typeof posts.id> = {
  noun: 'post',
  feature: 'blog',
  tags: postTags,
  table: posts,
  slug: posts.slug,
  publishedAt: posts.publishedAt,
  formerSlugs: postSlugs,
  formerOf: postSlugs.postId,
};

export const postRevisions = pgTable('post_revisions', {
  postId: integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  ...revisionColumns<PostContent>(),
});
