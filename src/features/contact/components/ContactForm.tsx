import { type FormEvent, useEffect, useState } from 'react';
import { Form, Link, useNavigation, useRevalidator, useSubmit } from 'react-router';
import { EmailField, NameField } from '#features/auth/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { paths } from '#shared/paths.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { FileField } from '#ui/FileField.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { useProofOfWork } from '#ui/proof-of-work/use-proof-of-work.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type FormValues, useFormDraft } from '#ui/use-form-draft.ts';
import type { ContactFormData as Offered } from '../contract/contact-form.ts';
import {
  allowedFileExtensions,
  MAX_BUDGET_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_SUBJECT_LENGTH,
  MIN_SUBMIT_MS,
} from '../contract/limits.ts';

/** Storage key of the draft. */
export const CONTACT_DRAFT_KEY = 'contact';

interface ContactFormProps {
  form: Offered;
  /** Prevents duplicate messages when the form is sent twice. */
  idempotencyKey: string;
  failure: FailedSubmission | undefined;
}

/** The contact form; works without JavaScript. */
export function ContactForm({ form, idempotencyKey: newKey, failure }: ContactFormProps) {
  const { user, currency } = form;
  const saved = { name: user?.name ?? '', email: user?.email ?? '', subject: '', budget: '', message: '' };
  const draft = useFormDraft({ name: CONTACT_DRAFT_KEY, saved, version: 1, refused: failure?.values });
  const [idempotencyKey] = useState(failure?.values.idempotencyKey ?? newKey);
  const sending = useSending(form, failure);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="grid gap-6"
      noValidate
      onSubmit={sending.onSubmit}
      onInput={sending.onInput}
      aria-label="Contact form"
    >
      <FormErrorSummary error={failure?.failed} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
      <input type="hidden" name="formToken" value={sending.formToken} readOnly />
      <div key={draft.resetKey} className="grid gap-6" onInput={draft.onInput}>
        <ContactFields currency={currency} defaultValues={draft.initial} errors={failure?.failed.fields ?? {}} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className="button button-primary" aria-disabled={sending.busy || undefined}>
          {sending.busy ? sending.busyLabel : 'Send message'}
        </button>
        <p className="hint max-w-[44ch]">
          Your message and contact details are used only to reply to you. See the{' '}
          <Link className="link" to={paths.privacyPolicy}>
            privacy policy
          </Link>
          .
        </p>
      </div>
    </Form>
  );
}

type ContactFieldsProps = { currency: string; defaultValues: FormValues; errors: FormValues };

/** Fields of a message, without those that the form adds. */
function ContactFields({ currency, defaultValues, errors }: ContactFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <NameField defaultValue={defaultValues.name} error={errors.name} required />
        <EmailField
          defaultValue={defaultValues.email}
          error={errors.email}
          hint="You’ll get the reply at this address."
          required
        />
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          label="Subject"
          name="subject"
          required
          maxLength={MAX_SUBJECT_LENGTH}
          defaultValue={defaultValues.subject}
          error={errors.subject}
        />
        <TextField
          label="Budget (optional)"
          name="budget"
          maxLength={MAX_BUDGET_LENGTH}
          defaultValue={defaultValues.budget}
          error={errors.budget}
          hint={`A rough amount in ${currency}.`}
        />
      </div>
      <div className="[&_textarea]:min-h-52">
        <TextArea
          label="Message"
          name="message"
          required
          rows={8}
          maxLength={MAX_MESSAGE_LENGTH}
          defaultValue={defaultValues.message}
          error={errors.message}
          hint="Up to 5,000 characters."
        />
      </div>
      <HoneypotField />
      <FileField
        hint="PDF, image, text, office document or ZIP, up to 10 MB."
        extensions={allowedFileExtensions.map(ending => `.${ending}`)}
        error={errors.file ?? errors['file.name'] ?? errors['file.sizeBytes']}
      />
    </>
  );
}

/** Spam trap: hidden from sight, tab order, assistive technology, browser autofill and password managers. */
function HoneypotField() {
  return (
    <div className="sr-only" aria-hidden="true" inert>
      <label>
        Leave this field empty
        <input
          type="text"
          name="website"
          className="sr-only"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}

const delay = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, Math.max(0, milliseconds)));

/** Sends the form once even if pressed repeatedly, with the proof computed while it was filled in. */
function useSending({ formToken: issued }: Offered, refused: FailedSubmission | undefined) {
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const api = useLazyApi();
  const proof = useProofOfWork(() => api().contact.createChallenge());
  const isSent = useNavigation().formData !== undefined;
  // Until the answer is shown: the router reports its own state a moment later, and a double click is faster.
  const [sent, setSent] = useState<{ refused: FailedSubmission | undefined }>();
  const busy = sent !== undefined && sent.refused === refused;
  const [openedAt] = useState(() => Date.now());
  const isStale = refused?.failed.fields.formToken !== undefined;
  // A form rejected for another reason keeps its opening time, so resending it quickly is not caught as spam.
  const [firstToken] = useState(isStale ? issued : (refused?.values.formToken ?? issued));
  const { reset } = proof;
  useEffect(() => {
    if (refused?.failed.fields.proofOfWork) reset();
    if (refused?.failed.fields.formToken) void revalidate();
    // Once per rejection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused]);
  const send = async (form: HTMLFormElement) => {
    setSent({ refused });
    // A restored draft or a quick paste is also human, so wait until the minimum time has passed.
    const [solution] = await Promise.all([proof.getProof(), delay(openedAt + MIN_SUBMIT_MS - Date.now())]);
    const data = new FormData(form);
    data.set('proofOfWork', solution ?? '');
    await submit(data, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true });
  };
  return {
    formToken: isStale ? issued : firstToken,
    busy,
    busyLabel: isSent ? 'Sending…' : 'One moment…',
    onInput: proof.begin,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!busy) void send(event.currentTarget);
    },
  };
}
