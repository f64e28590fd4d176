import { Link, useLocation } from 'react-router';
import { getKindLabels } from '#features/billing/browser.ts';
import { formatReturned } from '#features/payments/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { formatDueDate, formatPlainDate } from '#shared/time.ts';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { Fact, FactList } from '../../lifecycle/components/Fact.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { MilestoneList } from '../../quotes/components/MilestoneList.tsx';

/** Renders the price, the amount due, the documents and the payments. */
export function OrderMoney({ order }: { order: Order }) {
  const {
    summary,
    terms,
    kind,
    currency,
    total,
    installmentChoices,
    installments,
    quote,
    request,
    payments,
    milestones,
  } = order;
  const { amountDue, lateFees } = summary;
  const format = (minor: typeof total) => formatMoney({ minor, currency }, { exact: true });
  return (
    <>
      <FactList>
        <Fact name={kind === 'service' ? 'Monthly price' : 'Total'}>
          {summary.status === 'requested' ? (
            'To be quoted'
          ) : (
            <span className="font-mono tabular-nums">{format(total)}</span>
          )}
          {amountDue > 0 && <span className="meta basis-full">{format(amountDue)} due</span>}
          {installments !== null && <span className="meta basis-full">balance in {installments} installments</span>}
          {milestones.length > 0 && !quote && <span className="meta basis-full">balance in milestones</span>}
        </Fact>
        {lateFees.map(fee => (
          <Fact key={fee.document} name="Late fee">
            <span className="font-mono tabular-nums">{format(fee.amount)}</span>
            <span className="meta">
              on invoice {fee.document}, can be charged since {formatPlainDate(fee.dueFrom)}
            </span>
            <ReasonNote reason={{ term: 6, message: `Invoice ${fee.document} is past due.` }} terms={terms} />
            {order.party === 'owner' && order.asOf === null && <LateFeeForms invoice={String(fee.documentId)} />}
          </Fact>
        ))}
      </FactList>
      {!quote && <MilestoneList milestones={milestones} currency={currency} today={order.today} />}
      {!quote && !(summary.status === 'requested' && request) && (
        <Disclosure label="What’s included">
          <OrderedItems order={order} />
        </Disclosure>
      )}
      {installmentChoices.length > 0 && order.asOf === null && (
        <Disclosure label="Pay the balance in installments (term 4)">
          <OrderForm intent="installments" label="Save payment plan">
            {summary.status === 'completed' && (
              <p className="text-small text-ink-soft">
                Your balance invoice will be credited and replaced by one invoice for each installment. The first keeps
                the current due date. You can’t change this afterward.
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
      )}
      <OrderDocuments order={order} />
      {payments.length > 0 && <OrderPayments order={order} />}
    </>
  );
}

/** Renders the owner's choice about a late fee; waiving it, which can't be undone, asks first. */
function LateFeeForms({ invoice }: { invoice: string }) {
  const form = { intent: 'late-fee', fields: { invoice, decision: 'waive' } };
  return (
    <div className="mt-3 grid w-full gap-4">
      <OrderForm intent="late-fee" fields={{ invoice, decision: 'apply' }} label="Charge late fee" />
      <OrderDisclosure label="Waive late fee" {...form}>
        <OrderForm {...form} label="Waive late fee" danger>
          <p className="text-small text-ink-soft">
            The client doesn’t pay a late fee on this invoice, even if it stays unpaid. You can’t undo this.
          </p>
          <ActionTextArea label="Reason (optional, shown to the client)" name="reason" maxLength={1000} />
        </OrderForm>
      </OrderDisclosure>
    </div>
  );
}

/** Renders the ordered items and their price, until a quote shows both. */
function OrderedItems({ order }: { order: Order }) {
  return (
    <div>
      <ul className="mb-4 grid gap-1.5 text-small text-ink-soft">
        {order.features.map(feature => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {order.lineItems.length > 0 ? (
        <PriceBreakdown price={order} currency={order.currency} />
      ) : (
        <p className="text-small">The price will be in the quote.</p>
      )}
    </div>
  );
}

/** Lists every document of an order, linked to its page. */
function OrderDocuments({ order: { billingDocuments, currency, today, party } }: { order: Order }) {
  const { pathname: back } = useLocation();
  if (billingDocuments.length === 0)
    return (
      <p className="border-t border-rule py-3 text-ink-soft">No documents yet. Invoices and receipts appear here.</p>
    );
  return (
    <ul aria-label="Documents">
      {billingDocuments.map(document => (
        <li key={document.id} className="border-t border-rule">
          <a
            className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-2.5 no-underline hover:text-accent"
            href={withQuery(document.path, { back })}
          >
            <div>
              <span className="font-mono text-small">{document.number}</span>{' '}
              <span className="text-small">{getKindLabels(document.kind).title}</span>
              <MetaLine
                items={[
                  formatPlainDate(document.issuedOn),
                  document.amountDue > 0 && document.dueOn && formatDueDate(document.dueOn, today),
                  document.amountDue <= 0 && document.dueOn && (document.held > 0 ? 'in review' : 'settled'),
                  document.lateFee === 'waived' && 'late fee waived',
                ]}
              />
            </div>
            <span className="font-mono text-small tabular-nums">
              {formatMoney({ minor: document.total, currency }, { exact: true })}
            </span>
          </a>
          {party === 'owner' && document.amountDue > 0 && (
            <Link
              className="link inline-flex min-h-11 items-center text-small"
              to={dashboardPaths.invoicePayments(document.number)}
            >
              Record payment
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Lists payments and their refunds; the owner can refund more of a payment. */
function OrderPayments({ order: { payments, party } }: { order: Order }) {
  return (
    <ul aria-label="Payments">
      {payments.map(({ id, document, method, amount, currency, settledAt, ...returned }) => (
        <li key={id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-rule py-2.5">
          <div className="text-small">
            {method} for <span className="font-mono">{document}</span>
            <MetaLine
              items={[
                <SiteTime key="date" instant={settledAt} isDateOnly />,
                ...formatReturned({ ...returned, currency }),
              ]}
            />
            {party === 'owner' && returned.refunded < amount && (
              <Link className="link inline-flex min-h-11 items-center" to={dashboardPaths.payment(id)}>
                Refund payment
                <span className="sr-only">
                  {' '}
                  of {formatMoney({ minor: amount, currency }, { exact: true })} for {document}
                </span>
              </Link>
            )}
          </div>
          <span className="font-mono text-small tabular-nums">
            {formatMoney({ minor: amount, currency }, { exact: true })}
          </span>
        </li>
      ))}
    </ul>
  );
}
