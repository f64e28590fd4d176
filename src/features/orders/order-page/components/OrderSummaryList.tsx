import { formatMoney } from '#shared/money.ts';
import { formatPlainDate, zoneNote } from '#shared/time.ts';
import { TextField } from '#ui/TextField.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { Disclosure } from '#ui/ActionForm.tsx';
import { Fact } from '../../lifecycle/components/Fact.tsx';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import { ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';

/** Renders the summary of an order, each fact with the payment term behind it. */
export function OrderSummaryList({ order }: { order: Order }) {
  const { summary, terms, kind, currency, total, installmentChoices, installments } = order;
  const { expectedDelivery, revisions, refund, downloadBlockedReason, support, amountDue, lateFees } = summary;
  const failure = useOrderFailure({ intent: 'refuse-urgency' });
  const format = (minor: typeof total) => formatMoney({ minor, currency }, { exact: true });
  const renderReason = (term: number, message: string) => <ReasonNote reason={{ term, message }} terms={terms} />;
  const hasRevisions = kind === 'plan' || kind === 'custom';
  const hasNoAgreement = ['requested', 'quoted', 'declined', 'expired'].includes(summary.status);
  return (
    <>
      <dl>
        {expectedDelivery && (
          <Fact name="Expected delivery">
            {formatPlainDate(expectedDelivery.date)}
            {expectedDelivery.date !== expectedDelivery.originalDate && (
              <span className="meta"> · originally {formatPlainDate(expectedDelivery.originalDate)}</span>
            )}
            {expectedDelivery.delays.map((delay, index) => (
              <div key={index} className="mt-1 text-small text-ink-soft">
                Delayed by {delay.days} {delay.days === 1 ? 'day' : 'days'}{' '}
                <ReasonNote reason={delay.reason} terms={terms} />
              </div>
            ))}
          </Fact>
        )}
        <Fact name={kind === 'service' ? 'Monthly price' : 'Total'}>
          {summary.status === 'requested' ? (
            'To be quoted'
          ) : (
            <span className="font-mono tabular-nums">{format(total)}</span>
          )}
          {amountDue > 0 && <span className="meta"> · {format(amountDue)} due</span>}
          {installments !== null && <span className="meta"> · balance in {installments} installments</span>}
        </Fact>
        {lateFees.map(fee => (
          <Fact key={fee.document} name="Late fee">
            {format(fee.amount)} on {fee.document}
            <span className="meta"> · can be charged since {formatPlainDate(fee.dueFrom)}</span>
            {renderReason(6, `Invoice ${fee.document} is past due.`)}
            {order.party === 'owner' && order.asOf === null && (
              <div className="mt-3 flex flex-wrap gap-3">
                {(['apply', 'waive'] as const).map(answer => (
                  <OrderForm
                    key={answer}
                    intent="late-fee"
                    fields={{ invoice: String(fee.documentId), decision: answer }}
                    label={answer === 'apply' ? 'Charge late fee' : 'Waive late fee'}
                  />
                ))}
              </div>
            )}
          </Fact>
        ))}
        {hasRevisions && !hasNoAgreement && (
          <Fact name="Revisions">
            {revisions.left} of {revisions.included} minor revisions left
            {renderReason(11, `${revisions.used} of ${revisions.included} included revisions used.`)}
          </Fact>
        )}
        {refund.reason && (
          <Fact name="Refund">
            {refund.isAllowed ? 'Full refund available' : 'Not available'}
            <ReasonNote reason={refund.reason} terms={terms} />
          </Fact>
        )}
        {downloadBlockedReason && !hasNoAgreement && (
          <Fact name="Files">
            Locked <ReasonNote reason={downloadBlockedReason} terms={terms} />
          </Fact>
        )}
        {support.until && (
          <Fact name="Support">
            {support.isIncluded ? 'Included until' : 'Ended on'} {formatPlainDate(support.until)}
            {renderReason(13, 'Support days are counted from the delivery date.')}
          </Fact>
        )}
      </dl>
      <p className="meta border-t border-rule py-3">{zoneNote(order.timeZone)}</p>
      {installmentChoices.length > 0 && (
        <div className="border-t border-rule">
          <Disclosure label="Pay the balance in installments (term 4)">
            <OrderForm intent="installments" label="Save payment plan">
              {summary.status === 'completed' && (
                <p className="text-small text-ink-soft">
                  Your balance invoice will be credited and replaced by one invoice for each installment. The first
                  keeps the current due date. You can’t change this afterward.
                </p>
              )}
              <label className="text-small">
                <span className="mb-1.5 block font-display font-semibold">Pay the balance</span>
                <select name="installments" className="field" defaultValue={installments ?? 1}>
                  <option value={1}>In one payment</option>
                  {installmentChoices.map(count => (
                    <option key={count} value={count}>
                      In {count} monthly installments
                    </option>
                  ))}
                </select>
              </label>
            </OrderForm>
          </Disclosure>
        </div>
      )}
      {order.party === 'owner' &&
        order.isUrgent &&
        ['agreed', 'deposit_paid', 'content_received'].includes(order.status) && (
          <OrderDisclosure label="Decline urgent delivery (term 16)" intent="refuse-urgency">
            <OrderForm intent="refuse-urgency" label="Decline and remove surcharge">
              <div className="w-full">
                <TextField
                  label="Reason (shown to the client)"
                  name="reason"
                  maxLength={1000}
                  defaultValue={failure?.values.reason}
                />
              </div>
            </OrderForm>
          </OrderDisclosure>
        )}
    </>
  );
}
