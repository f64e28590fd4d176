import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { formatTimeZone } from '#shared/time.ts';
import { ActionTextArea, ActionTextField } from '#ui/ActionForm.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { QuoteForm, type QuoteFormProps } from './QuoteForm.tsx';
import { OptionPicker } from './QuoteOptions.tsx';

/** Renders the owner's actions before an agreement: write or replace a quote, or record an acceptance. */
export function QuoteOwnerActions({ order, quote, prices }: QuoteFormProps) {
  const { status } = order;
  // Remounts for a new version of the quote.
  const form = <QuoteForm key={quote.version} order={order} quote={quote} prices={prices} />;
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
