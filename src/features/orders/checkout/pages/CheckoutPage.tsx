import { useId } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { companyFieldNames, emptyCompanyFields, readCompany } from '#features/clients/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { PageNotice } from '#ui/PageNotice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { getAriaProps } from '#ui/FormField.tsx';
import { BriefFields, BudgetAndDeadlineFields } from '../components/BriefFields.tsx';
import { CheckoutForm, useCheckoutForm } from '../components/CheckoutForm.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { CheckoutSummary } from '../components/CheckoutSummary.tsx';
import {
  loadCheckout,
  pickFilledFields,
  pickTaxedCompany,
  placeOnce,
  redirectToNewPrice,
  redirectToOrder,
  redirectToSignIn,
} from '../submit.ts';
import { usePriceForCompany } from '../hooks/use-price-for-company.ts';
import { CheckoutTerms } from '../components/CheckoutTerms.tsx';
import type { CheckoutOffer, OrderableKind } from '../contract.ts';

const getDraftKey = ({ kind, id }: { kind?: string | undefined; id?: string | undefined }) => `order-${kind}-${id}`;

const toOfferKey = ({ kind = '', id = '' }: Readonly<Record<string, string | undefined>>) => ({
  kind: kind as OrderableKind,
  id,
});

export const loader = pageLoader(({ api, params, searchParams }) =>
  loadCheckout(api, searchParams, company => api.orders.getCheckoutOffer({ ...toOfferKey(params), ...company })),
);

export const action = pageAction(async ({ api, params, form, allFiles }): Promise<never> => {
  const key = toOfferKey(params);
  const value = (name: string) => form.get(name) ?? '';
  const path = paths.checkout(key.kind, key.id);
  const typed = pickFilledFields(form, [
    'brief',
    'urgent',
    'budget',
    'deadline',
    'name',
    'email',
    ...companyFieldNames,
  ]);
  if (form.get('intent') === 'sign-in') return redirectToSignIn(api, path, typed);
  const company = pickTaxedCompany(typed);
  if (company.country !== undefined) {
    const { requiresQuote, standardPrice } = await api.orders.getCheckoutOffer({ ...key, ...company });
    // Without JavaScript, the form still shows the price without the company.
    const isShown = requiresQuote || standardPrice.agreementHash === value('agreementHash');
    if (!isShown) return redirectToNewPrice(api, path, typed);
  }
  const draft = getDraftKey(params);
  const placed = await placeOnce(draft, value('idempotencyKey'), idempotencyKey =>
    api.orders.createOrder({
      ...key,
      brief: value('brief'),
      urgent: form.get('urgent') === 'on' ? 'on' : '',
      ...pickFilledFields(form, ['budget', 'deadline']),
      // Empty if the form asks for them, so all that are missing are reported together.
      name: form.get('name'),
      email: form.get('email'),
      signature: form.get('signature'),
      ...readCompany(form),
      agreementHash: value('agreementHash'),
      urgentAgreementHash: value('urgentAgreementHash'),
      idempotencyKey,
    }),
  );
  return redirectToOrder({ api, form, allFiles }, placed, { draft, did: 'placed' });
});

