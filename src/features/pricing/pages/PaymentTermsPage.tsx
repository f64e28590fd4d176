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
  toast.success('The terms are saved. Readers see them now.');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(`${dashboardPaths.pricing}#terms`);
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
      intro="The terms are sixteen, and what each means is fixed, since the software keeps it. How you say it is yours, and so are the figures. They hold for what is ordered from now on."
      back={{ to: `${dashboardPaths.pricing}#terms`, label: 'Pricing' }}
      aside={
        <a className="button" href={`${paths.pricing}#terms`} target="_blank" rel="noreferrer">
          See them on the site
        </a>
      }
    >
      <p className="mb-8 max-w-[37em] text-small text-ink-soft">
        A text names a figure in braces, so that the two never differ:{' '}
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
                Installments begin at an amount in {settings.installmentMinimum.currency}. Once you save, it is in{' '}
                {defaultCurrency}, your currency of new prices: look at the figure of term 4.
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
