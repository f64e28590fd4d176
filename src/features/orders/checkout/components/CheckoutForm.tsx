import { type ReactNode, useState } from 'react';
import { Form, Link, useLoaderData, useNavigation } from 'react-router';
import { CompanyFields } from '#features/clients/browser.ts';
import { useRejectedForm } from '#platform/pages/loader.ts';
import { DefaultSubmitButton } from '#ui/DefaultSubmitButton.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { PageNotice } from '#ui/PageNotice.tsx';
import { type FormValues, useFormDraft } from '#ui/use-form-draft.ts';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import type { CheckoutOffer } from '../contract.ts';
import type { CheckoutPageData } from '../submit.ts';
import { ClientFields } from './BriefFields.tsx';

/** Returns draft and errors of the page's form. `name` is the draft's storage key in this browser. */
export function useCheckoutForm(name: string, saved: FormValues) {
  const { kept: savedValues, submission } = useLoaderData<CheckoutPageData>();
  const refused = useRejectedForm();
  const first = Object.keys(savedValues).length > 0 ? { ...saved, ...savedValues } : undefined;
  const draft = useFormDraft({ name, saved, version: 1, refused: refused?.values ?? first });
  // Must not change while the form is shown, or a resubmission would place a second order.
  const [idempotencyKey] = useState(refused?.values.idempotencyKey ?? submission);
  return { draft, idempotencyKey, refused, errors: refused?.failed.fields ?? {} };
}

interface CheckoutFormProps {
  form: ReturnType<typeof useCheckoutForm>;
  back: { readonly to: string; readonly label: string };
  title: string;
  intro: ReactNode;
  client: CheckoutOffer['client'];
  /** The sections before those of the client and the terms. */
  children: ReactNode;
  termsTitle: string;
  terms: ReactNode;
  summaryLabel: string;
  summary: ReactNode;
  submitLabel: string;
  note: string | false;
}

/** Renders the page of an order or request form, which works without JavaScript, with a summary next to the form. */
export function CheckoutForm({ form, back, title, intro, client, children, termsTitle, ...props }: CheckoutFormProps) {
  const { closed, countries, billing } = useLoaderData<CheckoutPageData>();
  const sending = useNavigation().formData !== undefined;
  const submitOnce = useSubmitOnce(sending);
  const { draft, refused } = form;
  return (
    <div className="frame pt-10 pb-24 sm:pt-14" data-hydrate="now">
      <p className="meta">
        <Link className="inline-flex min-h-11 items-center hover:text-accent" to={back.to}>
          {back.label}
        </Link>
      </p>
      <h1 className="text-h1">{title}</h1>
      {intro}
      {closed !== null && <PageNotice>{closed}</PageNotice>}
      <Form method="post" encType="multipart/form-data" className="checkout mt-10" noValidate onSubmit={submitOnce}>
        <input type="hidden" name="idempotencyKey" value={form.idempotencyKey} readOnly />
        <DefaultSubmitButton />
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-12">
          <div key={draft.resetKey} className="grid content-start gap-12 lg:col-span-7" onInput={draft.onInput}>
            <FormErrorSummary error={refused?.failed} />
            {children}
            <FormSection title="Your details">
              <ClientFields client={client} form={form} />
              <CompanyFields
                label="I’m ordering for a company"
                countries={countries}
                saved={billing}
                initial={draft.initial}
                errors={form.errors}
              />
            </FormSection>
            <FormSection title={termsTitle}>{props.terms}</FormSection>
          </div>
          <aside aria-label={props.summaryLabel} className="lg:col-span-5">
            <div className="lg:sticky lg:top-28">
              {props.summary}
              <button type="submit" className="button button-primary mt-7 w-full" aria-disabled={sending || undefined}>
                {sending ? 'Sending…' : props.submitLabel}
              </button>
              {props.note && <p className="hint mt-2">{props.note}</p>}
            </div>
          </aside>
        </div>
      </Form>
    </div>
  );
}
