import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
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
          {refund.providerError !== null && <p className="mt-0.5 text-danger">{refund.providerError}</p>}
          <MetaLine
            className="mt-0.5"
            items={[
              <SiteMoment key="date" instant={refund.settledAt ?? refund.createdAt} />,
              refund.decision && refundDecisionLabels[refund.decision],
              isWaiting(refund, isManual) && (
                <Link key="review" className="link" to={dashboardPaths.payments}>
                  Review on the Payments page
                </Link>
              ),
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns whether the owner has to send a refund, or decide on one at the provider or on a dispute. */
function isWaiting({ state, decision, providerError }: PaymentDetails['refunds'][number], isManual: boolean): boolean {
  return decision === 'pending' || (state === 'pending' && (isManual || providerError !== null));
}
