import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { TestimonialStatus } from '../contract/life.ts';
import type { TestimonialContent } from '../rules/testimonials.ts';
import { orders, testimonials } from '../tables.ts';

export type TestimonialRow = typeof testimonials.$inferSelect;

/** The most that readers are shown. */
const MOST_SHOWN = 60;

const inOrder = [asc(testimonials.place), desc(testimonials.id)];

/** What is shown on the site, in its order. */
export function listPublishedTestimonials(db: Db): Promise<TestimonialRow[]> {
  return db
    .select()
    .from(testimonials)
    .where(eq(testimonials.state, 'approved'))
    .orderBy(...inOrder)
    .limit(MOST_SHOWN);
}

/** All of them, each with the title of its order: first what waits, then what is shown in its order, then the rest. */
export function listTestimonials(db: Db) {
  return db
    .select({ testimonial: testimonials, title: orders.title })
    .from(testimonials)
    .leftJoin(orders, eq(orders.id, testimonials.orderId))
    .orderBy(sql`case ${testimonials.state} when 'waiting' then 0 when 'approved' then 1 else 2 end`, ...inOrder);
}

/** What the client says of an order. */
export async function findTestimonialByOrder(db: Db, orderId: number): Promise<TestimonialRow | null> {
  const [row] = await db.select().from(testimonials).where(eq(testimonials.orderId, orderId));
  return row ?? null;
}

/** One that nobody else changes until this transaction ends. */
export async function findTestimonialForUpdate(tx: Transaction, id: number): Promise<TestimonialRow | null> {
  const [row] = await tx.select().from(testimonials).where(eq(testimonials.id, id)).for('update');
  return row ?? null;
}

/** Keeps what a client says of an order, in place of what they said before; it waits then. */
export async function upsertTestimonial(
  tx: Transaction,
  orderId: number,
  said: TestimonialContent,
  writtenAt: Date,
): Promise<void> {
  const { words, name, role, company } = said;
  const set = { words, name, role, company, writtenAt, state: 'waiting' as const, note: '', decidedAt: null };
  await tx
    .insert(testimonials)
    .values({ orderId, ...set })
    .onConflictDoUpdate({
      target: testimonials.orderId,
      set: { ...set, version: sql`${testimonials.version} + 1` },
    });
}

/** Writes what was decided. What is approved comes first among those that are shown. */
export async function updateTestimonialStatus(
  tx: Transaction,
  id: number,
  decided: { readonly state: TestimonialStatus; readonly note: string; readonly at: Date },
): Promise<void> {
  const { state, note, at } = decided;
  const first = sql<number>`(select coalesce(min(place), 1) - 1 from testimonials where state = 'approved')`;
  await tx
    .update(testimonials)
    .set({ state, note, decidedAt: at, ...(state === 'approved' ? { place: first } : {}) })
    .where(eq(testimonials.id, id));
}

/** Takes what a client says of an order away; where it stood, or null where there was none. */
export async function deleteTestimonialByOrder(tx: Transaction, orderId: number): Promise<TestimonialStatus | null> {
  const [row] = await tx
    .delete(testimonials)
    .where(eq(testimonials.orderId, orderId))
    .returning({ state: testimonials.state });
  return row?.state ?? null;
}

/** Takes away all that somebody says of their orders; whether something was shown. */
export async function deleteTestimonialsByUser(tx: Transaction, userId: string): Promise<boolean> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.clientId, userId));
  const gone = await tx
    .delete(testimonials)
    .where(inArray(testimonials.orderId, own))
    .returning({ state: testimonials.state });
  return gone.some(({ state }) => state === 'approved');
}

/** Puts those that are shown into this order. */
export async function updateTestimonialPositions(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(testimonials)
    .set({ place: sql`array_position(${sql.param([...ids])}::integer[], ${testimonials.id})` })
    .where(and(inArray(testimonials.id, [...ids]), eq(testimonials.state, 'approved')));
}

/** Puts these in the place of all that came from other sites. They stand behind what is shown, in their order. */
export async function replaceImportedTestimonials(
  tx: Transaction,
  moved: readonly (TestimonialContent & { readonly writtenAt: string })[],
): Promise<void> {
  await tx.delete(testimonials).where(isNull(testimonials.orderId));
  if (moved.length === 0) return;
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${testimonials.place}), 0)::int` })
    .from(testimonials)
    .where(eq(testimonials.state, 'approved'));
  const behind = last?.place ?? 0;
  await tx.insert(testimonials).values(
    moved.map(({ writtenAt, ...said }, at) => ({
      ...said,
      state: 'approved' as const,
      place: behind + at + 1,
      writtenAt: new Date(writtenAt),
    })),
  );
}
