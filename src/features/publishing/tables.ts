import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Move } from './contract.ts';

/** What was done with posts and projects. Their tables, which know this feature, are named in the migration alone. */
export const textMoves = pgTable('text_moves', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  move: text().$type<Move>().notNull(),
  postId: integer('post_id'),
  projectId: text('project_id'),
  /** Null where the site did it by itself, or the account is gone. */
  byId: text('by_id'),
});
