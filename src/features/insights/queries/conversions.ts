import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';

/**
 * Counts conversions from the books: orders, requests and consultations placed from `begin` until before `end`, and
 * those first paid then. A consultation counts once its client gives their name: holds and bookings by the owner don't
 * count.
 */
export async function countConversions(
  db: Db,
  begin: Temporal.Instant,
  end: Temporal.Instant,
): Promise<{ ordered: number; paid: number }> {
  const isInPeriod = (column: string) =>
    sql`${sql.raw(column)} >= ${begin.toString()}::timestamptz and ${sql.raw(column)} < ${end.toString()}::timestamptz`;
  const { rows } = await db.execute<{ ordered: number; paid: number }>(sql`
    select
      (select count(*)::int from orders o where ${isInPeriod('o.created_at')})
        + (select count(distinct e.booking_id)::int
          from booking_events e
          where e.transition = 'submit_details' and ${isInPeriod('e.occurred_at')}
            and not exists (
              select from booking_events f where f.booking_id = e.booking_id and f.transition = e.transition and f.id < e.id
            )) as ordered,
      (select count(distinct (d.order_id, d.booking_id))::int
        from ledger_entries l join billing_documents d on d.id = l.billing_document_id
        where l.kind = 'paid' and coalesce(d.order_id, d.booking_id) is not null and ${isInPeriod('l.posted_at')}
          and not exists (
            select from ledger_entries e join billing_documents f on f.id = e.billing_document_id
            where (f.order_id = d.order_id or f.booking_id = d.booking_id)
              and e.kind = 'paid' and e.posted_at < ${begin.toString()}::timestamptz
          )) as paid`);
  return rows[0] ?? { ordered: 0, paid: 0 };
}
