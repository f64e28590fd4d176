import { useLoaderData } from 'react-router';
import { companyFieldNames, emptyCompanyFields, readCompany } from '#features/clients/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { BriefFields, BudgetAndDeadlineFields } from '../components/BriefFields.tsx';
import { CheckoutForm, useCheckoutForm } from '../components/CheckoutForm.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { loadCheckout, pickFilledFields, placeOnce, redirectToOrder, redirectToSignIn } from '../submit.ts';
import { CheckoutTerms } from '../components/CheckoutTerms.tsx';
import { ServicePicker } from '../components/ServicePicker.tsx';
import type { CustomPlanOptions } from '../contract.ts';
import {
  parseChosenServices,
  parseServiceQuantities,
  getQuantityFieldName,
  serializeServices,
} from '../../lifecycle/rules/requested-services.ts';

const DRAFT = 'custom-package';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { kept: savedValues, ...page } = await loadCheckout(api, searchParams, () => api.orders.getCustomPlanOptions());
  const { services, ...rest } = savedValues;
  const service = searchParams.get('service');
  const chosen = service ? { [getQuantityFieldName(service)]: '1' } : {};
  return { ...page, kept: { ...chosen, ...rest, ...parseServiceQuantities(services) } };
});

export const action = pageAction(async ({ api, form, allFiles }): Promise<never> => {
  const value = (name: string) => form.get(name) ?? '';
  const ids = [...form.keys()].flatMap(name => (name.startsWith('quantity-') ? [{ id: name.slice(9) }] : []));
  const services = parseChosenServices(Object.fromEntries(form), ids);
  if (form.get('intent') === 'sign-in') {
    const typed = pickFilledFields(form, ['brief', 'budget', 'deadline', 'name', 'email', ...companyFieldNames]);
    return redirectToSignIn(api, paths.customPlan, { ...typed, services: serializeServices(services) });
  }
  const placed = await placeOnce(DRAFT, value('idempotencyKey'), idempotencyKey =>
    api.orders.createCustomRequest({
      services,
      brief: value('brief'),
      ...pickFilledFields(form, ['budget', 'deadline']),
      // Empty if the form asks for them, so all that are missing are reported together.
      name: form.get('name'),
      email: form.get('email'),
      ...readCompany(form),
      idempotencyKey,
    }),
  );
  return redirectToOrder({ api, form, allFiles }, placed, { draft: DRAFT, did: 'requested' });
});

/** Renders the request form of a custom plan. */
export function Component() {
  const { offer } = useLoaderData<typeof loader>();
  const { services } = offer;
  const zeroQuantities = Object.fromEntries(services.map(({ id }) => [getQuantityFieldName(id), '0']));
  const form = useCheckoutForm(DRAFT, {
    brief: '',
    budget: '',
    deadline: '',
    name: '',
    email: '',
    ...emptyCompanyFields,
    ...zeroQuantities,
  });
  const { draft, errors, refused } = form;
  return (
    <CheckoutForm
      form={form}
      back={{ to: paths.pricing, label: 'Back to pricing' }}
      title="Custom plan"
      intro={
        <p className="mt-4 max-w-[29em] text-lead text-ink-soft">
          {`${services.length > 0 ? 'Choose the services you need and describe' : 'Describe'} your project. You’ll get an itemized quote with a fixed price, and you owe nothing until you accept it.`}
        </p>
      }
      client={offer.client}
      termsTitle="Terms"
      terms={<CheckoutTerms terms={offer.terms} />}
      summaryLabel="Your plan"
      summary={<ChosenServices offer={offer} typed={draft.typed} />}
      submitLabel="Request a quote"
      note="Quotes are free. You can accept, decline or ask questions."
    >
      <title>Custom plan</title>
      <meta
        name="description"
        content="Choose the services you need, describe your project and get a quote with a fixed price."
      />
      {services.length > 0 && (
        <FormSection title="Services">
          <ServicePicker
            services={services}
            first={draft.initial}
            values={draft.typed}
            errors={serviceErrors(errors, parseChosenServices(refused?.values ?? {}, services))}
          />
        </FormSection>
      )}
      <FormSection title="About your project">
        <BriefFields label="Project brief" form={form} />
        <BudgetAndDeadlineFields offer={offer} form={form} />
      </FormSection>
    </CheckoutForm>
  );
}

/** Returns the errors by service ID. */
function serviceErrors(errors: Readonly<Record<string, string>>, chosen: readonly { readonly id: string }[]) {
  return Object.fromEntries(
    chosen.flatMap(({ id }, index) => {
      const error = errors[`services.${index}.quantity`] ?? errors[`services.${index}.id`];
      return error ? [[id, error]] : [];
    }),
  );
}

/** Renders the chosen services as they change, and the features of every custom plan. */
function ChosenServices({ offer, typed }: { offer: CustomPlanOptions; typed: Readonly<Record<string, string>> }) {
  const titles = new Map(offer.services.map(({ id, title }) => [id, title]));
  const chosen = parseChosenServices(typed, offer.services);
  return (
    <>
      <h2 className="text-h3">Your plan</h2>
      <div className="with-script mt-4" aria-live="polite">
        {chosen.length === 0 ? (
          <p className="border-t border-rule-strong pt-3 text-small text-ink-soft">
            {offer.services.length > 0
              ? 'No services selected yet. You can also send only a brief.'
              : 'Write a brief, and you’ll get a quote for it.'}
          </p>
        ) : (
          <ul className="border-b border-rule text-small">
            {chosen.map(({ id, quantity }) => (
              <li key={id} className="flex items-baseline justify-between gap-4 border-t border-rule py-2.5">
                <span className="min-w-0 [overflow-wrap:anywhere]">{titles.get(id)}</span>
                <span className="shrink-0 font-mono tabular-nums">× {quantity}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {offer.details.length > 0 && (
        <>
          <h3 className="mt-8 text-h4">Every custom plan includes</h3>
          <ul className="mt-3 grid gap-2 text-small text-ink-soft">
            {offer.details.map(detail => (
              <li key={detail} className="grid grid-cols-[1rem_1fr]">
                <span aria-hidden="true">·</span>
                <span>{detail}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
