import { useId } from 'react';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { TextField } from '#ui/TextField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';
import type { QuoteFormValues as Begun } from '../contract.ts';
import { installmentOptions } from '../../lifecycle/rules/prices.ts';
import { getQuoteDraftKey, calculateQuoteTotals, parseSignedAmount } from '../rules/quotes.ts';
import { quoteLineIndexes, parseQuoteLineItems } from '../../lifecycle/rules/quote-line-items.ts';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { QuoteLineItems } from './QuoteLineItems.tsx';

/** Renders the owner's actions before an agreement: write or replace a quote, or record an acceptance. */
export function QuoteOwnerActions({ order, formValues }: { order: Order; formValues: Begun }) {
  const { number, status } = order;
  // Remounts for a new version of the quote.
  const form = <QuoteForm key={formValues.version} number={number} begun={formValues} />;
  if (status === 'requested') return form;
  return (
    <>
      <OrderDisclosure label="Write another quote in its place" intent="quote">
        {form}
      </OrderDisclosure>
      <OrderDisclosure label="Record that it was accepted in a message" intent="record">
        <Confirmation order={order} />
      </OrderDisclosure>
    </>
  );
}

function Confirmation({ order }: { order: Order }) {
  return (
    <OrderForm intent="record" label="Record it, and ask for the deposit">
      <p className="max-w-[31em] text-small text-ink-soft">
        By mail, on the telephone, on paper: the message is kept beside the text that it accepts (term 15), and the
        client is told.
      </p>
      <div className="grid w-full gap-6">
        <ActionTextArea label="The message, as it came" name="message" rows={4} maxLength={5000} />
        <div className="grid gap-6 sm:grid-cols-2">
          <ActionTextField label="From" name="confirmedBy" defaultValue={order.client.name} maxLength={80} />
          <ActionTextField
            label="When it came"
            name="confirmedAt"
            type="datetime-local"
            hint={`On your clock, in ${order.timeZone}.`}
          />
        </div>
      </div>
    </OrderForm>
  );
}

/** Returns the initial form values. */
function valuesOf(begun: Begun) {
  const { title, lineItems, expiresOn, note } = begun;
  return {
    title,
    ...Object.fromEntries(
      quoteLineIndexes.flatMap(slot => [
        [`description-${slot}`, lineItems[slot]?.description ?? ''],
        [`amount-${slot}`, lineItems[slot]?.amount ?? ''],
      ]),
    ),
    urgent: begun.urgent ? 'on' : '',
    deliveryDays: String(begun.deliveryDays ?? ''),
    supportDays: String(begun.supportDays),
    contentItems: begun.contentItems.join('\n'),
    expiresOn,
    installments: String(begun.installments),
    note,
  };
}

