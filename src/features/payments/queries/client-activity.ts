import { sql } from 'drizzle-orm';
import type { ClientActivitySource } from '#features/clients/index.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import type { MovementKind, PaymentMethod } from '../contract/enums.ts';
import { movementLabels, paymentMethodLabels } from '../rules/labels.ts';

interface MovementRow extends Record<string, unknown> {
  readonly paymentId: number;
  readonly kind: MovementKind;
  readonly method: PaymentMethod;
  readonly amount: string;
  readonly currency: string;
  readonly number: string;
  readonly at: string;
}

/** The payments of a client, refunds and disputes. */
const paymentActivity: ClientActivitySource = {
  group: 'money',
  async list(db, _services, emails, limit) {
    const { rows } = await db.execute<MovementRow>(sql`
      select payment.id as "paymentId", payment.method, -entry.amount as amount, document.currency, document.number,
        entry.posted_at as at,
        case when entry.kind = 'paid' then 'payment' when entry.kind = 'refunded' then refund.origin
          when entry.kind = 'reinstated' and refund.origin <> 'dispute' then 'refund_failed' else entry.kind end as kind
      from billing_documents document
      join ledger_entries entry on entry.billing_document_id = document.id
        and entry.kind in ('paid', 'voided', 'refunded', 'reinstated')
      left join refunds refund on refund.id = entry.refund_id
      join payments payment on payment.id = coalesce(entry.payment_id, refund.payment_id)
      where lower(document.content -> 'client' ->> 'email') = any(${sql.param([...emails])}::text[])
      order by entry.id desc limit ${limit}`);
    return rows.map(({ paymentId, kind: movement, method, amount, currency, number, at }) => ({
      kind: 'payment' as const,
      at: new Date(at).toISOString(),
      title: `${movementLabels[movement]}: ${number}`,
      detail: paymentMethodLabels[method],
      path: dashboardPaths.payment(paymentId),
      amount: { minor: toMinorUnits(Number(amount)), currency },
    }));
  },
};

interface AdjustmentRow extends Record<string, unknown> {
  readonly kind: 'written_off' | 'applied';
  readonly reason: string;
  readonly amount: string;
  readonly currency: string;
  readonly number: string;
  readonly source: string | null;
  readonly at: string;
}

/** Amounts of a client's invoices that were written off, and credit that was applied to them. */
const adjustmentActivity: ClientActivitySource = {
  group: 'money',
  async list(db, _services, emails, limit) {
    // Applied credit has a second entry, on the document that it comes from.
    const { rows } = await db.execute<AdjustmentRow>(sql`
      select entry.kind, adjustment.reason, -entry.amount as amount, document.currency, document.number,
        entry.posted_at as at, source.number as source
      from billing_documents document
      join ledger_entries entry on entry.billing_document_id = document.id
        and (entry.kind = 'written_off' or entry.kind = 'applied' and entry.amount < 0)
      join ledger_adjustments adjustment on adjustment.id = entry.adjustment_id
      left join ledger_entries taken on taken.adjustment_id = entry.adjustment_id and taken.kind = 'applied'
        and taken.amount > 0
      left join billing_documents source on source.id = taken.billing_document_id
      where lower(document.content -> 'client' ->> 'email') = any(${sql.param([...emails])}::text[])
      order by entry.id desc limit ${limit}`);
    return rows.map(({ kind, reason, amount, currency, number, source, at }) => ({
      kind: kind === 'applied' ? ('credit' as const) : ('write_off' as const),
      at: new Date(at).toISOString(),
      title: `${kind === 'applied' ? 'Credit applied' : Number(amount) < 0 ? 'Write-off undone' : 'Written off'}: ${number}`,
      detail: kind === 'applied' ? `From ${source ?? ''}` : reason,
      path: dashboardPaths.invoicePayments(number),
      amount: { minor: toMinorUnits(Number(amount)), currency },
    }));
  },
};

export const paymentActivitySources = [paymentActivity, adjustmentActivity];
