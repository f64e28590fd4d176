import { redirect } from 'react-router';
import { formatAmountInput } from '#features/pricing/browser.ts';
import type { Api } from '#shared/api.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import type { QuoteFormValues as Begun } from '../contract.ts';
import type { Order } from '../../lifecycle/contract/order.ts';
import { getQuoteDraftKey } from '../rules/quotes.ts';
import { parseQuoteLineItems } from '../../lifecycle/rules/quote-line-items.ts';
import { serializeServices } from '../../lifecycle/rules/requested-services.ts';
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

/** Performs a submitted quote action. Returns the key of its notice; undefined for other forms. */
export async function submitQuoteAction(
  api: Api,
  order: string,
  form: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const value = (name: string) => form.get(name) ?? '';
  switch (form.get('intent')) {
    case 'quote': {
      const lines = parseQuoteLineItems(Object.fromEntries(form));
      const { number } = await api.orders.sendQuote({
        order,
        title: value('title'),
        lineItems: lines.map(({ description, amount }) => ({ description, amount })),
        urgent: form.get('urgent') === 'on' ? 'on' : '',
        deliveryDays: value('deliveryDays'),
        supportDays: value('supportDays') || '0',
        contentItems: value('contentItems')
          .split('\n')
          .map(item => item.trim())
          .filter(Boolean),
        expiresOn: value('expiresOn'),
        installments: value('installments') || '1',
        note: value('note'),
      });
      saveLocalDraft(getQuoteDraftKey(number), undefined);
      return 'quoted';
    }
    case 'accept':
      await api.orders.acceptQuote({ order, agreementHash: value('agreementHash'), signature: value('signature') });
      return 'accepted';
    case 'record':
      await api.orders.recordAgreement({
        order,
        message: value('message'),
        confirmedBy: value('confirmedBy'),
        confirmedAt: value('confirmedAt'),
      });
      return 'recorded';
    case 'ask-again':
      return askAgain(api, order);
    default:
      return undefined;
  }
}

/** Redirects to a new request form, prefilled from the old request. */
async function askAgain(api: Api, reference: string): Promise<never> {
  const { kind, offerId, brief, request, currency } = await api.orders.getOrder({ order: reference });
  const { draftToken } = await api.orders.createCheckoutDraft({
    values: {
      brief,
      ...(request && {
        services: serializeServices(request.services),
        budget: request.budget === null ? '' : formatAmountInput({ minor: request.budget, currency }),
        deadline: request.deadline ?? '',
      }),
    },
  });
  const form = kind === 'plan' && offerId !== null ? paths.checkout(kind, offerId) : paths.customPlan;
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(form, { draft: draftToken }), 303);
}
