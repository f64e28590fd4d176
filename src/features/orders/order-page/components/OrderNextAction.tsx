import { use } from 'react';
import { Link, useLocation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { formatDueDate, formatPlainDate } from '#shared/time.ts';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { Badge } from '#ui/Badge.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { ManualTransition } from '../../lifecycle/contract/enums.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { listOrderSteps } from '../../lifecycle/rules/stages.ts';
import { supportNextActions } from '../../lifecycle/rules/support.ts';
import { NewRequestPrompt } from '../../quotes/components/QuoteDetails.tsx';
import { ActionDisclosure, ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';
import { OrderStatusBadge } from './OrderStatusBadge.tsx';

const labels: Readonly<Record<ManualTransition, string>> = {
  decline: 'Decline order',
  cancel: 'Cancel order',
  start_work: 'Start work',
  start_without_content: 'Start without all content',
  refund: 'Refund order',
  refund_purchase: 'Refund purchase',
  submit_for_review: 'Submit for review',
  complete: 'Mark work as complete',
  cancel_work: 'Stop work and cancel order',
  deliver: 'Deliver files',
  close: 'Close order',
};

/** Overrides for the client. */
const clientLabels: Readonly<Partial<Record<ManualTransition, string>>> = {
  refund: 'Get a full refund',
  complete: 'Accept work',
  refund_purchase: 'Cancel and get a full refund',
  decline: 'Decline quote',
};

/** Transitions shown as main actions; the others are in a disclosure. */
const mainTransitions: ReadonlySet<ManualTransition> = new Set([
  'start_work',
  'submit_for_review',
  'complete',
  'deliver',
] as const);

/** Transitions that end the order early; their buttons look destructive. */
const endings: ReadonlySet<ManualTransition> = new Set([
  'decline',
  'cancel',
  'refund',
  'refund_purchase',
  'cancel_work',
] as const);

/** What an ending means for the money and the files, for each party that can choose it. */
const outcomes: Readonly<Partial<Record<ManualTransition, Readonly<Partial<Record<Order['party'], string>>>>>> = {
  refund: {
    client: 'You get back everything you paid, and the order ends.',
    owner: 'The client gets back everything they paid, all invoices are credited, and the order ends.',
  },
  refund_purchase: {
    client: 'You get back everything you paid, and can no longer download the files.',
    owner: 'The client gets back everything they paid, and can no longer download the files.',
  },
  cancel_work: {
    owner: 'The order ends, and amounts still due are credited. Payments aren’t refunded, but you can refund them.',
  },
  close: {
    owner: 'The client can still download their files and request support. You can’t reopen the order.',
  },
};

/** Renders the status of an order, the next action as the one primary button, and all others in a disclosure. */
export function OrderNextAction({ order }: { order: Order }) {
  const { party, summary, terms, isUrgent } = order;
  const { nextAction } = summary;
  const isOwnTurn = nextAction.by === party;
  const { name: ownerName } = use(siteMetaContext);
  const otherName = party === 'client' ? ownerName : 'The client';
  const turn = nextAction.by === 'none' ? '' : isOwnTurn ? 'Your turn' : `${otherName}’s turn`;
  // Transitions that need a reason aren't main actions, nor is completing while a change order is open.
  const hasOpenChange = order.changeOrders.some(({ isAccepted }) => isAccepted === null);
  const isMain = ({ name, requiresReason }: Order['transitions'][number]) =>
    mainTransitions.has(name) && !requiresReason && !(name === 'complete' && hasOpenChange);
  const mainActions = order.transitions.filter(isMain);
  const actionLink = findActionLink(order);
  const others = order.transitions.filter(it => !isMain(it) && !isOfferedElsewhere(it.name, order));
  return (
    <section
      aria-label="Next step"
      className={`@container border-l-2 bg-raised px-5 py-6 sm:px-7 ${isOwnTurn ? 'border-accent' : 'border-rule-strong'}`}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderStatusBadge order={order} />
        {isUrgent && <Badge tone="danger">Urgent</Badge>}
        {turn && <span className={`hint ${isOwnTurn ? 'text-accent' : ''}`}>{turn}</span>}
      </p>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-10 gap-y-5">
        <div>
          <p className="max-w-[28em] text-h4 font-semibold">{nextAction.message}</p>
          <NextPayment order={order} />
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <NextPaymentLink order={order} />
          {actionLink && (
            <a className="button button-primary" href={actionLink.href}>
              {actionLink.label}
            </a>
          )}
          {mainActions.map(transition => (
            <TransitionForm key={transition.name} order={order} transition={transition} primary={!actionLink} />
          ))}
        </div>
      </div>
      <NewRequestPrompt order={order} />
      <OrderProgress order={order} />
      {others.length > 0 && (
        <div className="-mb-4 mt-5">
          <OrderDisclosure label="More actions" intent="move">
            {others.map(transition => (
              <ActionDisclosure
                key={transition.name}
                label={getLabel(transition.name, order)}
                blockedReason={transition.blockedReason}
                terms={terms}
                intent="move"
                fields={{ transition: transition.name }}
              >
                <TransitionForm order={order} transition={transition} />
              </ActionDisclosure>
            ))}
          </OrderDisclosure>
        </div>
      )}
    </section>
  );
}

function OrderProgress({ order }: { order: Order }) {
  const steps = listOrderSteps(order);
  if (steps.length === 0) return null;
  const colors = {
    done: 'border-accent text-ink-soft',
    current: 'border-ink text-ink forced-colors:border-[Highlight]',
    upcoming: 'border-rule forced-colors:border-dashed',
  };
  return (
    <ol aria-label="Progress" className="mt-7 grid auto-cols-fr grid-flow-col gap-1.5">
      {steps.map(({ label, state }) => (
        <li
          key={label}
          aria-current={state === 'current' ? 'step' : undefined}
          className={`hint border-t-2 pt-1.5 ${colors[state]}`}
        >
          {/* Narrow screens have room for the current step only. */}
          <span className={state === 'current' ? 'whitespace-nowrap' : '@max-xl:sr-only'}>{label}</span>
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

/** Returns where the viewer has to act; null if it is right here, or the other party has to. */
function findActionLink({ party, summary, changeOrders, supportRequests, contentItems, kind, ...order }: Order) {
  const { nextAction, status } = summary;
  if (nextAction.by !== party || order.asOf !== null) return null;
  if (status === 'requested') return { href: '#quote-form', label: 'Write quote' };
  if (status === 'quoted') return { href: '#quote', label: 'Review quote' };
  if (party === 'owner' && order.billingDocuments.some(({ held }) => held > 0))
    return { href: dashboardPaths.payments, label: 'Review refund or dispute' };
  if (party === 'owner' && summary.hasPaymentInReview)
    return { href: dashboardPaths.payments, label: 'Review payment' };
  if (changeOrders.some(({ isAccepted }) => isAccepted === null)) {
    return { href: '#changes', label: 'Review change order' };
  }
  if (status === 'in_review' && isRevisionQuotePending(order.events))
    return { href: '#changes', label: 'Write a quote' };
  // Content comes before milestones, but not before a deposit that is due again.
  const isDepositDue = order.billingDocuments.some(
    document => document.kind === 'deposit_invoice' && document.amountDue > 0,
  );
  if (status === 'deposit_paid' && !isDepositDue && contentItems.some(({ suppliedAt }) => suppliedAt === null)) {
    return { href: '#content', label: 'Add content' };
  }
  if (kind === 'project' && status === 'paid' && order.files.every(({ purpose }) => purpose !== 'deliverable')) {
    return { href: '#deliverables', label: 'Add files' };
  }
  const request = supportRequests.find(one => supportNextActions[one.status]?.by === party);
  if (!request) return null;
  const requestLabels = { quoted: 'Review quote', awaiting_quote: 'Write a quote' } as const;
  return { href: '#support', label: requestLabels[request.status as keyof typeof requestLabels] ?? 'View request' };
}

function getLabel(name: ManualTransition, { party, summary }: Pick<Order, 'party' | 'summary'>): string {
  if (summary.status === 'requested') return party === 'client' ? 'Withdraw request' : 'Decline request';
  return (party === 'client' ? clientLabels[name] : undefined) ?? labels[name];
}

/** Returns whether the quote section offers this action, or the viewer has another way to end the request. */
function isOfferedElsewhere(name: ManualTransition, { party, summary: { status } }: Order): boolean {
  if (name === 'decline') return party === 'client';
  return name === 'cancel' && party === 'owner' && status === 'requested';
}

/** Transitions that accept an optional reason. */
const optionallyExplained: ReadonlySet<ManualTransition> = new Set(['decline', 'cancel', 'refund_purchase'] as const);

function NextPayment({ order: { summary, party, currency, today } }: { order: Order }) {
  const { nextPayment } = summary;
  if (!nextPayment) return null;
  const { automaticChargeOn } = nextPayment;
  const card = party === 'client' ? 'your saved card' : 'the client’s saved card';
  return (
    <p className="mt-2">
      <span className="font-mono text-h3 tabular-nums">
        {formatMoney({ minor: nextPayment.amount, currency }, { exact: true })}
      </span>{' '}
      <span className="meta">
        invoice {nextPayment.document},{' '}
        {automaticChargeOn === null
          ? formatDueDate(nextPayment.dueOn, today)
          : `charged automatically to ${card} on ${formatPlainDate(automaticChargeOn)}`}
      </span>
    </p>
  );
}

function NextPaymentLink({ order: { summary, party } }: { order: Order }) {
  const { pathname: back } = useLocation();
  if (!summary.nextPayment) return null;
  const isToPay = party === 'client' && !summary.hasPaymentInReview;
  const isPrimary = isToPay && summary.nextPayment.automaticChargeOn === null;
  return (
    <a className={`button ${isPrimary ? 'button-primary' : ''}`} href={withQuery(summary.nextPayment.path, { back })}>
      {isToPay ? 'Pay invoice' : 'View invoice'}
    </a>
  );
}

interface TransitionFormProps {
  order: Order;
  transition: Order['transitions'][number];
  primary?: boolean;
}

function TransitionForm({ order, transition, primary = false }: TransitionFormProps) {
  const { name: ownerName } = use(siteMetaContext);
  const { name, requiresReason, blockedReason } = transition;
  const outcome = blockedReason ? undefined : outcomes[name]?.[order.party];
  if (name === 'complete' && order.party === 'client' && !blockedReason) {
    return (
      <Link className="button button-primary justify-self-start" to={withQuery('', { confirm: 'complete' })}>
        {getLabel(name, order)}
      </Link>
    );
  }
  return (
    <div>
      <OrderForm
        intent="move"
        fields={{ transition: name }}
        label={getLabel(name, order)}
        primary={primary && !blockedReason}
        danger={endings.has(name) && !blockedReason}
        disabled={blockedReason !== null}
      >
        {outcome && <p className="text-small text-ink-soft">{outcome}</p>}
        {(requiresReason || optionallyExplained.has(name)) && !blockedReason && (
          <ActionTextArea
            label={`Reason (${requiresReason ? '' : 'optional, '}shown to ${order.party === 'client' ? ownerName : 'the client'})`}
            name="reason"
            maxLength={1000}
          />
        )}
      </OrderForm>
      {blockedReason && <ReasonNote reason={blockedReason} terms={order.terms} />}
    </div>
  );
}
