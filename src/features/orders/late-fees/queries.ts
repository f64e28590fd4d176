import { type SQL, sql } from 'drizzle-orm';
import { owedAgainAt } from '#features/billing/index.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { totalOf } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { toMinorUnits, calculatePercentage } from '#shared/money-arithmetic.ts';

interface Row extends Record<string, unknown> {
  readonly order_id: number;
  readonly number: string;
  readonly client_name: string;
  readonly owed: string;
  readonly currency: string;
  readonly settings: PaymentTermSettings;
}

/**
 * Returns how many late fees the owner can apply or waive (term 6) on `today`, in the owner's time zone (IANA name), and
 * the `limit` oldest. Equals `lateFees` in the summary of each order, but starts from unpaid documents.
 */
export async function listProposedFees(
  db: Db,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
  limit: number,
) {
  const setting = (name: keyof PaymentTermSettings) => sql`(o.agreed_terms -> 'settings' ->> ${name}::text)::numeric`;
  const isLate = (dueOn: SQL) => sql`${dueOn} + (${setting('lateFeeAfterDays')}::integer + 1) <= ${today}::date`;
  const owedAgainOn = sql`(${owedAgainAt} at time zone ${timeZone})::date`;
  const proposed = sql`
    from document_balances b join billing_documents on billing_documents.id = b.document_id
      join orders o on o.id = billing_documents.order_id
    where b.owed > 0 and billing_documents.kind <> 'late_fee_invoice'
      and ${isLate(sql`b.due_on`)} and coalesce(${isLate(owedAgainOn)}, true)
      and round(b.owed * ${setting('lateFeePercent')} / 100) > 0
      and (o.kind <> 'service' or exists (
        select from order_events event where event.order_id = o.id and event.transition = 'activate_subscription'))
      and not exists (select from billing_documents fee
        where fee.related_document_id = billing_documents.id and fee.kind = 'late_fee_invoice')
      and not exists (select from late_fee_waivers waived where waived.invoice_id = billing_documents.id)`;
  const { rows } = await db.execute<Row>(sql`
    select o.id as order_id, number, o.client_name, b.owed, billing_documents.currency,
      o.agreed_terms -> 'settings' as settings
    ${proposed} order by b.due_on, billing_documents.id limit ${limit}`);
  const items = rows.map(row => ({
    orderId: row.order_id,
    documentNumber: row.number,
    clientName: row.client_name,
    amount: calculatePercentage(toMinorUnits(Number(row.owed)), row.settings.lateFeePercent * 100),
    currency: row.currency,
  }));
  const total = await totalOf({ page: 1, pageSize: limit }, items, async () => {
    const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::integer as count ${proposed}`);
    return counted[0]?.count ?? 0;
  });
  return { total, items };
}
