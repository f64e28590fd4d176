import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/tables.ts';
import { type Move, revisionReasons } from './contract.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What was done with posts and projects. Their tables, which know this feature, are named in the migration alone. */
export const textMoves = pgTable('text_moves', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  move: text().$type<Move>().notNull(),
  postId: integer('post_id'),
  projectId: text('project_id'),
  /** Null where the site did it by itself, or the account is gone. */
  byId: text('by_id'),
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
