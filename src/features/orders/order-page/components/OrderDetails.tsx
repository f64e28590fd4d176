import { useEffect, useRef } from 'react';
import { Link, Outlet, useActionData, useLocation } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { Disclosure } from '#ui/ActionForm.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { ContentChecklist, OrderFiles } from '../../files/components/OrderFiles.tsx';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { orderStatusLabels } from '../../lifecycle/rules/stages.ts';
import { findSupportBlock } from '../../lifecycle/rules/support.ts';
import { QuoteDetails } from '../../quotes/components/QuoteDetails.tsx';
import { QuoteOwnerActions } from '../../quotes/components/QuoteOwnerActions.tsx';
import { ChangeOrders } from '../../revisions/components/ChangeOrders.tsx';
import { OrderSubscription } from '../../subscriptions/components/OrderSubscription.tsx';
import { OrderSupport } from '../../support/components/OrderSupport.tsx';
import { type loadOrderPage, orderNotices } from '../submit.ts';
import { AcceptWork, canAccept } from './AcceptWork.tsx';
import { OrderAgreements, OrderDocuments, OrderPayments, OrderTimeline } from './OrderDocuments.tsx';
import { OrderMessages } from './OrderMessages.tsx';
import { OrderNextAction } from './OrderNextAction.tsx';
import { OrderSection } from './OrderSection.tsx';
import { OrderSummaryList } from './OrderSummaryList.tsx';

