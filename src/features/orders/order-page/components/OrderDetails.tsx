import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useActionData, useLocation, useNavigation } from 'react-router';
import { FormUploads } from '#features/media/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { LinkedText } from '#ui/LinkedText.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast, toastDurations } from '#ui/toast.ts';
import { SideSection } from '#ui/SideSection.tsx';
import { ownValue } from '#shared/own-value.ts';
import { canUpload, ContentChecklist, OrderFiles } from '../../files/components/OrderFiles.tsx';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order, OrderFile } from '../../lifecycle/contract/order.ts';
import { buildFilesPath } from '../../lifecycle/rules/files-path.ts';
import { orderKindLabels } from '../../lifecycle/rules/stages.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { findSupportBlock, supportNextActions } from '../../lifecycle/rules/support.ts';
import { QuoteDetails } from '../../quotes/components/QuoteDetails.tsx';
import { QuoteOwnerActions } from '../../quotes/components/QuoteOwnerActions.tsx';
import { ChangeOrders } from '../../revisions/components/ChangeOrders.tsx';
import { OrderCard } from '../../saved-card/components/OrderCard.tsx';
import { OrderSubscription } from '../../subscriptions/components/OrderSubscription.tsx';
import { OrderSupport } from '../../support/components/OrderSupport.tsx';
import { type loadOrderPage, orderNotices } from '../submit.ts';
import { AcceptWork, canAccept } from './AcceptWork.tsx';
import { OrderActivity } from './OrderActivity.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderNextAction } from './OrderNextAction.tsx';
import { OrderSection } from './OrderSection.tsx';
import { OrderTerms } from './OrderTerms.tsx';
import { PostForm } from '#ui/PostForm.tsx';
import { useOneTimeParams } from '#ui/use-one-time-params.ts';

const NOTICE_PARAMS = ['did', 'lost'];
const NONE: readonly string[] = [];

