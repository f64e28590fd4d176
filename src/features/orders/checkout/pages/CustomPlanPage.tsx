import { Form, Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { PageNotice } from '#ui/PageNotice.tsx';
import { BriefFields, useCheckoutForm, BudgetAndDeadlineFields } from '../components/BriefFields.tsx';
import { ClientFields } from '../components/ClientFields.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { pickFilledFields, redirectToOrder, redirectToSignIn } from '../submit.ts';
import { CheckoutTerms } from '../components/CheckoutTerms.tsx';
import { ServicePicker } from '../components/ServicePicker.tsx';
import type { CustomPlanOptions } from '../contract/request-custom-plan.ts';
import {
  parseChosenServices,
  parseServiceQuantities,
  getQuantityFieldName,
  serializeServices,
} from '../../lifecycle/rules/requested-services.ts';

const DRAFT = 'custom-package';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const token = searchParams.get('draft');
  const [offer, { closed }, kept] = await Promise.all([
    api.orders.getCustomPlanOptions(),
    api.billing.getSellingNotes(),
    token ? api.orders.getCheckoutDraft({ draftToken: token }).catch(() => undefined) : undefined,
  ]);
  const { services, ...rest } = kept?.values ?? {};
  // One key per page view, so that submitting twice creates one request.
  return { offer, closed, kept: { ...rest, ...parseServiceQuantities(services) }, submission: crypto.randomUUID() };
});

export const action = pageAction(async ({ api, form, allFiles }): Promise<never> => {
  const value = (name: string) => form.get(name) ?? '';
  const ids = [...form.keys()].flatMap(name => (name.startsWith('quantity-') ? [{ id: name.slice(9) }] : []));
  const services = parseChosenServices(Object.fromEntries(form), ids);
  if (form.get('intent') === 'sign-in') {
    const typed = pickFilledFields(form, ['brief', 'budget', 'deadline', 'name', 'email']);
    return redirectToSignIn(api, paths.customPlan, { ...typed, services: serializeServices(services) });
  }
  const placed = await api.orders.createCustomRequest({
    services,
    brief: value('brief'),
    ...pickFilledFields(form, ['budget', 'deadline', 'name', 'email']),
    idempotencyKey: value('idempotencyKey'),
  });
  return redirectToOrder({ api, form, allFiles }, placed, { draft: DRAFT, did: 'requested' });
});

/** Renders the custom plan form, which works without JavaScript. */
export function Component() {
  const { offer, closed } = useLoaderData<typeof loader>();
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <title>A custom package</title>
      <meta
        name="description"
        content="Build a package from single services, say what it is for, and get a quote with a fixed price."
      />
      <p className="meta">
        <Link className="inline-flex min-h-11 items-center hover:text-accent" to={paths.pricing}>
          Back to all prices
        </Link>
      </p>
      <h1 className="text-h1">A custom package</h1>
      <p className="mt-4 max-w-[29em] text-lead text-ink-soft">
        Choose the parts, say what they are for, and you get a quote: a fixed price, line by line. You owe nothing
        before you accept it.
      </p>
      {closed !== null && <PageNotice>{closed}</PageNotice>}
      <RequestForm offer={offer} />
    </div>
  );
}

/** Returns the errors by service ID. */
function serviceErrors(errors: Readonly<Record<string, string>>, chosen: readonly { readonly id: string }[]) {
  return Object.fromEntries(
    chosen.flatMap(({ id }, place) => {
      const error = errors[`services.${place}.quantity`] ?? errors[`services.${place}.id`];
      return error ? [[id, error]] : [];
    }),
  );
}

function RequestForm({ offer }: { offer: CustomPlanOptions }) {
  const { kept: restoredValues, submission: idempotencyKey } = useLoaderData<typeof loader>();
  const { services, currency, today, client, terms } = offer;
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const none = Object.fromEntries(services.map(({ id }) => [getQuantityFieldName(id), '0']));
  const saved: Readonly<Record<string, string>> = { brief: '', budget: '', deadline: '', name: '', email: '', ...none };
  const form = useCheckoutForm({ draft: DRAFT, saved, restoredValues, idempotencyKey, refused: failed });
  const { draft, errors, sending } = form;
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10" noValidate onSubmit={form.once}>
      <input type="hidden" name="idempotencyKey" value={form.idempotencyKey} readOnly />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-12">
        <div key={draft.turn} className="grid content-start gap-12 lg:col-span-7" onInput={draft.onInput}>
          <FormErrorSummary error={failed?.failed} />
          {services.length > 0 && (
            <FormSection title="What it is built from">
              <ServicePicker
                services={services}
                first={draft.first}
                values={draft.typed}
                errors={serviceErrors(errors, parseChosenServices(failed?.values ?? {}, services))}
              />
            </FormSection>
          )}
          <FormSection title="What you have in mind">
            <BriefFields
              label={services.length > 0 ? 'Your brief' : 'What it is to be'}
              initialValues={draft.first}
              errors={errors}
            />
            <BudgetAndDeadlineFields currency={currency} today={today} initialValues={draft.first} errors={errors} />
          </FormSection>
          <FormSection title="Who you are">
            <ClientFields client={client} first={draft.first} errors={errors} />
          </FormSection>
          <FormSection title="The terms">
            <CheckoutTerms terms={terms} />
          </FormSection>
        </div>
        <aside aria-label="Your package" className="lg:col-span-5">
          <div className="lg:sticky lg:top-28">
            <Chosen offer={offer} typed={draft.typed} />
            <button type="submit" className="button button-primary mt-7 w-full" disabled={sending}>
              {sending ? 'Sending…' : 'Ask for a quote'}
            </button>
            <p className="meta mt-2">It costs nothing to ask. You can accept the quote, decline it, or ask about it.</p>
          </div>
        </aside>
      </div>
    </Form>
  );
}

/** Renders the chosen services as they change, and what every custom plan includes. */
function Chosen({ offer, typed }: { offer: CustomPlanOptions; typed: Readonly<Record<string, string>> }) {
  const titles = new Map(offer.services.map(({ id, title }) => [id, title]));
  const chosen = parseChosenServices(typed, offer.services);
  return (
    <>
      <h2 className="text-h3">Your package</h2>
      <div className="with-script mt-4" aria-live="polite">
        {chosen.length === 0 ? (
          <p className="border-t border-rule-strong pt-3 text-small text-ink-soft">
            Nothing is chosen yet. A brief alone will do, too.
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
          <h3 className="mt-8 text-h4">Every package comes with</h3>
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