/** Renders an order for either party, or asks the client to confirm that they accept the work. */
export function OrderDetails(page: Awaited<ReturnType<typeof loadOrderPage>>) {
  const { order, reference, quoteForm, isAccepting, lost } = page;
  const refused = useOrderFailure();
  const did = useActionData<{ done?: string }>()?.done ?? page.did;
  const { party, contentItems, changeOrders, status } = order;
  const noticeRef = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The accepted quote is gone from the page; the next step is shown at the top.
    if (did === 'accepted') noticeRef.current?.focus();
  }, [did]);
  if (isAccepting && canAccept(order)) return <AcceptWork order={order} />;
  const notice = did === null ? undefined : orderNotices[did];
  const hasRevisions = order.kind === 'plan' || order.kind === 'custom';
  // Before an agreement, there is no content to supply and nothing to deliver.
  const hasNoAgreement = ['requested', 'quoted', 'declined', 'expired'].includes(order.summary.status);
  const requestSection = order.request && (
    <OrderSection title="Request details">
      <CustomRequestDetails order={order} />
    </OrderSection>
  );
  const hasChanges = changeOrders.length > 0 || status === 'in_progress' || status === 'in_review';
  return (
    <div className="@container">
      {order.asOf !== null && <PreviewNotice order={order} />}
      {notice && !refused && (
        <output ref={noticeRef} tabIndex={-1} className="mb-6 block border-l-2 border-accent pl-4 text-small">
          {notice}
          {lost > 0 && ` ${lost} ${lost === 1 ? 'file wasn’t' : 'files weren’t'} uploaded. Try again below.`}
        </output>
      )}
      <ErrorNotice className="mb-6" message={!refused?.values.intent && refused?.failed.message} />
      {/* One column on phones; two independent columns on wider screens. */}
      <div className="grid gap-x-16 gap-y-12 @4xl:grid-cols-12 @4xl:grid-rows-[auto_auto_1fr]">
        <div className="@4xl:col-span-7 @4xl:row-start-1">
          <OrderNextAction order={order} />
        </div>
        <div className="@4xl:col-span-5 @4xl:col-start-8 @4xl:row-span-2 @4xl:row-start-1">
          <OrderSection title="Status">
            <OrderSummaryList order={order} />
            <PreviewForm order={order} />
          </OrderSection>
        </div>
        <div className="grid content-start gap-12 @4xl:col-span-7 @4xl:row-span-2 @4xl:row-start-2">
          {order.summary.subscription && (
            <OrderSection title="Subscription">
              <OrderSubscription order={order} />
            </OrderSection>
          )}
          <QuoteDetails order={order} />
          {hasNoAgreement && requestSection}
          {quoteForm && (
            <OrderSection title={status === 'requested' ? 'Write a quote' : 'Edit the quote'}>
              <QuoteOwnerActions order={order} formValues={quoteForm} />
            </OrderSection>
          )}
          {contentItems.length > 0 && !hasNoAgreement && (
            <OrderSection title="Content">
              <ContentChecklist order={order} reference={reference} />
            </OrderSection>
          )}
          {hasChanges && hasRevisions && (
            <OrderSection title="Revisions and change orders" id="changes">
              <ChangeOrders order={order} />
            </OrderSection>
          )}
          {order.kind !== 'service' && !hasNoAgreement && (
            <OrderSection title="Deliverables">
              <OrderFiles order={order} reference={reference} purpose="deliverable" />
            </OrderSection>
          )}
          {findSupportBlock(order) === null && (
            <OrderSection title="Support" id="support">
              <OrderSupport order={order} />
            </OrderSection>
          )}
          {/* Sections that other features add. */}
          <Outlet context={order} />
          <OrderSection title="Messages" id="messages">
            <OrderMessages order={order} />
          </OrderSection>
          {!hasNoAgreement && requestSection}
          <OrderSection title="Project brief">
            {order.brief === '' ? (
              <p className="text-small text-ink-soft">No brief was provided.</p>
            ) : (
              <p className="max-w-[34em] whitespace-pre-wrap [overflow-wrap:anywhere]">{order.brief}</p>
            )}
            <div className="mt-4">
              <OrderFiles order={order} reference={reference} purpose="brief" />
            </div>
          </OrderSection>
        </div>
        <div className="grid content-start gap-12 @4xl:col-span-5 @4xl:col-start-8 @4xl:row-start-3">
          <OrderSection title="Documents">
            <OrderDocuments order={order} />
          </OrderSection>
          {order.payments.length > 0 && (
            <OrderSection title="Payments" id="payments">
              <OrderPayments order={order} />
            </OrderSection>
          )}
          <OrderSection title={hasNoAgreement ? 'Terms' : 'Order details'}>
            {!order.quote && !(hasNoAgreement && order.request) && <OrderedItems order={order} />}
            <OrderAgreements order={order} reference={reference} />
          </OrderSection>
          <OrderSection title="History">
            <OrderTimeline order={order} />
          </OrderSection>
          {party === 'owner' && order.asOf === null && (status === 'delivered' || status === 'closed') && (
            <OrderSection title="Project showcase">
              <p className="mb-3 text-small text-ink-soft">
                Create a draft project that lists what the order includes and the names of the delivered files. It
                doesn’t name the client, and only you can see it until you publish it.
              </p>
              {order.projectId === null ? (
                <OrderForm intent="project" label="Create project" />
              ) : (
                <Link className="button" to={dashboardPaths.updateProject(order.projectId)}>
                  Open project
                </Link>
              )}
            </OrderSection>
          )}
          {party === 'owner' && (
            <OrderSection title="Client">
              <p>{order.client.name}</p>
              <p>
                <a className="link text-small" href={`mailto:${order.client.email}`}>
                  {order.client.email}
                </a>
              </p>
              <p className="meta mt-1">{order.isGuest ? 'Guest (no account)' : 'Has an account'}</p>
              <div className="mt-3">
                <OrderDisclosure label="Replace secret link" intent="link">
                  <p className="mb-3 text-small text-ink-soft">
                    If someone else has the link, email the client a new one. The old link stops working.
                  </p>
                  <OrderForm intent="link" label="Send new link" />
                </OrderDisclosure>
              </div>
            </OrderSection>
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns the line above the title: number, kind, status and urgency. */
export function formatOrderMeta({ number, kind, status, isUrgent }: Order): string {
  const kinds = { plan: 'Plan', custom: 'Custom plan', service: 'Monthly service', project: 'Project' } as const;
  return [`Order ${number}`, kinds[kind], orderStatusLabels[status], isUrgent && 'urgent'].filter(Boolean).join(' · ');
}

/** Renders a custom plan as it was requested. */
function CustomRequestDetails({ order: { request, currency } }: { order: Order }) {
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
          <dd>{budget === null ? 'Not specified' : formatMoney({ minor: budget, currency })}</dd>
        </div>
        <div className="py-3">
          <dt className="meta">Needed by</dt>
          <dd>{deadline === null ? 'Not specified' : formatPlainDate(deadline)}</dd>
        </div>
      </dl>
    </>
  );
}

/** Renders the ordered items and their price, until a quote shows both. */
function OrderedItems({ order }: { order: Order }) {
  return (
    <div className="mb-4">
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

/** Shows the order's status on a later day; a plain GET form, so that it works without JavaScript. */
function PreviewForm({ order }: { order: Order }) {
  return (
    <Disclosure label="Preview a future date" open={order.asOf !== null}>
      <form method="get" className="flex flex-wrap items-end gap-3">
        <label className="text-small">
          <span className="mb-1.5 block font-display font-semibold">Date (end of day)</span>
          <input type="date" name="asOf" className="field" defaultValue={order.asOf ?? undefined} required />
        </label>
        <button type="submit" className="button">
          Show preview
        </button>
      </form>
    </Disclosure>
  );
}

function PreviewNotice({ order }: { order: Order }) {
  const { pathname } = useLocation();
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 border-l-2 border-accent bg-accent-wash px-4 py-2 text-small">
      <span>
        Preview: this order at the end of {formatPlainDate(order.asOf ?? '')}, if nothing else happens until then.
      </span>
      <Link className="link inline-flex min-h-11 items-center" to={pathname}>
        Back to today
      </Link>
    </p>
  );
}
