import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { TestimonialStatus } from '#features/orders/lifecycle/contract/enums.ts';
import type { TestimonialContent } from './rules/testimonials.ts';
import { orders } from '#features/orders/index.ts';
import { testimonials } from './tables.ts';

type TestimonialRow = typeof testimonials.$inferSelect;

const { position: _position, reviewedAt: _reviewedAt, ...columns } = getTableColumns(testimonials);

const MOST_SHOWN = 60;

const inOrder = [asc(testimonials.position), desc(testimonials.id)];

/** Returns the published testimonials in display order. */
export function listPublishedTestimonials(db: Db): Promise<TestimonialRow[]> {
  return db
    .select()
    .from(testimonials)
    .where(eq(testimonials.status, 'approved'))
    .orderBy(...inOrder)
    .limit(MOST_SHOWN);
}

/**
 * Returns all testimonials with order titles: those awaiting review, then the published ones in display order, then the
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
export async function findTestimonialForUpdate(tx: Transaction, id: number): Promise<TestimonialRow | null> {
  const [row] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for('update');
  return row ?? null;
}

/** Inserts or replaces the testimonial of an order; it then awaits review. */
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

/** Deletes the testimonial of an order. Returns its status; null if there was none. */
export async function deleteTestimonialByOrder(tx: Transaction, orderId: number): Promise<TestimonialStatus | null> {
  const [row] = await tx
    .delete(testimonials)
    .where(eq(testimonials.orderId, orderId))
    .returning({ state: testimonials.status });
  return row?.state ?? null;
}

/** Deletes all testimonials of a user. Returns whether one of them was published. */
export async function deleteTestimonialsByUser(tx: Transaction, userId: string): Promise<boolean> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.clientId, userId));
  const gone = await tx
    .delete(testimonials)
    .where(inArray(testimonials.orderId, own))
    .returning({ state: testimonials.status });
  return gone.some(({ state }) => state === 'approved');
}

/** Sets the display order of published testimonials. */
export async function updateTestimonialPositions(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(testimonials)
    .set({ position: sql`array_position(${sql.param([...ids])}::integer[], ${testimonials.id})` })
    .where(and(inArray(testimonials.id, [...ids]), eq(testimonials.status, 'approved')));
}

/** Replaces all imported testimonials. The new ones are displayed last, in the given order. */
export async function replaceImportedTestimonials(
  tx: Transaction,
  moved: readonly (TestimonialContent & { readonly writtenAt: string })[],
): Promise<void> {
  await tx.delete(testimonials).where(isNull(testimonials.orderId));
  if (moved.length === 0) return;
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${testimonials.position}), 0)::int` })
    .from(testimonials)
    .where(eq(testimonials.status, 'approved'));
  const behind = last?.place ?? 0;
  await tx.insert(testimonials).values(
    moved.map(({ writtenAt, ...said }, at) => ({
      ...said,
      status: 'approved' as const,
      position: behind + at + 1,
      writtenAt: new Date(writtenAt),
    })),
  );
}
