import { Link } from 'react-router';
import { totalText } from '#shared/lists.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { formatPlainDate, zoneNote } from '#shared/time.ts';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { formatDays } from '../../lifecycle/rules/expected-delivery.ts';
import { MINOR_REVISIONS } from '../../lifecycle/rules/revisions.ts';
import { finalStatuses } from '../../lifecycle/rules/transitions.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import { Fact, FactList } from '../../lifecycle/components/Fact.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';

/** Renders the current effects of the payment terms on the order, the agreements, and the terms themselves. */
export function OrderTerms({ order, reference }: { order: Order; reference: string }) {
  const { summary, terms, kind } = order;
  const { expectedDelivery, revisions, refund, downloadBlockedReason, support } = summary;
  const renderReason = (term: number, message: string) => <ReasonNote reason={{ term, message }} terms={terms} />;
  const isOver = summary.status === 'delivered' || finalStatuses.has(summary.status);
  const hasRevisions = kind === 'plan' || kind === 'custom';
  const hasNoAgreement = ['requested', 'quoted', 'declined', 'expired'].includes(summary.status);
  return (
    <>
      <FactList>
        {expectedDelivery && !isOver && (
          <Fact name="Expected delivery">
            {formatPlainDate(expectedDelivery.date)}
            {expectedDelivery.date !== expectedDelivery.originalDate && (
              <span className="meta">originally {formatPlainDate(expectedDelivery.originalDate)}</span>
            )}
            {expectedDelivery.delays.map((delay, index) => (
              <div key={index} className="flex w-full flex-wrap items-baseline gap-x-2 text-small text-ink-soft">
                Delayed by {formatDays(delay.days)} <ReasonNote reason={delay.reason} terms={terms} />
              </div>
            ))}
          </Fact>
        )}
        {hasRevisions && !hasNoAgreement && !isOver && (
          <Fact name="Revisions">
            {revisions.left} of {totalText(revisions.included, MINOR_REVISIONS)} left
            {renderReason(
              11,
              `${revisions.used} of ${totalText(revisions.included, ['included revision', 'included revisions'])} used.`,
            )}
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
      </FactList>
      {order.party === 'owner' &&
        order.asOf === null &&
        order.isUrgent &&
        ['agreed', 'deposit_paid', 'content_received'].includes(order.status) && (
          <OrderDisclosure label="Decline urgent delivery (term 16)" intent="refuse-urgency">
            <OrderForm intent="refuse-urgency" label="Decline and remove surcharge">
              <ActionTextArea label="Reason (shown to the client)" name="reason" maxLength={1000} />
            </OrderForm>
          </OrderDisclosure>
        )}
      <OrderAgreements order={order} reference={reference} />
      <PreviewForm order={order} />
    </>
  );
}

/** Renders the agreements and payment terms. */
function OrderAgreements({ order, reference }: { order: Order; reference: string }) {
  const { agreements, terms, timeZone } = order;
  return (
    <div className="border-b border-rule">
      {agreements.length > 0 && (
        <p className="border-t border-rule">
          <Link
            className="link inline-flex min-h-11 items-center text-small"
            to={sellingPaths.orderAgreement(reference)}
          >
            View and print the agreement
          </Link>
        </p>
      )}
      {agreements.map((agreement, index) => (
        <p key={index} className="border-t border-rule">
          <a className="link inline-flex min-h-11 items-center text-small" href={agreement.pdfPath}>
            {agreement.kind === 'signed' ? 'Agreement' : 'Confirmation'} (PDF)
          </a>
        </p>
      ))}
      {agreements.map((agreement, index) => (
        <Disclosure key={index} label={agreement.kind === 'signed' ? 'Agreement text' : 'Confirmation text'}>
          <p className="mb-3 text-small">
            {agreement.kind === 'signed' ? 'Signed' : 'Confirmed'} by <b>{agreement.signature}</b>,{' '}
            <SiteTime instant={agreement.agreedAt} />
            {agreement.ip && <span className="meta"> · IP address {agreement.ip}</span>}
          </p>
          {agreement.message && <p className="mb-3 whitespace-pre-wrap text-small">“{agreement.message}”</p>}
          <AgreementSource text={agreement.text} hash={agreement.sha256} />
        </Disclosure>
      ))}
      <Disclosure label="Payment terms">
        <ol className="grid gap-3 text-small">
          {terms.map(({ number, text }) => (
            <li key={number} className="grid grid-cols-[2.25rem_1fr]">
              <span className="meta pt-0.5">{String(number).padStart(2, '0')}</span>
              <span className="text-ink-soft">{text}</span>
            </li>
          ))}
        </ol>
        <p className="hint mt-3">{zoneNote(timeZone)}</p>
      </Disclosure>
    </div>
  );
}

/** Shows the order's status on a later day; a plain GET form, so it works without JavaScript. */
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
