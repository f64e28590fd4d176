import { redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PaymentTermFields } from '../components/PaymentTermFields.tsx';
import { useVersionedForm } from '../hooks/use-versioned-form.tsx';
import { termVariables } from '../contract/term-variables.ts';
import {
  paymentTermDefinitions,
  parseTermsForm,
  previewTermVariables,
  toTermsFormValues,
} from '../rules/payment-terms.ts';

const DRAFT = 'payment-terms';

export const loader = pageLoader(({ api }) => api.pricing.getPaymentTerms());

export const action = pageAction(async ({ api, form }): Promise<never> => {
  // The owner has seen the conflict and chose to overwrite the current version.
  const version = form.has('over') ? (await api.pricing.getPaymentTerms()).version : (form.get('version') ?? '');
  await api.pricing.updatePaymentTerms({ ...parseTermsForm(form), version });
  saveLocalDraft(DRAFT, undefined);
  toast.success('Payment terms saved. They apply to new orders.');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.pricing);
});

/** Edits the sixteen payment terms and their settings. */
export function Component() {
  const document = useLoaderData<typeof loader>();
  const { defaultCurrency, settings } = document;
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const { initial, typed, resetKey, onInput, versionInput, notices, dialog } = useVersionedForm({
    name: DRAFT,
    saved: toTermsFormValues(document),
    version: document.version,
    failed,
    path: dashboardPaths.pricingTerms,
  });
  const texts = previewTermVariables(typed, settings, defaultCurrency);
  const hasOtherCurrency = settings.installmentMinimum.currency !== defaultCurrency;
  return (
    <DashboardPage
      title="Payment terms"
      intro="These sixteen terms apply to every order, and each one has a fixed effect. You can change their wording and values. Changes apply to new orders."
      aside={
        <a className="button" href={`${paths.pricing}#terms`} target="_blank" rel="noreferrer">
          View on site
        </a>
      }
    >
      <p className="mb-8 max-w-[37em] text-small text-ink-soft">
        Use these variables in the wording to keep it in line with the values:{' '}
        {termVariables.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code className="font-mono text-meta text-ink">{`{${name}}`}</code> is {texts[name]}
          </span>
        ))}
        .
      </p>
      <div className="[&>form]:mt-0 [&>form]:gap-0">
        <PageForm error={failed?.failed} submitLabel="Save terms" busyLabel="Saving…" hasStickyFooter>
          {versionInput}
          <div className="grid gap-4 pb-6 empty:hidden">
            {notices}
            {hasOtherCurrency && (
              <p className="border-l-2 border-accent pl-4 text-small">
                The minimum total for installments is in {settings.installmentMinimum.currency}. When you save, it
                changes to {defaultCurrency}, your currency for new prices. Check the amount in term 4 first.
              </p>
            )}
          </div>
          <div key={resetKey} onInput={onInput}>
            {paymentTermDefinitions.map((definition, index) => (
              <PaymentTermFields
                // Number and order are fixed.
                key={String(index)}
                number={index + 1}
                definition={definition}
                initialValues={initial}
                values={typed}
                errors={failed?.failed.fields ?? {}}
                variables={texts}
                currency={defaultCurrency}
              />
            ))}
          </div>
        </PageForm>
      </div>
      {dialog}
    </DashboardPage>
  );
}
