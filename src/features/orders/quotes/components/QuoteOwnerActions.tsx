import type { QuoteFormValues as Begun } from '../contract.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { OrderDisclosure, OrderForm, OrderTextArea, OrderTextField } from '../../lifecycle/components/OrderForm.tsx';
import { QuoteForm } from './QuoteForm.tsx';

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
        <OrderTextArea label="The message, as it came" name="message" rows={4} maxLength={5000} />
        <div className="grid gap-6 sm:grid-cols-2">
          <OrderTextField label="From" name="confirmedBy" defaultValue={order.client.name} maxLength={80} />
          <OrderTextField
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
