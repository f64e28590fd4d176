import { formatMoney } from '#shared/money.ts';
import { ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { formatDays } from '../../lifecycle/rules/expected-delivery.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { QuickQuoteLineItems } from '../../lifecycle/components/QuickQuoteLineItems.tsx';
import { QuoteAnswer, QuotedLines } from '../../lifecycle/components/QuotedLines.tsx';

const isWorking = ({ status }: Order) => status === 'in_progress' || status === 'in_review';

/** Renders revisions and change orders (term 11). */
export function ChangeOrders({ order }: { order: Order }) {
  const { changeOrders, party, status, asOf, events } = order;
  const isOpen = changeOrders.some(({ isAccepted }) => isAccepted === null);
  const isQuotePending = status === 'in_review' && isRevisionQuotePending(events);
  return (
    <>
      {changeOrders.length === 0 && (
        <p className="mb-3 text-small text-ink-soft">
          {isQuotePending && party === 'client'
            ? 'Waiting for a quote for your revision. It appears here.'
            : 'No change orders yet. Prices for extra work appear here.'}
        </p>
      )}
      <ul className="grid">
        {changeOrders.map(change => (
          <Change key={change.id} change={change} order={order} />
        ))}
      </ul>
      {asOf === null && party === 'client' && status === 'in_review' && !isOpen && !isQuotePending && (
        <RevisionForm order={order} />
      )}
      {asOf === null && party === 'owner' && isQuotePending && (
        <div className="mb-4">
          <OrderForm intent="grant-revision" label="Do this revision for free" />
        </div>
      )}
      {asOf === null && party === 'owner' && isWorking(order) && !isOpen && <ChangeQuoteForm order={order} />}
    </>
  );
}

function Change({ change, order }: { change: Order['changeOrders'][number]; order: Order }) {
  const { currency, party, asOf } = order;
  const total = formatMoney({ minor: change.total, currency }, { exact: true });
  const isUnanswered = change.isAccepted === null;
  const isOpen = isUnanswered && isWorking(order);
  const statusText = isUnanswered
    ? isOpen
      ? 'Waiting for an answer'
      : 'Not answered'
    : change.isAccepted
      ? 'Accepted'
      : change.isWithdrawn
        ? 'Withdrawn'
        : 'Declined';
  return (
    <li className="border-t border-rule py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="hint">{statusText}</span>
        <span className="font-mono tabular-nums">{total}</span>
      </p>
      <QuotedLines quote={change} currency={currency} />
      {change.extraDays > 0 && <p className="hint mt-1">Adds {formatDays(change.extraDays)}</p>}
      {isOpen && party === 'client' && asOf === null && (
        <QuoteAnswer
          intent="answer-change"
          fields={{ change: String(change.id) }}
          total={total}
          declineLabel="Decline change order"
        />
      )}
      {isOpen && party === 'owner' && asOf === null && (
        <div className="mt-3">
          <OrderForm intent="withdraw-change" fields={{ change: String(change.id) }} label="Withdraw change order" />
        </div>
      )}
    </li>
  );
}

function RevisionForm({ order }: { order: Order }) {
  const { left } = order.summary.revisions;
  const size = useOrderFailure({ intent: 'revision' })?.values.size ?? 'minor';
  const sizes = [
    ['minor', 'Minor', left > 0 ? `${left} left, starts immediately` : 'none left, so you get a quote first'],
    ['major', 'Major', 'you get a quote first, see term 11'],
  ] as const;
  return (
    <OrderDisclosure label="Request a revision" intent="revision">
      <OrderForm intent="revision" label="Request revision">
        <fieldset className="grid gap-2 text-small">
          <legend className="mb-1.5 font-display font-semibold">Size of the revision</legend>
          {sizes.map(([value, label, note]) => (
            <label key={value} className="flex min-h-11 items-center gap-3 sm:min-h-6">
              <input type="radio" name="size" value={value} defaultChecked={value === size} />
              <span>
                {label} <span className="text-ink-soft">({note})</span>
              </span>
            </label>
          ))}
        </fieldset>
        <ActionTextArea label="What should change?" name="body" rows={4} maxLength={5000} />
      </OrderForm>
    </OrderDisclosure>
  );
}

function ChangeQuoteForm({ order: { currency, events, changeTaxes } }: { order: Order }) {
  return (
    <OrderDisclosure label="Create a change order" intent="quote-change" open={isRevisionQuotePending(events)}>
      <OrderForm intent="quote-change" label="Send change order">
        <div className="grid w-full gap-4">
          <QuickQuoteLineItems currency={currency} taxes={changeTaxes} />
          <ActionTextField label="Extra days" name="extraDays" inputMode="numeric" defaultValue="0" />
        </div>
      </OrderForm>
    </OrderDisclosure>
  );
}
