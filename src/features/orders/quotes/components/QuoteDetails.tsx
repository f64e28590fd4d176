import { type ReactNode, use } from 'react';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { totalText } from '#shared/lists.ts';
import { formatMoney } from '#shared/money.ts';
import { formatPlainDate, formatTimeZone } from '#shared/time.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import { Fact } from '../../lifecycle/components/Fact.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { formatDays } from '../../lifecycle/rules/expected-delivery.ts';
import { MINOR_REVISIONS } from '../../lifecycle/rules/revisions.ts';
import { toPricePart } from '../rules/payment-schedule.ts';
import { OptionPicker, OtherOptions } from './QuoteOptions.tsx';

/** Renders a quote as one document, with the client's answer below. `signature` is the client's earlier input. */
export function QuoteDetails({ order, signature }: { order: Order; signature: string }) {
  const { quote, party, summary, currency, number, client } = order;
  if (!quote) return null;
  const isOpen = summary.status === 'quoted' && order.asOf === null;
  const format = (minor: typeof quote.deposit) => formatMoney({ minor, currency }, { exact: true });
  const balance =
    order.installments === null
      ? { label: 'Balance, due after completion', term: 2 }
      : { label: `Balance in ${order.installments} monthly installments`, term: 4 };
  const parts = [
    ...(quote.deposit > 0 ? [{ label: 'Deposit, due on acceptance', amount: quote.deposit, term: 1 }] : []),
    ...(order.milestones.length > 0
      ? order.milestones.map(toPricePart)
      : quote.balance > 0
        ? [{ ...balance, amount: quote.balance }]
        : []),
  ];
  const isAnswering = isOpen && party === 'client';
  const { options } = quote;
  const document = (
    <div className="w-full">
      <p className="meta flex flex-wrap justify-between gap-x-6">
        <span className="[overflow-wrap:anywhere]">{order.title}</span>
        <span>for {client.name}</span>
      </p>
      <h2 className="mt-2 text-h2">
        Quote {number}
        {quote.version > 1 && <span className="text-ink-soft">, version {quote.version}</span>}
      </h2>
      <p className="mt-1 text-small text-ink-soft">
        {summary.status === 'expired' ? 'Expired after ' : 'Valid until '}
        <b className="text-ink">{formatPlainDate(quote.expiresOn)}</b> ({formatTimeZone(order.timeZone)} time).
      </p>
      {quote.note !== '' && (
        <p className="mt-6 max-w-[32em] whitespace-pre-wrap [overflow-wrap:anywhere]">
          <LinkedText text={quote.note} />
        </p>
      )}
      <div className="mt-7">
        <PriceBreakdown
          // Chosen options are ticked in the list of all.
          price={isAnswering ? { ...order, lineItems: order.lineItems.filter(line => !line.isOptional) } : order}
          currency={currency}
          options={
            options.length > 0 &&
            (isAnswering ? (
              <OptionPicker title="Options: choose what to add" {...{ options, currency }} total={order.total} />
            ) : (
              <OtherOptions {...{ options, currency }} />
            ))
          }
          parts={parts}
        />
      </div>
      <dl className="mt-2 grid gap-x-10 border-b border-rule text-small sm:grid-cols-2">
        <Fact name="Delivery">
          {formatDays(quote.deliveryDays)} after {quote.deposit > 0 ? 'the deposit is paid' : 'the quote is accepted'}{' '}
          and all content is received
          {order.isUrgent && ' (urgent, term 16)'}
        </Fact>
        <Fact name="Support">
          {quote.supportDays > 0 ? `${formatDays(quote.supportDays)} after delivery (term 13)` : 'Not included'}
        </Fact>
        <Fact name="Revisions">{totalText(order.summary.revisions.included, MINOR_REVISIONS)} included (term 11)</Fact>
        <Fact name={quote.milestoneRules === null ? 'Installments' : 'Milestones'}>
          {quote.milestoneRules !== null
            ? quote.milestoneRules
            : order.installments !== null
              ? `Balance in ${order.installments} monthly installments (term 4)`
              : quote.allowsInstallments
                ? 'Balance in 2 to 6 monthly installments on request (term 4)'
                : 'Not available for this total (term 4)'}
        </Fact>
      </dl>
      {order.contentItems.length > 0 && (
        <div className="mt-5 text-small">
          <p className="font-display font-semibold">
            Content {party === 'client' ? 'you' : 'the client'} must supply before work starts (term 9)
          </p>
          <ul className="mt-1.5 list-disc pl-5 text-ink-soft">
            {order.contentItems.map(({ position, label }) => (
              <li key={position}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-6 border-b border-rule">
        <Disclosure label="Full agreement and payment terms">
          <AgreementSource text={quote.agreement} hash={quote.agreementHash} />
        </Disclosure>
      </div>
    </div>
  );
  return (
    <section id="quote" aria-label="Quote" className="scroll-mt-24 border border-rule bg-raised">
      {isAnswering ? (
        <QuoteAnswer quote={quote} deposit={quote.deposit > 0 ? format(quote.deposit) : null} signature={signature}>
          {document}
        </QuoteAnswer>
      ) : (
        <div className="px-5 py-7 sm:px-9 sm:py-9">{document}</div>
      )}
    </section>
  );
}

interface QuoteAnswerProps {
  quote: NonNullable<Order['quote']>;
  /** Formatted; null without one. */
  deposit: string | null;
  signature: string;
  children: ReactNode;
}

/** Renders the quote and the client's answer: accept with a typed signature (term 15), ask, or decline. */
function QuoteAnswer({ quote: { version, agreementHash: hash }, deposit, signature, children }: QuoteAnswerProps) {
  const declineForm = { intent: 'move', fields: { transition: 'decline' } };
  return (
    <>
      {/* Remounts for another quote, since a signature applies to one only. */}
      <OrderForm
        key={version}
        intent="accept"
        label={deposit === null ? 'Accept quote' : `Accept and pay ${deposit}`}
        primary
        className="px-5 pt-7 sm:px-9 sm:pt-9"
      >
        {children}
        <div className="-mx-5 mt-5 justify-self-stretch border-t-2 border-accent px-5 pt-7 sm:-mx-9 sm:px-9">
          {/* Not in `fields`, so errors still match this form after the text has changed. */}
          <input type="hidden" name="agreementHash" value={hash} readOnly />
          <ActionTextField
            label="Type your full name to sign"
            name="signature"
            autoComplete="name"
            maxLength={120}
            defaultValue={signature}
            hint="By typing your name, you agree to the text above (term 15). The text, your name, the time and your IP address are saved with the order."
          />
        </div>
      </OrderForm>
      <div className="px-5 pb-7 sm:px-9">
        <p className="mt-6 text-small text-ink-soft">
          Questions or changes?{' '}
          <a className="link" href="#messages">
            Send a message
          </a>{' '}
          before you accept.
        </p>
        <div className="mt-3">
          <OrderDisclosure label="Decline quote" {...declineForm}>
            <OrderForm {...declineForm} label="Decline quote" danger>
              <ActionTextArea
                label={`Reason (optional, shown to ${use(siteMetaContext).name})`}
                name="reason"
                maxLength={1000}
              />
            </OrderForm>
          </OrderDisclosure>
        </div>
      </div>
    </>
  );
}

/** Offers a new request or order, prefilled from the old one, after an order ended early. */
export function NewRequestPrompt({ order: { summary, party, kind, asOf, agreements, events } }: { order: Order }) {
  const isOver = summary.status === 'expired' || summary.status === 'declined' || summary.status === 'canceled';
  if (!isOver || asOf !== null || party !== 'client' || (kind !== 'custom' && kind !== 'plan')) return null;
  const isQuoted = agreements.length === 0 || events.some(({ transition }) => transition === 'send_quote');
  return (
    <div className="mt-5 border-t border-rule pt-5">
      <p className="mb-4 text-small text-ink-soft">
        Still interested? {isQuoted ? 'Send a new request' : 'Place a new order'}. Your previous answers are filled in
        for you to review.
      </p>
      <OrderForm intent="ask-again" label={isQuoted ? 'Request a new quote' : 'Order again'} />
    </div>
  );
}
