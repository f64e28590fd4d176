import { formatMoney } from '#shared/money.ts';
import { SiteMoment } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import type { PaymentDetails } from '../contract/review.ts';
import { refundDecisionLabels, refundStateLabel } from '../rules/labels.ts';

export function RefundList({ refunds, isManual }: { refunds: PaymentDetails['refunds']; isManual: boolean }) {
  if (refunds.length === 0) return <p className="text-small text-ink-soft">No refunds or disputes.</p>;
  return (
    <ul className="border-b border-rule text-small">
      {refunds.map(refund => (
        <li key={refund.id} className="border-t border-rule py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span className="font-semibold">{refundStateLabel(refund, isManual)}</span>
            <span className="font-mono tabular-nums">
              {formatMoney({ minor: refund.amount, currency: refund.currency }, { exact: true })}
            </span>
          </div>
          <p className="mt-0.5 text-ink-soft">{refund.reason}</p>
          <MetaLine
            className="mt-0.5"
            items={[
              <SiteMoment key="date" instant={refund.settledAt ?? refund.createdAt} />,
              refund.decision && refundDecisionLabels[refund.decision],
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
