import { formatMoney } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { Disclosure, ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { AgreementSource } from '../../lifecycle/components/AgreementSource.tsx';
import { Fact } from '../../lifecycle/components/Fact.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { formatDays } from '../rules/quotes.ts';

/** Renders a quote as one document, with the client's answer below. */
export function QuoteDetails({ order }: { order: Order }) {
  const { quote, party, summary, currency, number, client } = order;
  if (!quote) return null;
  const isOpen = summary.status === 'quoted' && order.asOf === null;
  const format = (minor: typeof quote.deposit) => formatMoney({ minor, currency }, { exact: true });
  const balance =
    order.installments === null
      ? { label: 'Balance, after completion', term: 2 }
      : { label: `Balance, in ${order.installments} monthly installments`, term: 4 };
  return (
    <section id="quote" aria-label="The quote" className="scroll-mt-24 border border-rule bg-raised">
      <div className="px-5 py-7 sm:px-9 sm:py-9">
        <p className="meta flex flex-wrap justify-between gap-x-6">
          <span className="[overflow-wrap:anywhere]">{order.title}</span>
          <span>for {client.name}</span>
        </p>
        <h2 className="mt-2 text-h2">
          Quote {number}
          {quote.version > 1 && <span className="text-ink-soft">, version {quote.version}</span>}
        </h2>
        <p className="mt-1 text-small text-ink-soft">
          {summary.status === 'expired' ? 'It could be accepted until ' : 'It can be accepted until '}
          <b className="text-ink">{formatPlainDate(quote.expiresOn)}</b>, in {order.timeZone}.
        </p>
        {quote.note !== '' && (
          <p className="mt-6 max-w-[32em] whitespace-pre-wrap [overflow-wrap:anywhere]">{quote.note}</p>
        )}
        <div className="mt-7">
          <PriceBreakdown
            price={order}
            currency={currency}
            parts={[
              { label: 'Deposit, due on acceptance', amount: quote.deposit, term: 1 },
              ...(quote.balance > 0 ? [{ ...balance, amount: quote.balance }] : []),
            ]}
          />
        </div>
        <dl className="mt-2 grid gap-x-10 border-b border-rule text-small sm:grid-cols-2">
          <Fact name="Delivery">
            {formatDays(quote.deliveryDays)} after the deposit, and after what you supply
            {order.isUrgent && ' (urgent, term 16)'}
          </Fact>
          <Fact name="Support">
            {quote.supportDays > 0 ? `${formatDays(quote.supportDays)} after delivery (term 13)` : 'None is included'}
          </Fact>
          <Fact name="Revisions">{order.summary.revisions.included} minor ones are included (term 11)</Fact>
          <Fact name="Installments">
            {order.installments !== null
              ? `The balance is paid in ${order.installments} monthly ones (term 4)`
              : quote.allowsInstallments
                ? 'The balance can be paid in 2 to 6 monthly ones (term 4)'
                : 'Not at this total (term 4)'}
          </Fact>
        </dl>
        {order.contentItems.length > 0 && (
          <div className="mt-5 text-small">
            <p className="font-display font-semibold">
              {party === 'client' ? 'You supply' : 'The client supplies'}, before work starts (term 9)
            </p>
            <ul className="mt-1.5 list-disc pl-5 text-ink-soft">
              {order.contentItems.map(({ position, label }) => (
                <li key={position}>{label}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="mt-6 border-b border-rule">
          <Disclosure label="The agreement, word for word, with the sixteen terms">
            <AgreementSource text={quote.agreement} hash={quote.agreementHash} />
          </Disclosure>
        </div>
      </div>
      {isOpen && party === 'client' && <QuoteAnswerForms deposit={format(quote.deposit)} hash={quote.agreementHash} />}
    </section>
  );
}

/** Renders the client's answer: accept with a typed signature (term 15), ask, or decline. `deposit` is formatted. */
function QuoteAnswerForms({ deposit, hash }: { deposit: string; hash: string }) {
  const declineForm = { intent: 'move', fields: { transition: 'decline' } };
  return (
    <div className="border-t-2 border-accent px-5 py-7 sm:px-9">
      {/* Remounts if the text changes, since a signature applies to one text only. */}
      <OrderForm key={hash} intent="accept" label={`Accept, and pay ${deposit}`} primary>
        {/* Not in `fields`, so that errors still match this form after the text has changed. */}
        <input type="hidden" name="agreementHash" value={hash} readOnly />
        <ActionTextField
          label="Your name, typed in agreement"
          name="signature"
          autoComplete="name"
          maxLength={120}
          hint="By it you agree to the text above (term 15). Text, name, time and network address are kept, for you as well."
        />
      </OrderForm>
      <p className="mt-6 text-small text-ink-soft">
        Something is unclear, or should be otherwise?{' '}
        <a className="link" href="#messages">
          Ask about it first
        </a>
        . The quote stays as it is meanwhile.
      </p>
      <div className="mt-3">
        <OrderDisclosure label="Decline the quote" {...declineForm}>
          <OrderForm {...declineForm} label="Decline">
            <ActionTextArea label="Why? (optional; the other side reads it)" name="reason" maxLength={1000} />
          </OrderForm>
        </OrderDisclosure>
      </div>
    </div>
  );
}

/** Offers a new request, prefilled from the old one, after an order ended without agreement. */
export function NewRequestPrompt({ order: { summary, party, kind, asOf } }: { order: Order }) {
  const isOver = summary.status === 'expired' || summary.status === 'declined' || summary.status === 'canceled';
  if (!isOver || asOf !== null || party !== 'client' || (kind !== 'custom' && kind !== 'plan')) return null;
  return (
    <div className="mt-5 border-t border-rule pt-5">
      <p className="mb-4 text-small text-ink-soft">
        Still interested? What you wrote then is filled in for you, and you can change it before you send it.
      </p>
      <OrderForm intent="ask-again" label="Ask again" />
    </div>
  );
}