/** Renders an order for either party, or asks the client to confirm that they accept the work. */
export function OrderDetails(page: Awaited<ReturnType<typeof loadOrderPage>>) {
  const { order, reference, quoteForm, isAccepting, signature, lost } = page;
  const refused = useOrderFailure();
  const result = useActionData<{ done?: string }>();
  const did = result?.done ?? page.did;
  // While a new card is being saved, a reloaded page still checks it.
  useOneTimeParams(did === 'card-saving' ? NONE : NOTICE_PARAMS);
  const { party, contentItems, changeOrders, status } = order;
  const noticeRef = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The accepted quote is gone from the page; the next step is shown at the top.
    if (did === 'accepted') noticeRef.current?.focus();
  }, [did]);
  const navigation = useNavigation();
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Until the page is reloaded, a refused form is still on it.
    if (result === undefined || navigation.state !== 'idle') return undefined;
    // A frame later, when the focus and the scroll position have moved.
    const frame = requestAnimationFrame(() => {
      const notice = noticeRef.current ?? errorRef.current;
      if (!notice?.checkVisibility() || isInView(notice)) return;
      // The form was far below the notice, which screen readers announce already.
      const ariaProps = { role: 'status', 'aria-live': 'off' } as const;
      const show = notice === errorRef.current ? toast.error : toast.success;
      show(notice.textContent, { duration: toastDurations.blank, ariaProps });
    });
    return () => cancelAnimationFrame(frame);
  }, [result, navigation.state]);
  const counts = countUploads(order);
  const [placed, setPlaced] = useState({ status, ...counts });
  if (placed.status !== status) setPlaced({ status, ...counts });
  if (isAccepting && canAccept(order)) return <AcceptWork order={order} />;
  const { name: ownerName } = use(siteMetaContext);
  const notice =
    did === null
      ? undefined
      : ownValue(orderNotices, did)?.replace('{other}', () => (party === 'client' ? ownerName : 'The client'));
  // Before an agreement, there is no content to supply and nothing to deliver.
  const hasAgreement = !['requested', 'quoted', 'declined', 'expired'].includes(status);
  const intent = refused?.values.intent ?? '';
  const needsSupport = order.supportRequests.some(request => supportNextActions[request.status] !== null);
  const isWorking = status === 'in_progress' || status === 'in_review';
  const isOpenChange = isWorking && changeOrders.some(({ isAccepted }) => isAccepted === null);
  /**
   * Sections that need attention come before the activity; the others are collapsed after it. Uploads don't move their
   * section, which would discard those that haven't finished and the errors of the others.
   */
  const sections: readonly (false | OrderPart)[] = [
    order.request !== null && {
      title: 'Request details',
      isShown: !hasAgreement,
      note: formatCount(order.request.services.length, 'service'),
      content: <CustomRequestDetails order={order} />,
    },
    quoteForm !== null && {
      title: status === 'requested' ? 'Write a quote' : 'Edit the quote',
      id: 'quote-form',
      isShown: true,
      content: <QuoteOwnerActions order={order} formValues={quoteForm.values} prices={quoteForm.prices} />,
    },
    contentItems.length > 0 &&
      hasAgreement && {
        title: 'Content',
        id: 'content',
        isShown: placed.missing > 0 && ['agreed', 'deposit_paid', 'in_progress'].includes(status),
        note: `${contentItems.length - counts.missing} of ${contentItems.length} received`,
        intents: ['supply'],
        uploads: 'content',
        content: <ContentChecklist order={order} reference={reference} />,
      },
    (order.kind === 'plan' || order.kind === 'custom') &&
      (changeOrders.length > 0 || isWorking) && {
        title: 'Revisions and change orders',
        id: 'changes',
        isShown: isOpenChange || (party === 'client' && status === 'in_review') || isRevisionQuotePending(order.events),
        note: changeOrders.length === 0 ? 'None yet' : formatCount(changeOrders.length, 'change order'),
        intents: ['revision', 'grant-revision', 'quote-change', 'answer-change', 'withdraw-change'],
        content: <ChangeOrders order={order} />,
      },
    findSupportBlock(order) === null && {
      title: 'Support',
      id: 'support',
      isShown: needsSupport,
      note: formatCount(order.supportRequests.length, 'request'),
      intents: [
        'support',
        'quote-support',
        'answer-support',
        'withdraw-support-quote',
        'finish-support',
        'reopen-support',
      ],
      content: <OrderSupport order={order} />,
    },
    order.kind !== 'service' &&
      hasAgreement && {
        title: 'Deliverables',
        id: 'deliverables',
        isShown: placed.deliverables > 0 || isWorking || order.kind === 'project',
        note:
          counts.deliverables > 0
            ? formatCount(counts.deliverables, 'file')
            : status === 'delivered' || status === 'closed'
              ? 'None'
              : 'No files yet',
        uploads: 'deliverable',
        content: <OrderFiles order={order} reference={reference} purpose="deliverable" />,
      },
    {
      title: 'Project brief',
      isShown: !hasAgreement || (status === 'agreed' && (order.brief !== '' || placed.brief > 0)),
      note: counts.brief > 0 ? formatCount(counts.brief, 'file') : order.brief === '' ? 'None' : '',
      uploads: 'brief',
      content: (
        <>
          {order.brief === '' ? (
            <p className="text-small text-ink-soft">No brief was provided.</p>
          ) : (
            <p className="max-w-[34em] whitespace-pre-wrap [overflow-wrap:anywhere]">
              <LinkedText text={order.brief} />
            </p>
          )}
          <div className="mt-4">
            <OrderFiles order={order} reference={reference} purpose="brief" />
          </div>
        </>
      ),
    },
  ];
  const parts = sections.filter(part => part !== false);
  return (
    <div className="@container">
      {order.asOf !== null && <PreviewNotice order={order} />}
      {notice && !refused && (
        <output ref={noticeRef} tabIndex={-1} className="mb-6 block border-l-2 border-accent pl-4 text-small">
          {notice}
          {did === 'refunded' && party === 'owner' && (
            <>
              {' '}
              If they paid by transfer, send the money back, then mark the refund as sent in{' '}
              <Link className="link" to={dashboardPaths.payments}>
                Payments
              </Link>
              .
            </>
          )}
          {lost > 0 && ` ${lost} ${lost === 1 ? 'file wasn’t' : 'files weren’t'} uploaded. Try again below.`}
        </output>
      )}
      {refused && (refused.failed.code === 'CONFLICT' || (!intent && !canUpload(order, refused.values.purpose))) && (
        // The form may no longer be on the page. If it is, it shows the error.
        <div ref={errorRef} className="mb-6 has-[~_*_[role=alert],~_*_[aria-invalid=true]]:hidden">
          <ErrorNotice message={refused.failed.message} />
        </div>
      )}
      <FormUploads key={reference} path={buildFilesPath(reference)} query={{ purpose: 'brief' }} />
      <OrderNextAction order={order} />
      <div className="mt-10 grid gap-x-14 gap-y-12 @4xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 content-start gap-12">
          <QuoteDetails order={order} signature={signature} />
          {parts
            .filter(({ isShown }) => isShown)
            .map(({ title, id, content }) => (
              <OrderSection key={title} title={title} id={id}>
                {content}
              </OrderSection>
            ))}
          {/* Sections that other features add. */}
          <Outlet context={order} />
          <OrderSection title="Activity" id="messages">
            <OrderActivity order={order} reference={reference} />
          </OrderSection>
          <div>
            {parts
              .filter(({ isShown }) => !isShown)
              .map(({ title, id, note = '', intents = [], uploads, content }) => (
                <OrderSection
                  key={title}
                  title={title}
                  id={id}
                  note={note}
                  open={
                    intent ? intents.includes(intent) : uploads !== undefined && uploads === refused?.values.purpose
                  }
                >
                  {content}
                </OrderSection>
              ))}
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-10">
          {order.summary.subscription && status !== 'canceled' && status !== 'refunded' && (
            <SideSection title="Subscription">
              <OrderSubscription order={order} />
            </SideSection>
          )}
          <SideSection title="Money" id="money">
            <OrderMoney order={order} />
          </SideSection>
          {(order.card !== null || order.cardCharges.length > 0) && (
            <SideSection title="Automatic payments" id="card">
              <OrderCard order={order} did={did} />
            </SideSection>
          )}
          <SideSection title="Terms">
            <OrderTerms order={order} reference={reference} />
          </SideSection>
          <BilledTo order={order} />
          {party === 'owner' && <OrderClient order={order} />}
        </div>
      </div>
    </div>
  );
}

