import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const pictures = pgTable('pictures', {
  id: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  colors: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** A picture as the API shows it, for `select({ … })` over a joined (and perhaps missing) row. */
export const pictureColumns = {
  id: pictures.id,
  width: pictures.width,
  height: pictures.height,
  colors: pictures.colors,
};
