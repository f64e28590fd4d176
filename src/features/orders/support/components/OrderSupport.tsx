import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { SiteTime } from '#ui/DateTime.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { supportNextActions } from '../../lifecycle/rules/support.ts';
import { QuickQuoteLineItems } from '../../lifecycle/components/QuickQuoteLineItems.tsx';
import { QuoteAnswer, QuotedLines } from '../../lifecycle/components/QuotedLines.tsx';

/** Renders support after delivery (term 13). */
export function OrderSupport({ order }: { order: Order }) {
  const { supportRequests, party, asOf } = order;
  const { isIncluded, until } = order.summary.support;
  const last = until && formatPlainDate(until);
  return (
    <>
      <p className="max-w-[31em] text-small text-ink-soft">
        {isIncluded
          ? `Support is included until ${last}. Later requests are quoted first (term 13).`
          : `${last ? `Support was included until ${last}.` : 'Support isn’t included.'} Requests are quoted first, and invoiced once the quote is accepted (term 13).`}
      </p>
      {supportRequests.length > 0 && (
        <ul className="mt-4 grid">
          {supportRequests.map(request => (
            <Request key={request.id} request={request} order={order} />
          ))}
        </ul>
      )}
      {asOf === null && party === 'client' && (
        <div className="mt-4">
          <OrderDisclosure key={supportRequests.length} label="Request support" intent="support">
            <OrderForm intent="support" label={isIncluded ? 'Send request' : 'Request a quote'}>
              <ActionTextArea label="What do you need help with?" name="body" rows={4} maxLength={5000} />
            </OrderForm>
          </OrderDisclosure>
        </div>
      )}
    </>
  );
}

const labels: Readonly<Record<Order['supportRequests'][number]['status'], string>> = {
  awaiting_quote: 'Waiting for a quote',
  quoted: 'Waiting for an answer',
  declined: 'Declined',
  open: 'Open',
  resolved: 'Resolved',
};

function Request({ request, order }: { request: Order['supportRequests'][number]; order: Order }) {
  const { party, asOf, currency } = order;
  const { id, body, createdAt, isIncluded, status, quote, canReopen } = request;
  const total = quote && formatMoney({ minor: quote.total, currency }, { exact: true });
  const fields = { request: String(id) };
  const isUnresolved = supportNextActions[status] !== null;
  return (
    <li className="border-t border-rule py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="meta">
          {labels[status]} · <SiteTime instant={createdAt} />
        </span>
        {total ? (
          <span className="font-mono tabular-nums">{total}</span>
        ) : (
          isIncluded && <span className="meta">Included</span>
        )}
      </p>
      <p className="mt-1 max-w-[34em] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {body === null ? 'This message was deleted.' : <LinkedText text={body} />}
      </p>
      {quote && <QuotedLines quote={quote} currency={currency} />}
      {asOf === null && party === 'client' && total && status === 'quoted' && (
        <QuoteAnswer intent="answer-support" fields={fields} total={total} declineLabel="Decline quote" />
      )}
      {asOf === null && party === 'client' && canReopen && (
        <div className="mt-3">
          <OrderForm intent="reopen-support" fields={fields} label="Reopen request" />
        </div>
      )}
      {asOf === null && party === 'owner' && isUnresolved && (
        <div className="mt-4 grid gap-3">
          {status === 'awaiting_quote' && (
            <OrderForm intent="quote-support" fields={fields} label="Send quote" primary>
              <QuickQuoteLineItems currency={currency} />
            </OrderForm>
          )}
          {status === 'quoted' && <OrderForm intent="withdraw-support-quote" fields={fields} label="Withdraw quote" />}
          <OrderForm
            intent="finish-support"
            fields={fields}
            label={status === 'open' ? 'Mark as resolved' : 'Mark as resolved, free of charge'}
            quiet={status !== 'open'}
          />
        </div>
      )}
    </li>
  );
}
