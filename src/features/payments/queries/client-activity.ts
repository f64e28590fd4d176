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
export const paymentActivity: ClientActivitySource = {
  group: 'money',
  async list(db, _services, emails, limit) {
    const { rows } = await db.execute<MovementRow>(sql`
      select payment.id as "paymentId", payment.method, -entry.amount as amount, document.currency, document.number,
        entry.posted_at as at,
        case entry.kind when 'paid' then 'payment' when 'refunded' then refund.origin else entry.kind end as kind
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
