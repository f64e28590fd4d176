import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import type { PriceListItem } from '#features/pricing/browser.ts';
import { TextField } from '#ui/TextField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { RestoredDraftNotice } from '#ui/RestoredDraftNotice.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { formatTimeZone } from '#shared/time.ts';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';
import type { QuoteFormValues as Quote } from '../contract.ts';
import { describeInstallments, installmentOptions } from '../../lifecycle/rules/prices.ts';
import { listOrderTaxNotes, listTaxDtos, nameTaxes } from '../../lifecycle/rules/tax.ts';
import { listChosenLines, listOptions, parseLineValues, readQuoteLines, toLineValues } from '../rules/quote-lines.ts';
import { listTypedParts, readMilestoneFields, toMilestoneFields } from '../rules/payment-schedule.ts';
import { getQuoteDraftKey, calculateQuoteTotals } from '../rules/quotes.ts';
import { OrderDisclosure, OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { PriceBreakdown } from '../../lifecycle/components/PriceBreakdown.tsx';
import { PaymentScheduleFields } from './PaymentScheduleFields.tsx';
import { QuoteLineItems } from './QuoteLineItems.tsx';
import { OptionPicker, OtherOptions } from './QuoteOptions.tsx';

interface QuoteOwnerActionsProps {
  order: Order;
  formValues: Quote;
  prices: readonly PriceListItem[];
}

/** Renders the owner's actions before an agreement: write or replace a quote, or record an acceptance. */
export function QuoteOwnerActions({ order, formValues, prices }: QuoteOwnerActionsProps) {
  const { status } = order;
  // Remounts for a new version of the quote.
  const form = <QuoteForm key={formValues.version} order={order} quote={formValues} prices={prices} />;
  if (status === 'requested') return form;
  return (
    <>
      <OrderDisclosure label="Replace this quote" intent="quote">
        {form}
      </OrderDisclosure>
      <OrderDisclosure label="Record acceptance by message" intent="record">
        <AcceptanceForm order={order} />
      </OrderDisclosure>
    </>
  );
}

function AcceptanceForm({ order }: { order: Order }) {
  const { quote, currency, total } = order;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  return (
    <OrderForm
      intent="record"
      label={quote?.deposit === 0 ? 'Record acceptance' : 'Record acceptance and invoice deposit'}
    >
      <p className="max-w-[31em] text-small text-ink-soft">
        If the client accepted the quote by email, by phone or on paper, enter their message here. It’s saved with the
        agreement (term 15), and the client is notified.
      </p>
      {quote && quote.options.length > 0 && (
        <div className="w-full text-small">
          <OptionPicker
            title="Options that the client chose"
            options={quote.options}
            currency={currency}
            total={total}
          />
          <p className="border-t border-rule py-3">
            Total {format(total)}, deposit {format(quote.deposit)}
          </p>
        </div>
      )}
      <div className="grid w-full gap-6">
        <ActionTextArea label="Client’s message" name="message" rows={4} maxLength={5000} />
        <div className="grid gap-6 sm:grid-cols-2">
          <ActionTextField label="From" name="confirmedBy" defaultValue={order.client.name} maxLength={80} />
          <ActionTextField
            label="Received on"
            name="confirmedAt"
            type="datetime-local"
            hint={`In your time zone, ${formatTimeZone(order.timeZone)}.`}
          />
        </div>
      </div>
    </OrderForm>
  );
}

/** Returns the initial form values. */
function toFieldValues(quote: Quote) {
  const { title, lineItems, expiresOn, note } = quote;
  return {
    title,
    ...toLineValues(lineItems),
    discount: quote.discount,
    urgent: quote.urgent ? 'on' : '',
    deliveryDays: String(quote.deliveryDays ?? ''),
    supportDays: String(quote.supportDays),
    contentItems: quote.contentItems.join('\n'),
    expiresOn,
    installments: quote.milestones.length > 0 ? 'milestones' : String(quote.installments),
    ...toMilestoneFields(quote.milestones),
    depositPercent: String(quote.depositPercent),
    note,
    message: '',
    confirmedBy: '',
    confirmedAt: '',
  };
}

/** Renders the owner's quote form with a live total; replaces an open quote. */
function QuoteForm({ order, quote, prices }: Pick<QuoteOwnerActionsProps, 'order' | 'prices'> & { quote: Quote }) {
  const { number } = order;
  const urgent = useId();
  const [search] = useSearchParams();
  const failure = useOrderFailure({ intent: 'quote' });
  const saved: Readonly<Record<string, string>> = toFieldValues(quote);
  const { version } = quote;
  const draft = useFormDraft({ name: getQuoteDraftKey(number), saved, version, refused: failure?.values });
  const { initial } = draft;
  const errors = failure?.failed.fields ?? {};
  const error = (name: string) => errors[name];
  const field = (name: string) => ({ name, defaultValue: initial[name], error: error(name) });
  const contentError = Object.entries(errors).find(([name]) => name.startsWith('contentItems'))?.[1];
  const filled = parseLineValues(failure?.values ?? {});
  // Error indexes count submitted lines, which leave out empty ones.
  const lineErrors = (slot: number, name: string) =>
    error(`lineItems.${filled.findIndex(line => line.slot === slot)}.${name}`);
  return (
    <OrderForm
      intent="quote"
      label={
        draft.typed.message?.trim()
          ? draft.typed.depositPercent?.trim() === '0'
            ? 'Record order'
            : 'Record order and invoice deposit'
          : version > 0
            ? 'Send updated quote'
            : 'Send quote'
      }
      primary
    >
      {draft.restored && !failure && <RestoredDraftNotice onDiscard={draft.discard} />}
      <div key={draft.resetKey} className="grid w-full gap-8" onInput={draft.onInput}>
        <TextField
          label="Title"
          {...field('title')}
          maxLength={MAX_TITLE_LENGTH}
          hint="Shown on the order page, in lists, emails and invoices."
        />
        <QuoteLineItems
          first={initial}
          currency={quote.currency}
          taxes={quote.taxes}
          prices={prices}
          errors={lineErrors}
          error={error('lineItems')}
        />
        <div className="max-w-[20rem]">
          <TextField
            label="Discount on all lines (optional)"
            hint="An amount, or a percentage such as 10%."
            {...field('discount')}
            inputMode="decimal"
            maxLength={30}
            autoComplete="off"
          />
        </div>
        <div className="grid gap-6 sm:grid-cols-3">
          <TextField
            label="Delivery time in days"
            {...field('deliveryDays')}
            inputMode="numeric"
            maxLength={4}
            hint="Counted from the deposit."
          />
          <TextField
            label="Support in days"
            {...field('supportDays')}
            inputMode="numeric"
            maxLength={4}
            hint="Counted from delivery (term 13)."
          />
          <TextField
            label="Valid until"
            {...field('expiresOn')}
            type="date"
            min={quote.today}
            hint="The last day to accept the quote."
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
            <span>Urgent delivery within 48 to 72 hours</span>
          </label>
          <p id={`${urgent}-hint`} className="pl-8 text-ink-soft">
            Adds {quote.urgentSurchargePercent}% to all lines (term 16) and replaces the delivery time above.
          </p>
        </div>
        <div className="grid gap-6 sm:grid-cols-[10rem_1fr]">
          <TextField
            label="Deposit in percent"
            {...field('depositPercent')}
            inputMode="numeric"
            maxLength={3}
            hint="Invoiced on agreement (term 1). From 0 to 100."
          />
          <BalanceField quote={quote} first={initial.installments} error={error('installments')} />
        </div>
        <PaymentScheduleFields
          first={initial}
          errors={failure?.failed.fields}
          price={getTypedPrice(draft.typed, quote)}
          expiresOn={draft.typed.expiresOn ?? quote.expiresOn}
          hidden={draft.typed.installments !== 'milestones'}
        />
        <TextArea
          label="Content from the client"
          name="contentItems"
          rows={3}
          defaultValue={initial.contentItems}
          error={contentError}
          hint="One item per line. Work can start once the client has supplied everything (term 9)."
        />
        <TextArea
          label="Note to the client"
          {...field('note')}
          rows={4}
          maxLength={5000}
          hint="Shown in the quote and included in the agreement."
        />
        {order.status === 'requested' && (
          <Disclosure
            label="The client already agreed"
            open={
              search.has('agreed') ||
              Boolean(initial.message) ||
              Object.keys(errors).some(name => name.startsWith('agreement'))
            }
          >
            <p className="mb-4 max-w-[31em] text-small text-ink-soft">
              Enter the message by which the client agreed (term 15). Then no quote is sent: the order is recorded as
              agreed, and the client gets the agreement.
            </p>
            <div className="grid gap-6">
              <TextArea
                label="Client’s message"
                name="message"
                rows={4}
                maxLength={5000}
                defaultValue={initial.message}
                error={error('agreement.message')}
              />
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  label="From"
                  name="confirmedBy"
                  defaultValue={initial.confirmedBy || order.client.name}
                  maxLength={80}
                  error={error('agreement.confirmedBy')}
                />
                <TextField
                  label="Received on"
                  name="confirmedAt"
                  type="datetime-local"
                  defaultValue={initial.confirmedAt}
                  error={error('agreement.confirmedAt')}
                  hint={`In your time zone, ${formatTimeZone(order.timeZone)}.`}
                />
              </div>
            </div>
          </Disclosure>
        )}
        <Preview typed={draft.typed} quote={quote} />
      </div>
    </OrderForm>
  );
}

function BalanceField({ quote, first, error }: { quote: Quote; first: string | undefined; error: string | undefined }) {
  return (
    <SelectField
      label="Payment of the balance"
      name="installments"
      hint={`${describeInstallments(quote.installmentMinimum, quote.currency)} The client can change equal installments until the balance is paid.`}
      error={error}
      defaultValue={first}
      options={{
        1: 'In one payment on completion',
        ...Object.fromEntries(installmentOptions.map(count => [count, `In ${count} monthly installments`])),
        milestones: 'In milestones with their own dates',
      }}
    />
  );
}

/** Returns the price without options as the owner types, calculated by the same function as the invoices. */
function getTypedPrice(typed: Readonly<Record<string, string>>, quote: Quote) {
  const { currency, tax } = quote;
  const depositPercent = /^\d{1,2}$|^100$/.test(typed.depositPercent ?? '')
    ? Number(typed.depositPercent)
    : quote.depositPercent;
  const lineValues = parseLineValues(typed);
  const { quote: written } = readQuoteLines(lineValues, typed.discount ?? '', quote);
  const named = written.lines.map((line, index) => ({
    ...line,
    description: line.description || `Line ${(lineValues[index]?.slot ?? 0) + 1}`,
  }));
  const chosen = listChosenLines({ ...written, lines: named }, []);
  const options = listOptions({ lines: named }).map(option => ({ ...option, isChosen: false }));
  const settings = { ...quote, depositPercent };
  const { lines: lineItems, ...totals } = calculateQuoteTotals(chosen, typed.urgent === 'on', tax, settings);
  return { ...totals, lineItems, options, currency, tax, settings };
}

function Preview({ typed, quote }: { typed: Readonly<Record<string, string>>; quote: Quote }) {
  const { currency } = quote;
  const price = getTypedPrice(typed, quote);
  const { lineItems, options, total, deposit, balance } = price;
  const named = { ...price, otherOptions: options };
  const taxNote = listOrderTaxNotes(price).join(' ') || null;
  const { depositPercent } = price.settings;
  const part = (label: string, amount: MinorUnits, term: number) => ({ label, amount, term });
  const parts = [
    ...(deposit > 0 ? [part(`Deposit (${depositPercent}%)`, deposit, 1)] : []),
    ...(balance > 0 ? listBalanceParts(typed, price) : []),
  ];
  return (
    <section aria-label="Quote total">
      <h3 className="text-h4">Quote total</h3>
      <div className="mt-2">
        <PriceBreakdown
          price={{ lineItems: nameTaxes(lineItems, named), taxes: listTaxDtos(price), taxNote, total }}
          currency={currency}
          options={options.length > 0 && <OtherOptions options={nameTaxes(options, named)} currency={currency} />}
          parts={total > 0 ? parts : []}
        />
        {quote.taxReason !== null && <p className="hint mt-3">{quote.taxReason}</p>}
      </div>
    </section>
  );
}

/** Returns when the balance is due, as typed. */
function listBalanceParts(typed: Readonly<Record<string, string>>, price: ReturnType<typeof getTypedPrice>) {
  const { installments = '1' } = typed;
  if (installments === 'milestones') return listTypedParts(readMilestoneFields(typed), price);
  return installments === '1'
    ? [{ label: 'Balance, due after completion', amount: price.balance, term: 2 }]
    : [{ label: `Balance in ${installments} monthly installments`, amount: price.balance, term: 4 }];
}
