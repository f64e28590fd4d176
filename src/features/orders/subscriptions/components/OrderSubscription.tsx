import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { SubscriptionAction } from '../../lifecycle/contract/enums.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { ActionDisclosure } from '../../lifecycle/components/ReasonNote.tsx';

const statusLabels = { active: 'Goes on', paused: 'Paused', cancel_scheduled: 'Ends', canceled: 'Ended' } as const;

const labels: Readonly<Record<SubscriptionAction, readonly [label: string, about: string]>> = {
  pause: ['Pause it', 'Nothing is invoiced from the next 1st on, until it is resumed. What is invoiced stays.'],
  resume: ['Resume it', 'It goes on from today: the rest of the month is invoiced by its days.'],
  cancel: [
    'End it',
    'It ends with what is invoiced already; nothing more is asked for. Until then that can be taken back.',
  ],
  undo_cancellation: ['Keep it after all', 'It goes on as if nobody had ended it.'],
};

/** Renders a subscription: its next invoice, and each party's actions (term 14). */
export function OrderSubscription({ order }: { order: Order }) {
  const { summary, currency, terms } = order;
  const { subscription } = summary;
  if (!subscription) return null;
  const { status, nextInvoice, pausedFrom, endsOn, actions } = subscription;
  return (
    <>
      <p className="text-h4 font-semibold">
        {statusLabels[status]}
        {status === 'paused' && pausedFrom && ` from ${formatPlainDate(pausedFrom)} on`}
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
                <OrderForm {...form} />
              </ActionDisclosure>
            );
          })}
        </div>
      )}
    </>
  );
}
