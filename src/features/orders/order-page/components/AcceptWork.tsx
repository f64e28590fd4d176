import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { OrderForm } from '../../lifecycle/components/OrderForm.tsx';

/** Returns whether the client can accept the work now. */
export function canAccept({ party, transitions }: Order): boolean {
  return (
    party === 'client' && transitions.some(({ name, blockedReason }) => name === 'complete' && blockedReason === null)
  );
}

/** Asks the client to confirm that they accept the work, and shows the balance that will be invoiced (term 2). */
export function AcceptWork({ order }: { order: Order }) {
  const { balance, currency, installments, milestones, summary } = order;
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const format = (minor: typeof balance) => formatMoney({ minor, currency }, { exact: true });
  return (
    <section aria-labelledby="accept" className="max-w-[40rem] border-l-2 border-accent bg-raised px-5 py-6 sm:px-7">
      <h2 id="accept" ref={heading} tabIndex={-1} className="text-h3">
        Accept this work as complete?
      </h2>
      <ul className="mt-4 mb-6 grid list-disc gap-2 pl-5">
        <li>You confirm that the work is complete. You can’t undo this.</li>
        {balance > 0 ? (
          <li>
            You’ll be invoiced for the balance of <strong className="font-mono tabular-nums">{format(balance)}</strong>
            {milestones.some(({ status }) => status === 'planned')
              ? ' now, due on the dates of the milestones.'
              : installments === null
                ? ' (payment term 2).'
                : ` in ${installments} monthly installments (payment terms 2 and 4).`}
          </li>
        ) : summary.amountDue > 0 ? (
          <li>
            You still have <strong className="font-mono tabular-nums">{format(summary.amountDue)}</strong> to pay.
          </li>
        ) : (
          <li>You have nothing left to pay.</li>
        )}
        {(balance > 0 || summary.amountDue > 0) && (
          <li>You can download the files once everything is paid (payment term 12).</li>
        )}
      </ul>
      <div className="flex flex-wrap items-start gap-3">
        <OrderForm intent="move" fields={{ transition: 'complete' }} label="Accept work" primary />
        <Link className="button" to={pathname}>
          Not yet
        </Link>
      </div>
    </section>
  );
}
