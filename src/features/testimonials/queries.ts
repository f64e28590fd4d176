import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { ExportedTestimonial } from './rules/import-export.ts';
import type { TestimonialContent } from './rules/testimonials.ts';
import { orders } from '#features/orders/index.ts';
import { testimonials } from './tables.ts';

/** Cache tag of the home and about pages. */
export const TESTIMONIALS_TAG = 'testimonials';

const { position: _position, reviewedAt: _reviewedAt, ...columns } = getTableColumns(testimonials);

/** Maximum number of testimonials on the site. */
const MAX_TESTIMONIALS = 60;

const inOrder = [asc(testimonials.position), desc(testimonials.id)];

const selectPublished = (db: Db) =>
  db
    .select()
    .from(testimonials)
    .where(eq(testimonials.status, 'approved'))
    .orderBy(...inOrder);

/** Returns the testimonials that the site shows, in display order. */
export const listPublishedTestimonials = (db: Db) => selectPublished(db).limit(MAX_TESTIMONIALS);

/**
 * Returns all testimonials with order titles: those waiting for review, then the published ones in display order, then the
 * rest.
 */
export function listTestimonials(db: Db) {
  const { ownerNote: _note, ...listed } = columns;
  return db
    .select({ ...listed, title: orders.title })
    .from(testimonials)
    .leftJoin(orders, eq(orders.id, testimonials.orderId))
    .orderBy(sql`case ${testimonials.status} when 'pending' then 0 when 'approved' then 1 else 2 end`, ...inOrder);
}

/** Returns the testimonials of orders. */
export function listTestimonialsByOrder(db: Db, orderIds: readonly number[]) {
  return db
    .select(columns)
    .from(testimonials)
    .where(inArray(testimonials.orderId, [...orderIds]));
}

/** Returns a testimonial and locks it until the transaction ends. */
export async function findTestimonialForUpdate(tx: Transaction, id: number) {
  const [row] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for('update');
  return row ?? null;
}

/** Inserts or replaces the testimonial of an order, which sends it to review. */
export async function upsertTestimonial(
  tx: Transaction,
  orderId: number,
  { body, name, role, company }: TestimonialContent,
  writtenAt: Date,
): Promise<void> {
  const set = { body, name, role, company, writtenAt, status: 'pending' as const, ownerNote: '', reviewedAt: null };
  await tx
    .insert(testimonials)
    .values({ orderId, ...set })
    .onConflictDoUpdate({
      target: testimonials.orderId,
      set: { ...set, version: sql`${testimonials.version} + 1` },
    });
}

/** Stores a decision. A newly approved testimonial is displayed first. */
export async function updateTestimonialStatus(
  tx: Transaction,
  id: number,
  { state, note, at }: { readonly state: TestimonialStatus; readonly note: string; readonly at: Date },
): Promise<void> {
  const first = sql<number>`(select coalesce(min(position), 1) - 1 from testimonials where status = 'approved')`;
  await tx
    .update(testimonials)
    .set({ status: state, ownerNote: note, reviewedAt: at, ...(state === 'approved' ? { position: first } : {}) })
    .where(eq(testimonials.id, id));
}

/** Deletes the testimonial of an order. Returns false if there was none. */
export const deleteTestimonialByOrder = (tx: Transaction, orderId: number) =>
  deleteTestimonials(tx, eq(testimonials.orderId, orderId));

/** Deletes all testimonials of a user. Returns false if there were none. */
export const deleteTestimonialsByUser = (tx: Transaction, userId: string) =>
  deleteTestimonials(
    tx,
    inArray(testimonials.orderId, tx.select({ id: orders.id }).from(orders).where(eq(orders.clientId, userId))),
  );

async function deleteTestimonials(tx: Transaction, which: SQL): Promise<boolean> {
  const deleted = await tx.delete(testimonials).where(which).returning({ state: testimonials.status });
  if (deleted.some(({ state }) => state === 'approved')) await invalidateTag(tx, TESTIMONIALS_TAG);
  return deleted.length > 0;
}

/** Sets the display order of published testimonials. */
export async function updateTestimonialPositions(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(testimonials)
    .set({ position: sql`array_position(${sql.param([...ids])}::integer[], ${testimonials.id})` })
    .where(and(inArray(testimonials.id, [...ids]), eq(testimonials.status, 'approved')));
}

/** Returns the published testimonials in display order, and whether there are any. */
export async function exportTestimonials(db: Db) {
  const rows = await selectPublished(db);
  const value: ExportedTestimonial[] = rows.map(({ body, name, role, company, writtenAt }) => {
    return { body, name, role, company, writtenAt: writtenAt.toISOString() };
  });
  return { value, isOwn: value.length > 0 };
}

/**
 * Replaces all imported testimonials, skipping those that already exist here with an order. The new ones are displayed
 * last, in the given order.
 */
export async function importTestimonials(tx: Transaction, imported: readonly ExportedTestimonial[]): Promise<void> {
  const existing = await selectPublished(tx);
  const missing = imported.filter(
    ({ body, name }) => !existing.some(row => row.orderId !== null && row.body === body && row.name === name),
  );
  await invalidateTag(tx, TESTIMONIALS_TAG);
  await tx.delete(testimonials).where(isNull(testimonials.orderId));
  if (missing.length === 0) return;
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${testimonials.position}), 0)::int` })
    .from(testimonials)
    .where(eq(testimonials.status, 'approved'));
  const lastPosition = last?.place ?? 0;
  await tx.insert(testimonials).values(
    missing.map(({ writtenAt, ...content }, index) => ({
      ...content,
      status: 'approved' as const,
      position: lastPosition + index + 1,
      writtenAt: new Date(writtenAt),
    })),
  );
}
