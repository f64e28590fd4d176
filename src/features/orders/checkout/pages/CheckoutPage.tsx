import { useId } from 'react';
import { Form, Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { getAriaProps } from '#ui/FormField.tsx';
import { PageNotice } from '#ui/PageNotice.tsx';
import { BriefFields, useCheckoutForm, BudgetAndDeadlineFields } from '../components/BriefFields.tsx';
import { ClientFields } from '../components/ClientFields.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { CheckoutSummary } from '../components/CheckoutSummary.tsx';
import { pickFilledFields, redirectToOrder, redirectToSignIn } from '../submit.ts';
import { CheckoutTerms } from '../components/CheckoutTerms.tsx';
import type { CheckoutOffer, OrderableKind } from '../contract/place-order.ts';

const draftOf = ({ kind, id }: { kind?: string | undefined; id?: string | undefined }) => `order-${kind}-${id}`;

const keyOf = ({ kind = '', id = '' }: Readonly<Record<string, string | undefined>>) => ({
  kind: kind as OrderableKind,
  id,
});

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const token = searchParams.get('draft');
  const [offer, { closed }, kept] = await Promise.all([
    api.orders.getCheckoutOffer(keyOf(params)),
    api.billing.getSellingNotes(),
    token ? api.orders.getCheckoutDraft({ draftToken: token }).catch(() => undefined) : undefined,
  ]);
  // One key per page view, so that submitting twice places one order.
  return { offer, closed, kept: kept?.values ?? {}, submission: crypto.randomUUID() };
});

export const action = pageAction(async ({ api, params, form, allFiles }): Promise<never> => {
  const key = keyOf(params);
  const value = (name: string) => form.get(name) ?? '';
  if (form.get('intent') === 'sign-in') {
    const typed = pickFilledFields(form, ['brief', 'urgent', 'budget', 'deadline', 'name', 'email']);
    return redirectToSignIn(api, paths.checkout(key.kind, key.id), typed);
  }
  const placed = await api.orders.createOrder({
    ...key,
    brief: value('brief'),
    urgent: form.get('urgent') === 'on' ? 'on' : '',
    ...pickFilledFields(form, ['budget', 'deadline', 'name', 'email', 'signature']),
    agreementHash: value('agreementHash'),
    urgentAgreementHash: value('urgentAgreementHash'),
    idempotencyKey: value('idempotencyKey'),
  });
  return redirectToOrder({ api, form, allFiles }, placed, { draft: draftOf(params), did: 'placed' });
});

/** Renders the order form, which works without JavaScript. */
export function Component() {
  const { offer, closed } = useLoaderData<typeof loader>();
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>{`Order ${offer.title}`}</title>
      <meta name="robots" content="noindex" />
      <p className="meta">
        <Link
          className="inline-flex min-h-11 items-center hover:text-accent"
          to={offer.kind === 'project' ? paths.project(offer.id) : paths.pricing}
        >
          {offer.kind === 'project' ? 'Back to the project' : 'Back to all prices'}
        </Link>
      </p>
      <h1 className="text-h1">{offer.requiresQuote ? `Ask for a quote: ${offer.title}` : `Order ${offer.title}`}</h1>
      <p className="mt-4 max-w-[29em] text-lead text-ink-soft">{offer.summary}</p>
      {offer.requiresQuote && (
        <p className="mt-3 max-w-[29em] text-ink-soft">
          Its price begins at the one below. You get a quote first, and owe nothing before you accept it.
        </p>
      )}
      {closed !== null && <PageNotice>{closed}</PageNotice>}
      <OrderForm offer={offer} />
    </div>
  );
}

