import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { Order } from '../../lifecycle/contract/order.ts';

/** Renders a custom plan as it was requested. */
export function CustomRequestDetails({ order: { request, currency } }: { order: Order }) {
  if (!request) return null;
  const { services, budget, deadline } = request;
  return (
    <>
      {services.length > 0 && (
        <ul className="border-b border-rule">
          {services.map(({ id, title, quantity }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 border-t border-rule py-2.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
              <span className="shrink-0 font-mono text-small tabular-nums">× {quantity}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-10 sm:grid-cols-2">
        <div className="py-3">
          <dt className="meta">Budget</dt>
          <dd>{budget === null ? 'Not named' : formatMoney({ minor: budget, currency })}</dd>
        </div>
        <div className="py-3">
          <dt className="meta">Needed by</dt>
          <dd>{deadline === null ? 'Not named' : formatPlainDate(deadline)}</dd>
        </div>
      </dl>
    </>
  );
}