/** Returns whether an element is on the screen and not covered by the page's header. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const headerHeight = 64;
  return top >= headerHeight && bottom <= window.innerHeight;
}

/** A section of the page. */
interface OrderPart {
  readonly title: string;
  readonly id?: string;
  /** Whether it needs attention; otherwise, it is collapsed. */
  readonly isShown: boolean;
  /** A summary of its contents, shown while it is collapsed. */
  readonly note?: string;
  /** The forms in it; an error in one of them opens the section. */
  readonly intents?: readonly string[];
  /** The purpose of the files that are uploaded in it. */
  readonly uploads?: OrderFile['purpose'];
  readonly content: ReactNode;
}

/** Returns how many content items are missing, and how many files of the other purposes there are. */
function countUploads({ contentItems, files }: Pick<Order, 'contentItems' | 'files'>) {
  const count = (name: OrderFile['purpose']) => files.filter(({ purpose }) => purpose === name).length;
  const missing = contentItems.filter(({ suppliedAt }) => suppliedAt === null).length;
  return { missing, deliverables: count('deliverable'), brief: count('brief') };
}

const formatCount = (count: number, noun: string) =>
  count === 0 ? 'None' : `${count} ${count === 1 ? noun : `${noun}s`}`;

/** Shows to whom invoices are issued; to the owner, also whether that was entered by someone who wasn't signed in. */
function BilledTo({ order: { billedTo, party, asOf, isGuest } }: { order: Order }) {
  const { name, addressLines, taxId, isForOrderOnly } = billedTo;
  if (addressLines.length === 0 && !(isForOrderOnly && party === 'owner')) return null;
  return (
    <SideSection title="Billed to">
      {[name, ...addressLines, taxId && `Tax ID ${taxId}`].filter(Boolean).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {party === 'client' && !isGuest && (
        <p className="mt-2">
          <Link className="link" to={dashboardPaths.billingDetails}>
            Change billing details
          </Link>
        </p>
      )}
      {party === 'owner' && isForOrderOnly && (
        <div className="mt-3">
          <p className="mb-3 text-ink-soft">
            {addressLines.length > 0
              ? 'Entered with this order by someone who wasn’t signed in, so the client’s own details are not used.'
              : 'Ordered by someone who wasn’t signed in, so the client’s address is not shown to them.'}
          </p>
          {asOf === null && (
            <div className="flex flex-wrap gap-3">
              {addressLines.length > 0 && (
                <OrderForm intent="billing-details" fields={{ decision: 'save' }} label="Save to client" />
              )}
              <OrderForm intent="billing-details" fields={{ decision: 'discard' }} label="Use client’s details" />
            </div>
          )}
        </div>
      )}
    </SideSection>
  );
}

/** Shows the owner who ordered, and offers to create a project once the order is delivered. */
function OrderClient({
  order: { kind, number, client, clientRecord, isGuest, asOf, status, projectId },
}: {
  order: Order;
}) {
  return (
    <>
      <SideSection title="Client">
        <p>
          {clientRecord === null ? (
            client.name
          ) : (
            <Link className="link" to={dashboardPaths.client(clientRecord)}>
              {client.name}
            </Link>
          )}
        </p>
        <p>
          <a className="link [overflow-wrap:anywhere]" href={`mailto:${client.email}`}>
            {client.email}
          </a>
        </p>
        <p className="hint mt-1">{isGuest ? 'Guest (no account)' : 'Has an account'}</p>
        {asOf === null && (
          <div className="mt-3">
            <OrderDisclosure label="Replace secret link" intent="link">
              <p className="mb-3 text-ink-soft">
                If someone else has the link, email the client a new one. The old link stops working.
              </p>
              <OrderForm intent="link" label="Send new link" />
            </OrderDisclosure>
          </div>
        )}
        {(kind === 'plan' || kind === 'custom') && (
          <PostForm action={dashboardPaths.newOrder}>
            <button type="submit" name="copyOf" value={number} className="link min-h-11 text-ink-soft">
              Duplicate as a new quote
            </button>
          </PostForm>
        )}
      </SideSection>
      {asOf === null && (status === 'delivered' || status === 'closed') && (
        <SideSection title="Project showcase">
          <p className="mb-3 text-ink-soft">
            Create a draft project that lists what the order includes and the names of the delivered files. It doesn’t
            name the client, and only you can see it until you publish it.
          </p>
          {projectId === null ? (
            <OrderForm intent="project" label="Create project" />
          ) : (
            <Link className="button" to={dashboardPaths.updateProject(projectId)}>
              Open project
            </Link>
          )}
        </SideSection>
      )}
    </>
  );
}

/** Returns the line below the title: number and kind. */
export function formatOrderMeta({ number, kind }: Order): string {
  return `Order ${number} · ${orderKindLabels[kind]}`;
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
          <dt className="hint">Budget</dt>
          <dd>{budget === null ? 'Not specified' : formatMoney({ minor: budget, currency })}</dd>
        </div>
        <div className="py-3">
          <dt className="hint">Needed by</dt>
          <dd>{deadline === null ? 'Not specified' : formatPlainDate(deadline)}</dd>
        </div>
      </dl>
    </>
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
