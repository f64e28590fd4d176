import { use, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { PostForm } from '#ui/PostForm.tsx';
import {
  type DocumentEmailKind,
  documentEmailKinds,
  documentLanguageNames,
  documentLanguages,
} from '../contract/document-design.ts';
import type { DocumentEmailList } from '../contract/document-emails.ts';
import {
  fillPlaceholders,
  findPlaceholderProblem,
  getEmailLabels,
  listPlaceholders,
  getSamplePlaceholders,
} from '../rules/document-emails.ts';

export const loader = pageLoader(({ api }) => api.billing.listDocumentEmails());

/** Returns the key of the edited text, from the URL or a form. */
function readKey(get: (name: string) => string | null | undefined) {
  return {
    kind: documentEmailKinds.find(name => name === get('kind')) ?? 'invoice',
    language: documentLanguages.find(name => name === get('language')) ?? 'en',
  };
}

export const action = pageAction(async ({ api, form }) => {
  const key = readKey(name => form.get(name));
  if (form.get('intent') === 'reset') {
    await api.billing.resetDocumentEmail(key);
    toast.success('Default text restored');
    return;
  }
  await api.billing.updateDocumentEmail({ ...key, subject: form.get('subject') ?? '', body: form.get('body') ?? '' });
  toast.success('Email text saved');
});

const kindNames: Readonly<Record<DocumentEmailKind, string>> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
  late_fee: 'Late fee',
  reminder_before: 'Reminder before the due date',
  reminder_due: 'Reminder on the due date',
  reminder_overdue: 'Reminder after the due date',
};

/** The texts of emails with documents and of payment reminders, each with a preview. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const [searchParams, setSearchParams] = useSearchParams();
  const { kind, language } = readKey(name => searchParams.get(name));
  const text = items.find(item => item.kind === kind && item.language === language);
  const choose = (change: Record<string, string>) =>
    setSearchParams({ kind, language, ...change }, { preventScrollReset: true, replace: true });
  return (
    <DashboardPage
      title="Email texts"
      intro="What clients read when they get an invoice, a receipt, a credit note, a late fee or a payment reminder."
    >
      <div className="grid gap-6 sm:grid-cols-2 xl:max-w-[46rem]">
        <SelectField
          label="Email"
          name="kind"
          options={kindNames}
          value={kind}
          onChange={event => choose({ kind: event.target.value })}
        />
        <SelectField
          label="Language of the client"
          name="language"
          options={documentLanguageNames}
          value={language}
          onChange={event => choose({ language: event.target.value })}
        />
      </div>
      {text && <EmailTextForm key={`${kind} ${language} ${text.subject} ${text.body}`} text={text} />}
    </DashboardPage>
  );
}

function EmailTextForm({ text }: { text: DocumentEmailList['items'][number] }) {
  const { kind, language, isCustom } = text;
  const samples = getSamplePlaceholders(kind, language, use(siteMetaContext).name);
  const failed = useRejectedForm();
  const [typed, setTyped] = useState({
    subject: failed?.values.subject ?? text.subject,
    body: failed?.values.body ?? text.body,
  });
  const field = (name: 'subject' | 'body') => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    error: findPlaceholderProblem(typed[name], kind) ?? failed?.failed.fields[name],
    lang: language,
  });
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-2">
      <div className="grid gap-6">
        <div className="[&>form]:mt-0">
          <PageForm error={failed?.failed} submitLabel="Save text" busyLabel="Saving…">
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="language" value={language} />
            <TextField label="Subject" maxLength={200} autoComplete="off" {...field('subject')} />
            <TextArea label="Text" rows={9} maxLength={4000} {...field('body')} />
          </PageForm>
        </div>
        {isCustom && (
          <PostForm preventScrollReset>
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="language" value={language} />
            <button type="submit" name="intent" value="reset" className="button">
              Reset to default
            </button>
          </PostForm>
        )}
        <section aria-labelledby="placeholders-title">
          <h2 id="placeholders-title" className="text-h4">
            Placeholders
          </h2>
          <dl className="mt-3 grid gap-x-6 gap-y-1 text-small sm:grid-cols-[auto_minmax(0,1fr)]">
            {listPlaceholders(kind).map(name => (
              <div key={name} className="contents">
                <dt className="font-mono text-meta">{`{{${name}}}`}</dt>
                <dd className="text-ink-soft" lang={language}>
                  {samples[name]}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <EmailPreview kind={kind} language={language} samples={samples} {...typed} />
    </div>
  );
}

interface EmailPreviewProps extends Omit<DocumentEmailList['items'][number], 'isCustom'> {
  samples: ReturnType<typeof getSamplePlaceholders>;
}

/** Shows the email with example data, as it is typed. */
function EmailPreview({ kind, language, subject, body, samples }: EmailPreviewProps) {
  const labels = getEmailLabels(language);
  const isToPay = kind === 'invoice' || kind === 'late_fee';
  const button = isToPay ? labels.viewAndPay : kind.startsWith('reminder') ? labels.openOrder : labels.view;
  const filledSubject = fillPlaceholders(subject, samples, language);
  return (
    <section aria-labelledby="preview-title" className="min-w-0 xl:sticky xl:top-6">
      <h2 id="preview-title" className="text-h4">
        Preview
      </h2>
      <div lang={language} className="mt-3 border border-rule bg-raised px-6 py-6 [overflow-wrap:anywhere]">
        <p className="border-b border-rule pb-3 text-small">
          <span className="meta mr-3" lang="en">
            Subject
          </span>
          {filledSubject}
        </p>
        <p className="mt-5 font-display text-h4 font-semibold">{filledSubject}</p>
        <p className="mt-4 whitespace-pre-line">{fillPlaceholders(body, samples, language)}</p>
        <p className="mt-5">
          <span className="inline-block rounded-control bg-accent px-5 py-3 font-display text-small font-semibold text-on-accent">
            {button}
          </span>
        </p>
        {!kind.startsWith('reminder') && (
          <p className="mt-5 text-small text-ink-soft">
            {labels.attached} {labels.shareCarefully}
          </p>
        )}
      </div>
    </section>
  );
}
