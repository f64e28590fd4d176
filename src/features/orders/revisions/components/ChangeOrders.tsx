import { formatMoney } from '#shared/money.ts';
import { TextField } from '#ui/TextField.tsx';
import { ActionTextArea } from '../../lifecycle/components/ActionTextArea.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { ActionForm, getFieldError, Disclosure, type FailedSubmission } from '#ui/ActionForm.tsx';
import { QuickQuoteLineItems } from '../../lifecycle/components/QuickQuoteLineItems.tsx';
import { QuoteAnswer, QuotedLines } from '../../lifecycle/components/QuotedLines.tsx';

/** Renders revisions and change orders (term 11). */
export function ChangeOrders({ order, refused }: { order: Order; refused: FailedSubmission | undefined }) {
  const { changeOrders, party, status, asOf, events } = order;
  const isWorking = status === 'in_progress' || status === 'in_review';
  const isOpen = changeOrders.some(({ isAccepted }) => isAccepted === null);
  const shows = changeOrders.length > 0 || isWorking;
  if (!shows) return null;
  return (
    <>
      {changeOrders.length === 0 && <p className="text-small text-ink-soft">No change was quoted yet.</p>}
      <ul className="grid">
        {changeOrders.map(change => (
          <Change key={change.id} change={change} order={order} refused={refused} />
        ))}
      </ul>
      {asOf === null && party === 'client' && status === 'in_review' && !isOpen && (
        <RevisionForm order={order} refused={refused} />
      )}
      {asOf === null && party === 'owner' && status === 'in_review' && isRevisionQuotePending(events) && (
        <div className="mb-4">
          <ActionForm intent="grant-revision" label="Do this revision for free" failure={refused} />
        </div>
      )}
      {asOf === null && party === 'owner' && isWorking && !isOpen && <QuoteForm order={order} refused={refused} />}
    </>
  );
}

interface ChangeProps {
  change: Order['changeOrders'][number];
  order: Order;
  refused: FailedSubmission | undefined;
}

function Change({ change, order: { currency, party, asOf }, refused }: ChangeProps) {
  const total = formatMoney({ minor: change.total, currency }, { exact: true });
  const said = change.isAccepted === null ? 'Waits for an answer' : change.isAccepted ? 'Accepted' : 'Declined';
  return (
    <li className="border-t border-rule py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="meta">{said}</span>
        <span className="font-mono tabular-nums">{total}</span>
      </p>
      <QuotedLines lines={change.lineItems} tax={change.tax} currency={currency} />
      {change.extraDays > 0 && (
        <p className="meta mt-1">
          {change.extraDays} {change.extraDays === 1 ? 'day' : 'days'} more
        </p>
      )}
      {change.isAccepted === null && party === 'client' && asOf === null && (
        <QuoteAnswer intent="answer-change" fields={{ change: String(change.id) }} total={total} refused={refused} />
      )}
    </li>
  );
}

function RevisionForm({ order, refused }: { order: Order; refused: FailedSubmission | undefined }) {
  const { left } = order.summary.revisions;
  return (
    <Disclosure label="Ask for a revision" open={refused?.values.intent === 'revision'}>
      <ActionForm intent="revision" label="Ask for it" failure={refused}>
        <fieldset className="grid gap-2 text-small">
          <legend className="mb-1.5 font-display font-semibold">How large it is</legend>
          <label className="flex min-h-11 items-center gap-3 sm:min-h-6">
            <input type="radio" name="size" value="minor" defaultChecked={refused?.values.size !== 'major'} />
            <span>
              Minor{' '}
              <span className="text-ink-soft">
                {left > 0 ? `(${left} of them included; begins at once)` : '(none left: it gets a quote first)'}
              </span>
            </span>
          </label>
          <label className="flex min-h-11 items-center gap-3 sm:min-h-6">
            <input type="radio" name="size" value="major" defaultChecked={refused?.values.size === 'major'} />
            <span>
              Major <span className="text-ink-soft">(gets a quote first, term 11)</span>
            </span>
          </label>
        </fieldset>
        <ActionTextArea
          intent="revision"
          refused={refused}
          label="What is to be changed"
          name="body"
          rows={4}
          maxLength={5000}
        />
      </ActionForm>
    </Disclosure>
  );
}

function QuoteForm({ order: { currency, events }, refused }: { order: Order; refused: FailedSubmission | undefined }) {
  const isMine = refused?.values.intent === 'quote-change';
  return (
    <Disclosure label="Quote a change" open={isMine || isRevisionQuotePending(events)}>
      <ActionForm intent="quote-change" label="Send the quote" failure={refused}>
        <div className="grid w-full gap-4">
          <QuickQuoteLineItems intent="quote-change" currency={currency} refused={refused} />
          <TextField
            label="Days that it adds"
            name="extraDays"
            inputMode="numeric"
            defaultValue={isMine ? refused.values.extraDays : '0'}
            error={getFieldError(refused, 'quote-change', 'extraDays')}
          />
        </div>
      </ActionForm>
    </Disclosure>
  );
}
