import { use, useEffect, useRef } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { ownValue } from '#shared/own-value.ts';
import { createRandomId } from '#shared/random-id.ts';
import { ContactForm, CONTACT_DRAFT_KEY } from '../components/ContactForm.tsx';
import { OwnerDetails } from '../components/OwnerDetails.tsx';
import type { ContactFormData } from '../contract/contact-form.ts';

export const loader = pageLoader(async ({ api, searchParams }) => ({
  form: await api.contact.getForm(),
  // One key per displayed form, so sending it twice creates one message.
  idempotencyKey: createRandomId(),
  isSent: searchParams.get('did') === 'sent',
  fileError: searchParams.get('file') ?? undefined,
}));

export const action = pageAction(async ({ api, form, files }): Promise<never> => {
  const value = (name: string) => form.get(name) ?? '';
  // Text copied from a table may end with an invisible tab.
  const line = (name: string) => value(name).replaceAll('\t', ' ');
  const file = files.get('file');
  const { uploadToken } = await api.contact.sendMessage({
    name: line('name'),
    email: line('email'),
    subject: line('subject'),
    budget: line('budget'),
    message: value('message'),
    website: value('website'),
    formToken: value('formToken'),
    proofOfWork: value('proofOfWork'),
    idempotencyKey: value('idempotencyKey'),
    ...(file ? { file: { name: file.name, sizeBytes: file.size } } : {}),
  });
  const fileError = file && (await sendFile(api, uploadToken, file));
  saveLocalDraft(CONTACT_DRAFT_KEY, undefined);
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(withQuery(paths.contact, { did: 'sent', file: fileError }), 303);
});

/** Uploads the file; returns the key of an error text below if that fails. */
async function sendFile(api: Api, upload: string, file: File): Promise<'other' | 'failed' | undefined> {
  try {
    await api.contact.uploadFile({ params: { upload }, body: file });
    return undefined;
  } catch (error) {
    return ApiError.is(error) && error.status === 422 ? 'other' : 'failed';
  }
}

const fileErrors: Readonly<Record<string, string>> = {
  other: 'Its content doesn’t match its file name.',
  failed: 'The upload was interrupted.',
};

/** Contact page: the form, and the owner's other contact details. */
export function Component() {
  const { form, idempotencyKey, isSent, fileError } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const site = use(siteMetaContext);
  const { owner } = form;
  return (
    <div className="frame pt-12 pb-24 sm:pt-20" data-draft={CONTACT_DRAFT_KEY}>
      <PageMeta
        title="Contact"
        description={`Contact ${owner.name} about your project: send a message, email or call.`}
        path={paths.contact}
        socialImage={paths.socialCard('page', 'contact')}
        noIndex={isSent}
        jsonLd={[
          {
            '@context': 'https://schema.org',
            '@type': 'ContactPage',
            name: `Contact ${owner.name}`,
            url: site.url + paths.contact,
          },
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['Contact', paths.contact],
          ]),
        ]}
      />
      <h1 className="text-h1">Contact</h1>
      <p className="mt-5 max-w-[27em] text-lead text-ink-soft">
        Describe your project or ask a question. {owner.name} reads every message and replies in person.
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          {isSent ? (
            <MessageSentNotice owner={owner} fileError={ownValue(fileErrors, fileError ?? '')} />
          ) : (
            <ContactForm form={form} idempotencyKey={idempotencyKey} failure={failure} />
          )}
        </div>
        <aside aria-label={`Other ways to reach ${owner.name}`} className="min-w-0 lg:col-span-5">
          <div className="lg:sticky lg:top-28">
            <OwnerDetails owner={owner} now={form.now} />
          </div>
        </aside>
      </div>
    </div>
  );
}

type MessageSentProps = { owner: ContactFormData['owner']; fileError: string | undefined };

/** Replaces the form after sending; `fileError` says why the file was not saved. */
function MessageSentNotice({ owner: { name, email }, fileError }: MessageSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label="Message sent" className="border-l-2 border-accent pl-6">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Your message was sent.
      </h2>
      <p className="mt-3 max-w-[27em] text-ink-soft">
        {name} will reply by email. If you don’t hear back, check your spam folder.
      </p>
      {fileError && (
        <p className="mt-3 max-w-[27em]">
          Your file wasn’t attached. {fileError} You can email it to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </p>
      )}
      <p className="mt-5">
        <Link className="button" to={paths.contact}>
          Send another message
        </Link>
      </p>
    </section>
  );
}
