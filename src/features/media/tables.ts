import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/database/columns.ts';
import { FILE_TYPES } from '#shared/uploads.ts';

export const pictures = pgTable('pictures', {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  placeholderColors: text('placeholder_colors').notNull(),
  /** References `users`, whose table refers to this one for portraits. */
  ownerId: text('owner_id'),
  name: text().notNull().default(''),
  alt: text().notNull().default(''),
  bytes: integer(),
  inLibrary: boolean('in_library').notNull().default(false),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const mediaFiles = pgTable('media_files', {
  id: text().primaryKey(),
  ownerId: text('owner_id').notNull(),
  fileName: text('file_name').notNull(),
  contentType: text('content_type', { enum: FILE_TYPES }).notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** A picture's columns as the API returns them, for `select({ … })` with a left-joined row. */
export const pictureColumns = {
  id: pictures.id,
  width: pictures.width,
  height: pictures.height,
  placeholderColors: pictures.placeholderColors,
};

/** Returns the ids of the pictures in a text, as an array expression that can be indexed. */
export function pictureIdsIn(column: AnyColumn): SQL {
  return sql`picture_ids(${column})`;
}
