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
): Promise<{ placed: number; paid: number }> {
  const then = (column: string) =>
    sql`${sql.raw(column)} >= ${begin.toString()}::timestamptz and ${sql.raw(column)} < ${end.toString()}::timestamptz`;
  const { rows } = await db.execute<{ placed: number; paid: number }>(sql`
    select
      (select count(*)::int from orders o where ${then('o.created_at')})
        + (select count(distinct e.booking_id)::int
          from booking_events e
          where e.move = 'enterDetails' and ${then('e.at')}
            and not exists (
              select from booking_events f where f.booking_id = e.booking_id and f.move = e.move and f.id < e.id
            )) as placed,
      (select count(distinct (d.order_id, d.booking_id))::int
        from ledger_entries l join business_documents d on d.id = l.document_id
        where l.kind = 'paid' and coalesce(d.order_id, d.booking_id) is not null and ${then('l.at')}
          and not exists (
            select from ledger_entries e join business_documents f on f.id = e.document_id
            where (f.order_id = d.order_id or f.booking_id = d.booking_id)
              and e.kind = 'paid' and e.at < ${begin.toString()}::timestamptz
          )) as paid`);
  return rows[0] ?? { placed: 0, paid: 0 };
}
