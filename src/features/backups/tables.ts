import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';
import { runStatuses } from './contract/constants.ts';

export const backupSettings = pgTable('backup_settings', {
  isSingleton: boolean('is_singleton').primaryKey().default(true),
  isScheduled: boolean('is_scheduled').notNull().default(true),
  /** 0 to 23, in the owner's time zone. */
  hour: integer().notNull().default(3),
  /** When the schedule was turned on or changed. */
  scheduledSince: instant('scheduled_since').notNull().defaultNow(),
  secretKeyDownloadedAt: instant('secret_key_downloaded_at'),
});

/** Backups that this site wrote, or tried to. */
export const backupRuns = pgTable('backup_runs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  fileName: text('file_name').notNull(),
  isScheduled: boolean('is_scheduled').notNull(),
  status: text({ enum: runStatuses }).notNull(),
  startedAt: instant('started_at').notNull(),
  /** When the process that runs it last reported progress. */
  updatedAt: instant('updated_at').notNull(),
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  errorMessage: text('error_message'),
  verifiedAt: instant('verified_at'),
  problems: jsonb().$type<string[]>().notNull().default([]),
});