/** Renders the order form of a plan, service or project. */
export function Component() {
  const { offer: loaded } = useLoaderData<typeof loader>();
  const saved = {
    brief: '',
    urgent: '',
    budget: '',
    deadline: '',
    name: '',
    email: '',
    signature: '',
    ...emptyCompanyFields,
  };
  const form = useCheckoutForm(getDraftKey(loaded), saved);
  const offer = usePriceForCompany(loaded, form.draft.typed);
  const [searchParams] = useSearchParams();
  const { initial } = form.draft;
  const { errors } = form;
  const { urgentPrice, standardPrice, requiresQuote } = offer;
  const isProject = offer.kind === 'project';
  return (
    <CheckoutForm
      form={form}
      back={
        isProject
          ? { to: paths.project(offer.id), label: 'Back to project' }
          : { to: paths.pricing, label: 'Back to pricing' }
      }
      title={requiresQuote ? `Request a quote: ${offer.title}` : `Order ${offer.title}`}
      intro={
        <>
          <p className="mt-4 max-w-[29em] text-lead text-ink-soft">{offer.summary}</p>
          {searchParams.get('price') === 'changed' && (
            <PageNotice>The price for your company is different. Review it below, then sign and send again.</PageNotice>
          )}
          {requiresQuote && (
            <p className="mt-3 max-w-[29em] text-ink-soft">
              The price below is a starting price. You’ll get a quote first, and you owe nothing until you accept it.
            </p>
          )}
        </>
      }
      client={offer.client}
      termsTitle={requiresQuote ? 'Terms' : 'Agreement'}
      terms={
        <>
          <CheckoutTerms terms={offer.terms} prices={offer} />
          {!requiresQuote && (
            <TextField
              label="Type your full name to sign"
              name="signature"
              autoComplete="name"
              maxLength={120}
              defaultValue={initial.signature}
              error={errors.signature}
              hint="By typing your name, you agree to the text above (term 15). The text, your name, the time and your IP address are saved with the order."
            />
          )}
        </>
      }
      summaryLabel="Price"
      summary={
        <>
          <h2 className="text-h3">{requiresQuote ? 'Starting price' : 'Price'}</h2>
          <div className="mt-4">
            <CheckoutSummary offer={offer} />
          </div>
        </>
      }
      submitLabel={requiresQuote ? 'Request a quote' : 'Place order'}
      note={!requiresQuote && 'You’ll choose how to pay next. You won’t be charged until then.'}
    >
      <title>{requiresQuote ? `Request a quote: ${offer.title}` : `Order ${offer.title}`}</title>
      <meta name="robots" content="noindex" />
      <input type="hidden" name="agreementHash" value={standardPrice.agreementHash} readOnly />
      {urgentPrice && <input type="hidden" name="urgentAgreementHash" value={urgentPrice.agreementHash} readOnly />}
      <FormSection title="About your project">
        <BriefFields label={requiresQuote ? 'Project brief' : 'Project brief (optional)'} form={form} />
        {requiresQuote && <BudgetAndDeadlineFields offer={offer} form={form} />}
        {offer.contentItems.length > 0 && (
          <div className="text-small text-ink-soft">
            <p>Before work starts, you’ll need to supply:</p>
            <ul className="mt-1 list-disc pl-5">
              {offer.contentItems.map(item => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        )}
      </FormSection>
      {urgentPrice && (
        <FormSection title="Delivery">
          <UrgencyField offer={offer} checked={initial.urgent === 'on'} error={errors.urgent} />
        </FormSection>
      )}
    </CheckoutForm>
  );
}

function UrgencyField({ offer, ...field }: { offer: CheckoutOffer; checked: boolean; error: string | undefined }) {
  const { checked, error } = field;
  const id = useId();
  const { urgentPrice, standardPrice, currency, termSettings } = offer;
  if (!urgentPrice) return null;
  const format = (minor: typeof standardPrice.total) => formatMoney({ minor, currency }, { exact: true });
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <input
        id={id}
        type="checkbox"
        name="urgent"
        className="mt-0.5 size-5 shrink-0"
        defaultChecked={checked}
        {...getAriaProps({ id, hint: 'Surcharge', error })}
      />
      <label htmlFor={id} className="font-display font-semibold">
        Urgent delivery within 48 to 72 hours
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-small text-ink-soft">
        Adds {termSettings.urgentSurchargePercent}%: {format(urgentPrice.total)} instead of{' '}
        {format(standardPrice.total)} (term 16). If urgent delivery isn’t possible, the surcharge is removed.
      </p>
      {error && (
        <p id={`${id}-error`} className="col-start-2 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
