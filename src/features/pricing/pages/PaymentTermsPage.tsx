import { useState } from 'react';
import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PaymentTermFields } from '../components/PaymentTermFields.tsx';
import { useVersionedForm } from '../hooks/use-versioned-form.tsx';
import { printedTerms, type TermLanguage, termLanguages, termVariables } from '../contract/term-variables.ts';
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

const toLanguage = (value: string | undefined) =>
  (Object.keys(termLanguages) as TermLanguage[]).find(known => known === value) ?? 'en';

/** Returns the language with an error; the current one if it has any. */
function findLanguageOfErrors(fields: readonly string[], current: TermLanguage | 'en') {
  const languages = fields.map(field => toLanguage(/\.translations\.(\w+)$/.exec(field)?.[1]));
  return languages.includes(current) ? current : (languages[0] ?? current);
}

const unprintedTerms = new Intl.ListFormat('en').format(
  paymentTermDefinitions
    .map((_term, index) => index + 1)
    .filter(number => !printedTerms.includes(number))
    .map(String),
);

/** Edits the sixteen payment terms and their settings. */
export function Component() {
  const document = useLoaderData<typeof loader>();
  const { defaultCurrency, settings } = document;
  const failed = useRejectedForm();
  const { initial, typed, resetKey, onInput, dirty, versionInput, notices } = useVersionedForm({
    name: DRAFT,
    saved: toTermsFormValues(document),
    version: document.version,
    failed,
    path: dashboardPaths.pricingTerms,
  });
  const [language, setLanguage] = useState<TermLanguage | 'en'>('en');
  const [shownFailure, setShownFailure] = useState(failed);
  if (failed !== shownFailure) {
    setShownFailure(failed);
    if (failed) setLanguage(findLanguageOfErrors(Object.keys(failed.failed.fields), language));
  }
  const variables = previewTermVariables(typed, settings, defaultCurrency);
  const texts = previewTermVariables(typed, settings, defaultCurrency, language);
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
      <div className="mb-6 max-w-[20rem]">
        <SelectField
          label="Language"
          name="language"
          options={{ en: 'Main text', ...termLanguages }}
          value={language}
          onChange={event => setLanguage(toLanguage(event.target.value))}
        />
      </div>
      <div className="mb-8 grid max-w-[37em] gap-3 text-small text-ink-soft">
        <p>
          {language === 'en'
            ? 'Your site and the agreements show the main text.'
            : `Documents in ${termLanguages[language]} show these texts. Leave a text empty to use the site’s own translation of an unchanged term, or your main text. Documents don’t show terms ${unprintedTerms}.`}
        </p>
        <p>
          Use these variables in the wording to keep it in line with the values:{' '}
          {termVariables.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="font-mono text-meta text-ink">{`{${name}}`}</code> is {texts[name]}
            </span>
          ))}
          .
        </p>
      </div>
      <div className="[&>form]:mt-0 [&>form]:gap-0">
        <PageForm error={failed?.failed} submitLabel="Save terms" busyLabel="Saving…" hasStickyFooter hasDraft={dirty}>
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
                variables={variables}
                translatedVariables={texts}
                currency={defaultCurrency}
                language={language}
              />
            ))}
          </div>
        </PageForm>
      </div>
    </DashboardPage>
  );
}
