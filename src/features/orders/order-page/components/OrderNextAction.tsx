import { Link, useLocation } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { ManualTransition } from '../../lifecycle/contract/enums.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { isRevisionQuotePending } from '../../lifecycle/rules/revisions.ts';
import { supportNextActions } from '../../lifecycle/rules/support.ts';
import { NewRequestPrompt } from '../../quotes/components/QuoteDetails.tsx';
import { ActionDisclosure, ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';

const labels: Readonly<Record<ManualTransition, string>> = {
  decline: 'Decline order',
  cancel: 'Cancel order',
  start_work: 'Start work',
  start_without_content: 'Start without all content',
  refund: 'Refund deposit',
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

export function OrderNextAction({ order }: { order: Order }) {
  const { party, summary, terms } = order;
  const { nextAction } = summary;
  const turn = nextAction.by === 'none' ? '' : nextAction.by === party ? 'Your turn' : `The ${nextAction.by}’s turn`;
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
      className={`border-l-2 bg-raised px-5 py-6 sm:px-7 ${nextAction.by === party ? 'border-accent' : 'border-rule-strong'}`}
    >
      {turn && <p className={`meta ${nextAction.by === party ? 'text-accent' : ''}`}>{turn}</p>}
      <p className="mt-1 text-h4 font-semibold">{nextAction.message}</p>
      <NextPayment order={order} />
      {actionLink && (
        <a className="button button-primary mt-4" href={actionLink.href}>
          {actionLink.label}
        </a>
      )}
      <NewRequestPrompt order={order} />
      {mainActions.length > 0 && (
        <div className="mt-5 grid gap-4">
          {mainActions.map(transition => (
            <TransitionForm key={transition.name} order={order} transition={transition} primary />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className="mt-6 grid">
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
        </div>
      )}
    </section>
  );
}

/** Returns the section of the page where the viewer has to act; null if it is right here. */
function findActionLink({ party, summary, changeOrders, supportRequests, events, asOf }: Order) {
  const { nextAction, status } = summary;
  if (nextAction.by !== party || asOf !== null) return null;
  if (status === 'quoted') return { href: '#quote', label: 'Review quote' };
  if (changeOrders.some(({ isAccepted }) => isAccepted === null)) {
    return { href: '#changes', label: 'Review change order' };
  }
  if (status === 'in_review' && isRevisionQuotePending(events)) return { href: '#changes', label: 'Write a quote' };
  const request = supportRequests.find(one => supportNextActions[one.status]?.by === party);
  if (!request) return null;
  const requestLabels = { quoted: 'Review quote', awaiting_quote: 'Write a quote' } as const;
  return { href: '#support', label: requestLabels[request.status as keyof typeof requestLabels] ?? 'View request' };
}

function getLabel(name: ManualTransition, { party, summary }: Pick<Order, 'party' | 'summary'>): string {
  if (summary.status === 'requested') return party === 'client' ? 'Withdraw request' : 'Decline request';
  return (party === 'client' ? clientLabels[name] : undefined) ?? labels[name];
}

/** Whether the quote section offers this action, or the viewer has another way to end the request. */
function isOfferedElsewhere(name: ManualTransition, { party, summary: { status } }: Order): boolean {
  if (name === 'decline') return party === 'client';
  return name === 'cancel' && party === 'owner' && status === 'requested';
}

/** Transitions that accept an optional reason. */
const optionallyExplained: ReadonlySet<ManualTransition> = new Set(['decline', 'cancel', 'refund_purchase'] as const);

function NextPayment({ order: { summary, party, currency } }: { order: Order }) {
  const { pathname: back } = useLocation();
  const { nextPayment } = summary;
  if (!nextPayment) return null;
  const amount = formatMoney({ minor: nextPayment.amount, currency }, { exact: true });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p>
        <span className="font-mono text-h3 tabular-nums">{amount}</span>{' '}
        <span className="meta">
          invoice {nextPayment.document}, due {formatPlainDate(nextPayment.dueOn)}
        </span>
      </p>
      <a
        className={`button ${party === 'client' ? 'button-primary' : ''}`}
        href={withQuery(nextPayment.path, { back })}
      >
        {party === 'client' ? 'Pay invoice' : 'View invoice'}
      </a>
    </div>
  );
}

interface TransitionFormProps {
  order: Order;
  transition: Order['transitions'][number];
  primary?: boolean;
}

function TransitionForm({ order, transition, primary = false }: TransitionFormProps) {
  const { name, requiresReason, blockedReason } = transition;
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
        disabled={blockedReason !== null}
      >
        {(requiresReason || optionallyExplained.has(name)) && !blockedReason && (
          <ActionTextArea
            label={`Reason (${requiresReason ? '' : 'optional, '}shown to the ${order.party === 'client' ? 'owner' : 'client'})`}
            name="reason"
            maxLength={1000}
          />
        )}
      </OrderForm>
      {blockedReason && <ReasonNote reason={blockedReason} terms={order.terms} />}
    </div>
  );
}
