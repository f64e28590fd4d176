import { type ReactNode, useState } from 'react';
import { Outlet } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import { LinkedText } from '#ui/LinkedText.tsx';
import { ContentChecklist, OrderFiles } from '../../files/components/OrderFiles.tsx';
import { useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order, OrderFile } from '../../lifecycle/contract/order.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { findSupportBlock, supportNextActions } from '../../lifecycle/rules/support.ts';
import { QuoteOwnerActions } from '../../quotes/components/QuoteOwnerActions.tsx';
import { ChangeOrders } from '../../revisions/components/ChangeOrders.tsx';
import { OrderSupport } from '../../support/components/OrderSupport.tsx';
import type { OrderPageData } from '../submit.ts';
import { OrderActivity } from './OrderActivity.tsx';
import { OrderSection } from './OrderSection.tsx';

type OrderSectionsProps = Pick<OrderPageData, 'order' | 'reference' | 'quoteForm'>;

/**
 * Sections that need attention come before the activity; the others are collapsed after it. Uploads don't move their
 * section, which would discard those that haven't finished and the errors of the others.
 */
export function OrderSections({ order, reference, quoteForm }: OrderSectionsProps) {
  const { contentItems, changeOrders, party, status } = order;
  const refused = useOrderFailure();
  const counts = countUploads(order);
  const [placed, setPlaced] = useState({ status, ...counts });
  if (placed.status !== status) setPlaced({ status, ...counts });
  // Before an agreement, there is no content to supply and nothing to deliver.
  const hasAgreement = !['requested', 'quoted', 'declined', 'expired'].includes(status);
  const intent = refused?.values.intent ?? '';
  const needsSupport = order.supportRequests.some(request => supportNextActions[request.status] !== null);
  const isWorking = status === 'in_progress' || status === 'in_review';
  const isOpenChange = isWorking && changeOrders.some(({ isAccepted }) => isAccepted === null);
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
      content: <QuoteOwnerActions order={order} quote={quoteForm.values} prices={quoteForm.prices} />,
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
    <>
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
              open={intent ? intents.includes(intent) : uploads !== undefined && uploads === refused?.values.purpose}
            >
              {content}
            </OrderSection>
          ))}
      </div>
    </>
  );
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
