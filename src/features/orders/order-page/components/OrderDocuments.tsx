import { Link, useLocation } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { SiteTime } from '#ui/DateTime.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { getKindLabels } from '#features/billing/browser.ts';
import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import { Disclosure } from '#ui/ActionForm.tsx';

/** Lists every document of an order, linked to its page. */
export function OrderDocuments({ order: { billingDocuments, currency } }: { order: Order }) {
  const { pathname: back } = useLocation();
  if (billingDocuments.length === 0)
    return <p className="text-small text-ink-soft">No documents yet. Invoices and receipts appear here.</p>;
  return (
    <ul>
      {billingDocuments.map(document => (
        <li key={document.id} className="border-t border-rule">
          <a
            className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-2.5 no-underline hover:text-accent"
            href={withQuery(document.path, { back })}
          >
            <span>
              <span className="font-mono text-small">{document.number}</span>{' '}
              <span className="text-small">{getKindLabels(document.kind).title}</span>
              <span className="meta block">
                {formatPlainDate(document.issuedOn)}
                {document.amountDue > 0 && document.dueOn && ` · unpaid, due ${formatPlainDate(document.dueOn)}`}
                {document.amountDue <= 0 && document.dueOn && ' · settled'}
                {document.lateFee === 'waived' && ' · late fee waived'}
              </span>
            </span>
            <span className="font-mono text-small tabular-nums">
              {formatMoney({ minor: document.total, currency }, { exact: true })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Lists payments and their refunds; the owner can refund more of a payment. */
export function OrderPayments({ order: { payments, party } }: { order: Order }) {
  return (
    <ul>
      {payments.map(({ id, document, method, amount, currency, refunded, settledAt }) => (
        <li key={id} className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-rule py-2.5">
          <span className="text-small">
            {method} for <span className="font-mono">{document}</span>
            <span className="meta block">
              <SiteTime instant={settledAt} isDateOnly />
              {refunded > 0 && ` · ${formatMoney({ minor: refunded, currency }, { exact: true })} refunded`}
            </span>
            {party === 'owner' && refunded < amount && (
              <Link className="link inline-flex min-h-11 items-center" to={dashboardPaths.payment(id)}>
                Refund payment
              </Link>
            )}
          </span>
          <span className="font-mono text-small tabular-nums">
            {formatMoney({ minor: amount, currency }, { exact: true })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Renders the agreements and payment terms. */
export function OrderAgreements({ order, reference }: { order: Order; reference: string }) {
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
        <p className="meta mt-3">Days are counted in the {timeZone} time zone.</p>
      </Disclosure>
    </div>
  );
}

/** Renders the history, newest first. */
export function OrderTimeline({ order: { events, client, currency, quote, agreements } }: { order: Order }) {
  // Skips quote texts shown elsewhere: the open quote and the agreements.
  const shownTexts = new Set([quote?.agreement, ...agreements.map(({ text }) => text)]);
  const actorNames = { client: client.name, owner: 'Owner', system: 'Automatically' } as const;
  return (
    <ol className="relative grid gap-4 border-l border-rule pl-5">
      {events.toReversed().map((event, index) => (
        <li key={index} className="relative">
          <span
            aria-hidden="true"
            className={`absolute top-2 -left-[1.5625rem] size-2 rounded-full ${index === 0 ? 'bg-accent' : 'bg-rule-strong'}`}
          />
          <p className="text-small">
            {event.message}
            {event.quote && (
              <span className="font-mono tabular-nums">
                {' '}
                {formatMoney({ minor: event.quote.total, currency }, { exact: true })}
              </span>
            )}
          </p>
          {event.reason && <p className="text-small text-ink-soft">“{event.reason}”</p>}
          <p className="meta">
            {actorNames[event.actor]} · <SiteTime instant={event.occurredAt} />
          </p>
          {event.quote && !shownTexts.has(event.quote.text) && (
            <Disclosure label="Quote text">
              <pre className="font-mono text-meta whitespace-pre-wrap">{event.quote.text}</pre>
            </Disclosure>
          )}
        </li>
      ))}
    </ol>
  );
}
