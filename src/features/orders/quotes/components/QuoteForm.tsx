import { useId } from 'react';
import { useSearchParams } from 'react-router';
import type { PriceListItem } from '#features/pricing/browser.ts';
import { formatTimeZone } from '#shared/time.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { RestoredDraftNotice } from '#ui/RestoredDraftNotice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { describeInstallments, installmentOptions } from '../../lifecycle/rules/prices.ts';
import type { QuoteFormValues as Quote } from '../contract.ts';
import { toMilestoneFields } from '../rules/payment-schedule.ts';
import { parseLineValues, toLineValues } from '../rules/quote-lines.ts';
import { getQuoteDraftKey } from '../rules/quotes.ts';
import { PaymentScheduleFields } from './PaymentScheduleFields.tsx';
import { QuoteLineItems } from './QuoteLineItems.tsx';
import { getTypedPrice, QuotePreview } from './QuotePreview.tsx';

export interface QuoteFormProps {
  order: Order;
  /** The saved quote, or the defaults of a new one. */
  quote: Quote;
  prices: readonly PriceListItem[];
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

/** Returns what the form will do: with a message by which the client agreed, no quote is sent. */
function getSubmitLabel({ message, depositPercent }: Readonly<Record<string, string>>, version: number): string {
  if (message?.trim()) return depositPercent?.trim() === '0' ? 'Record order' : 'Record order and invoice deposit';
  return version > 0 ? 'Send updated quote' : 'Send quote';
}

/** Renders the owner's quote form with a live total; replaces an open quote. */
export function QuoteForm({ order, quote, prices }: QuoteFormProps) {
  const { number } = order;
  const urgent = useId();
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
    <OrderForm intent="quote" label={getSubmitLabel(draft.typed, version)} primary>
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
        {order.status === 'requested' && <AgreementFields order={order} initial={initial} errors={errors} />}
        <QuotePreview typed={draft.typed} quote={quote} />
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

interface AgreementFieldsProps {
  order: Order;
  initial: Readonly<Record<string, string | undefined>>;
  errors: Readonly<Record<string, string>>;
}

/** Fields for an agreement that the client has already given. */
function AgreementFields({ order, initial, errors }: AgreementFieldsProps) {
  const [search] = useSearchParams();
  const error = (name: string) => errors[name];
  return (
    <Disclosure
      label="The client already agreed"
      open={
        search.has('agreed') ||
        Boolean(initial.message) ||
        Object.keys(errors).some(name => name.startsWith('agreement'))
      }
    >
      <p className="mb-4 max-w-[31em] text-small text-ink-soft">
        Enter the message by which the client agreed (term 15). Then no quote is sent: the order is recorded as agreed,
        and the client gets the agreement.
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
  );
}