/** Renders the owner's quote form with a live total; replaces an open quote. */
function QuoteForm({ number, begun }: { number: number; begun: Begun }) {
  const urgent = useId();
  const mine = useOrderFailure({ intent: 'quote' });
  const saved: Readonly<Record<string, string>> = valuesOf(begun);
  const draft = useFormDraft({ name: getQuoteDraftKey(number), saved, version: begun.version, refused: mine?.values });
  const { initial } = draft;
  const error = (name: string) => mine?.failed.fields[name];
  const field = (name: string) => ({ name, defaultValue: initial[name], error: error(name) });
  const wrongItem = Object.entries(mine?.failed.fields ?? {}).find(([name]) => name.startsWith('contentItems'))?.[1];
  const filled = parseQuoteLineItems(mine?.values ?? {});
  const slotErrors = (part: 'description' | 'amount') =>
    Object.fromEntries(filled.map(({ slot }, place) => [slot, error(`lineItems.${place}.${part}`)]));
  return (
    <OrderForm intent="quote" label={begun.version > 0 ? 'Send the new quote' : 'Send the quote'} primary>
      <div key={draft.resetKey} className="grid w-full gap-8" onInput={draft.onInput}>
        <TextField
          label="Title"
          {...field('title')}
          maxLength={MAX_TITLE_LENGTH}
          hint="What the order is called: on its page, in lists, mails and documents."
        />
        <QuoteLineItems
          first={initial}
          currency={begun.currency}
          descriptionErrors={slotErrors('description')}
          amountErrors={slotErrors('amount')}
          error={error('lineItems')}
        />
        <div className="grid gap-6 sm:grid-cols-3">
          <TextField
            label="Days until delivery"
            {...field('deliveryDays')}
            inputMode="numeric"
            maxLength={4}
            hint="From the deposit on."
          />
          <TextField
            label="Days of support"
            {...field('supportDays')}
            inputMode="numeric"
            maxLength={4}
            hint="After delivery (term 13)."
          />
          <TextField
            label="Holds until"
            {...field('expiresOn')}
            type="date"
            min={begun.today}
            hint="The last day to accept it."
          />
        </div>
        <div className="text-small">
          <label className="flex min-h-11 items-center gap-3 font-display font-semibold">
            <input
              type="checkbox"
              name="urgent"
              className="size-5 shrink-0"
              defaultChecked={initial.urgent === 'on'}
              aria-describedby={`${urgent}-hint`}
            />
            <span>Urgent: within 48 to 72 hours</span>
          </label>
          <p id={`${urgent}-hint`} className="pl-8 text-ink-soft">
            {begun.urgentSurchargePercent}% more on all lines (term 16), in place of the days above.
          </p>
        </div>
        <BalanceField begun={begun} first={initial.installments} error={error('installments')} />
        <TextArea
          label="What the client supplies"
          name="contentItems"
          rows={3}
          defaultValue={initial.contentItems}
          error={wrongItem}
          hint="One thing a line; work starts once all of it is there (term 9)."
        />
        <TextArea
          label="Note to the client"
          {...field('note')}
          rows={4}
          maxLength={5000}
          hint="It stands in the quote, and is a part of what is agreed to."
        />
        <Preview typed={draft.typed} begun={begun} />
      </div>
    </OrderForm>
  );
}

function BalanceField({ begun, first, error }: { begun: Begun; first: string | undefined; error: string | undefined }) {
  return (
    <SelectField
      label="How the balance is paid"
      name="installments"
      hint={`In installments from a total of ${formatMoney(begun.installmentMinimum)} on (term 4). The client can change this until the balance is paid.`}
      error={error}
      defaultValue={first}
      options={{
        1: 'At once, on completion',
        ...Object.fromEntries(installmentOptions.map(count => [count, `In ${count} monthly installments`])),
      }}
    />
  );
}

/** Renders the totals as the owner types, calculated by the same function as the invoices. */
function Preview({ typed, begun }: { typed: Readonly<Record<string, string>>; begun: Begun }) {
  const { currency, tax, depositPercent } = begun;
  const chosen = parseQuoteLineItems(typed).map(({ slot, description, amount }) => {
    const read = parseSignedAmount(amount, currency);
    return { description: description || `Line ${slot + 1}`, amount: 'amount' in read ? read.amount : ZERO };
  });
  const { lines, taxAmount, total, deposit, balance } = calculateQuoteTotals(chosen, typed.urgent === 'on', tax, begun);
  const includedTax =
    tax.basisPoints === 0 ? null : { ...tax, amount: taxAmount, isIncluded: tax.behavior === 'inclusive' };
  const part = (label: string, amount: MinorUnits, term: number) => ({ label, amount, term });
  const count = Number(typed.installments ?? 1);
  const later =
    count > 1
      ? part(`Balance, in ${count} monthly installments`, balance, 4)
      : part('Balance, on completion', balance, 2);
  return (
    <section aria-label="What it comes to">
      <h3 className="text-h4">What it comes to</h3>
      <div className="mt-2">
        <PriceBreakdown
          price={{ lineItems: lines, tax: includedTax, total }}
          currency={currency}
          parts={total > 0 ? [part(`Deposit, ${depositPercent}%`, deposit, 1), later] : []}
        />
      </div>
    </section>
  );
}