function OrderForm({ offer }: { offer: CheckoutOffer }) {
  const { kept: restoredValues, submission: idempotencyKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const saved = { brief: '', urgent: '', budget: '', deadline: '', name: '', email: '', signature: '' };
  const form = useCheckoutForm({ draft: draftOf(offer), saved, restoredValues, idempotencyKey, refused: failed });
  const { draft, errors, sending } = form;
  const { urgentPrice, standardPrice, client, requiresQuote, currency, today } = offer;
  return (
    <Form method="post" encType="multipart/form-data" className="group/order mt-10" noValidate onSubmit={form.once}>
      <input type="hidden" name="idempotencyKey" value={form.idempotencyKey} readOnly />
      <input type="hidden" name="agreementHash" value={standardPrice.agreementHash} readOnly />
      {urgentPrice && <input type="hidden" name="urgentAgreementHash" value={urgentPrice.agreementHash} readOnly />}
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-12">
        <div key={draft.turn} className="grid content-start gap-12 lg:col-span-7" onInput={draft.onInput}>
          <FormErrorSummary error={failed?.failed} />
          <FormSection title="What you have in mind">
            <BriefFields
              label={requiresQuote ? 'What it is to be' : 'Your brief (optional)'}
              initialValues={draft.first}
              errors={errors}
            />
            {requiresQuote && (
              <BudgetAndDeadlineFields currency={currency} today={today} initialValues={draft.first} errors={errors} />
            )}
            {offer.contentItems.length > 0 && (
              <div className="text-small text-ink-soft">
                <p>Before work starts you supply, when you have it:</p>
                <ul className="mt-1 list-disc pl-5">
                  {offer.contentItems.map(item => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            )}
          </FormSection>
          {urgentPrice && (
            <FormSection title="When">
              <UrgencyField offer={offer} checked={draft.first.urgent === 'on'} error={errors.urgent} />
            </FormSection>
          )}
          <FormSection title="Who you are">
            <ClientFields client={client} first={draft.first} errors={errors} />
          </FormSection>
          <FormSection title={requiresQuote ? 'The terms' : 'The agreement'}>
            <CheckoutTerms terms={offer.terms} standardPrice={standardPrice} urgentPrice={urgentPrice} />
            {!requiresQuote && (
              <TextField
                label="Your name, typed in agreement"
                name="signature"
                autoComplete="name"
                maxLength={120}
                defaultValue={draft.first.signature}
                error={errors.signature}
                hint="By it you agree to the text above (term 15). Text, name, time and network address are kept, for you as well."
              />
            )}
          </FormSection>
        </div>
        <aside aria-label="The price" className="lg:col-span-5">
          <div className="lg:sticky lg:top-28">
            <h2 className="text-h3">{requiresQuote ? 'The price begins at' : 'The price'}</h2>
            <div className="mt-4">
              <CheckoutSummary offer={offer} />
            </div>
            <button type="submit" className="button button-primary mt-7 w-full" disabled={sending}>
              {sending ? 'Sending…' : requiresQuote ? 'Ask for a quote' : 'Order with payment'}
            </button>
            {!requiresQuote && <p className="meta mt-2">Then you choose how to pay. Nothing is charged before that.</p>}
          </div>
        </aside>
      </div>
    </Form>
  );
}

function UrgencyField({ offer, ...field }: { offer: CheckoutOffer; checked: boolean; error: string | undefined }) {
  const { checked, error } = field;
  const id = useId();
  const { urgentPrice, standardPrice, currency, termSettings } = offer;
  if (!urgentPrice) return null;
  const written = (minor: typeof standardPrice.total) => formatMoney({ minor, currency }, { exact: true });
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <input
        id={id}
        type="checkbox"
        name="urgent"
        className="mt-0.5 size-5 shrink-0"
        defaultChecked={checked}
        {...getAriaProps({ id, hint: 'What it costs.', error })}
      />
      <label htmlFor={id} className="font-display font-semibold">
        Urgent: within 48 to 72 hours
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-small text-ink-soft">
        {termSettings.urgentSurchargePercent}% more, {written(urgentPrice.total)} in place of{' '}
        {written(standardPrice.total)} (term 16). If it cannot be done, the surcharge goes.
      </p>
      {error && (
        <p id={`${id}-error`} className="col-start-2 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
