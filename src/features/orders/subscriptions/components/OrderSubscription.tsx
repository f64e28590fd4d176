import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { SubscriptionAction } from '../../lifecycle/contract/enums.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { ActionDisclosure } from '../../lifecycle/components/ReasonNote.tsx';

const statusLabels = { active: 'Active', paused: 'Paused', cancel_scheduled: 'Ends', canceled: 'Ended' } as const;

const labels: Readonly<Record<SubscriptionAction, readonly [label: string, about: string]>> = {
  pause: [
    'Pause subscription',
    'From the 1st of next month, no invoices are issued until the subscription is resumed. Existing invoices stay due.',
  ],
  resume: [
    'Resume subscription',
    'The subscription continues today. The first invoice covers the remaining days of this month.',
  ],
  cancel: [
    'Cancel subscription',
    'The subscription ends with the period that’s already invoiced, and no more invoices follow. Until then, the cancellation can be undone.',
  ],
  undo_cancellation: ['Keep subscription', 'The cancellation is undone, and the subscription continues as before.'],
};

/** Renders a subscription: its next invoice, and each party's actions (term 14). */
export function OrderSubscription({ order }: { order: Order }) {
  const { summary, currency, terms, status: orderStatus } = order;
  const { subscription } = summary;
  if (!subscription) return null;
  if (orderStatus === 'agreed') {
    return <p className="text-small text-ink-soft">The subscription starts once the first invoice is paid.</p>;
  }
  const { status, nextInvoice, pausedFrom, endsOn, actions } = subscription;
  return (
    <>
      <p className="text-h4 font-semibold">
        {statusLabels[status]}
        {status === 'paused' && pausedFrom && ` from ${formatPlainDate(pausedFrom)}`}
        {(status === 'cancel_scheduled' || status === 'canceled') && endsOn && ` on ${formatPlainDate(endsOn)}`}
      </p>
      {nextInvoice && (
        <p className="mt-1 text-small text-ink-soft">
          Next invoice on {formatPlainDate(nextInvoice.issuesOn)}:{' '}
          <span className="font-mono tabular-nums">
            {formatMoney({ minor: nextInvoice.amount, currency }, { exact: true })}
          </span>{' '}
          for {formatPlainDate(nextInvoice.periodStart)} to {formatPlainDate(nextInvoice.periodEnd)}.
        </p>
      )}
      {order.asOf === null && (
        <div className="mt-4">
          {actions.map(({ name, blockedReason }) => {
            const [label, description] = labels[name];
            const form = { intent: 'subscription', fields: { action: name }, label };
            return (
              <ActionDisclosure key={name} {...form} blockedReason={blockedReason} terms={terms}>
                <p className="mb-3 max-w-[31em] text-small text-ink-soft">{description}</p>
                <OrderForm {...form} danger={name === 'cancel'} />
              </ActionDisclosure>
            );
          })}
        </div>
      )}
    </>
  );
}
