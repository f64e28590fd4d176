import { and, eq, asc, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { billingDocuments } from '#features/billing/index.ts';
import { bookings } from '../lifecycle/tables.ts';

/** Counts the holds of a network that have no client details yet. */
export function countHeldFrom(db: Db, network: string): Promise<number> {
  return db.$count(bookings, and(eq(bookings.heldFrom, network), eq(bookings.state, 'held')));
}

/**
 * Lists canceled or expired bookings with an open invoice and no pending payment: none that is being checked, and none
 * started at a provider after `since`.
 */
export function listBookingsToCredit(db: Db, since: Date) {
  return db
    .selectDistinct({ id: bookings.id })
    .from(bookings)
    .innerJoin(billingDocuments, eq(billingDocuments.bookingId, bookings.id))
    .where(
      and(
        notInArray(bookings.state, ['held', 'awaiting_payment', 'confirmed', 'completed', 'no_show']),
        eq(billingDocuments.kind, 'invoice'),
        sql`(select coalesce(sum(entry.amount), 0) from ledger_entries entry where entry.billing_document_id = ${billingDocuments.id}) > 0`,
        sql`not exists (select from payments payment where payment.billing_document_id = ${billingDocuments.id} and
          (payment.status in ('in_review', 'processing') or (payment.status = 'pending' and payment.created_at > ${since.toISOString()}::timestamptz)))`,
      ),
    )
    .orderBy(asc(bookings.id));
}
