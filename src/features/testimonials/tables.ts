import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { testimonialStatuses } from '#features/orders/lifecycle/contract/enums.ts';
import { orders } from '#features/orders/index.ts';
import { instant } from '#platform/database/columns.ts';

export const testimonials = pgTable('testimonials', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Null for a testimonial imported from another site, whose orders don't exist here. */
  orderId: integer('order_id').references(() => orders.id),
  body: text().notNull(),
  name: text().notNull(),
  role: text().notNull().default(''),
  company: text().notNull().default(''),
  status: text({ enum: testimonialStatuses }).notNull(),
  /** Counts changes of the text, so the owner can't approve a version they have not read. */
  version: integer().notNull().default(1),
  /** The owner's note on a declined testimonial. */
  ownerNote: text('owner_note').notNull().default(''),
  /** Display order, lowest first. */
  position: integer().notNull().default(0),
  /** Also the time of the client's consent to publish. */
  writtenAt: instant('written_at').notNull(),
  reviewedAt: instant('reviewed_at'),
});
