import { type FormEvent, useEffect, useState } from 'react';
import { Form, Link, useNavigation, useRevalidator, useSubmit } from 'react-router';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { paths } from '#shared/paths.ts';
import { useProofOfWork } from '#ui/proof-of-work/use-proof-of-work.ts';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { MIN_SUBMIT_MS } from '../contract/limits.ts';
import type { ContactFormData as Offered } from '../contract/contact-form.ts';
import { ContactFields } from './ContactFields.tsx';

/** Storage key of the draft. */
export const CONTACT_DRAFT_KEY = 'contact';

interface ContactFormProps {
  form: Offered;
  /** Prevents duplicate messages when the form is sent twice. */
  idempotencyKey: string;
  failure: FailedSubmission | undefined;
}

/** The contact form; works without JavaScript. */
export function ContactForm({ form, idempotencyKey: given, failure }: ContactFormProps) {
  const { user, currency } = form;
  const saved = { name: user?.name ?? '', email: user?.email ?? '', subject: '', budget: '', message: '' };
  const draft = useFormDraft({ name: CONTACT_DRAFT_KEY, saved, version: 1, refused: failure?.values });
  const [idempotencyKey] = useState(failure?.values.idempotencyKey ?? given);
  const sending = useSending(form, failure);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="grid gap-6"
      noValidate
      onSubmit={sending.onSubmit}
      onInput={sending.onInput}
      aria-label="Write a message"
    >
      <FormErrorSummary error={failure?.failed} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
      <input type="hidden" name="formToken" value={sending.formToken} readOnly />
      <div key={draft.turn} className="grid gap-6" onInput={draft.onInput}>
        <ContactFields currency={currency} defaultValues={draft.first} errors={failure?.failed.fields ?? {}} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className="button button-primary" disabled={sending.busy}>
          {sending.busy ? sending.word : 'Send the message'}
        </button>
        <p className="meta max-w-[40ch]">
          What you send is used to answer you, and for nothing else:{' '}
          <Link className="link" to={paths.privacyPolicy}>
            privacy policy
          </Link>
          .
        </p>
      </div>
    </Form>
  );
}

const after = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, Math.max(0, milliseconds)));

/** Sends the form once even if pressed repeatedly, with the proof computed while it was filled in. */
function useSending({ formToken: offered }: Offered, refused: FailedSubmission | undefined) {
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const api = useLazyApi();
  const proof = useProofOfWork(() => api().contact.createChallenge());
  const isSent = useNavigation().formData !== undefined;
  // Until the answer is shown: the router reports its own state a moment later, and a double click is faster.
  const [sent, setSent] = useState<{ refused: FailedSubmission | undefined }>();
  const busy = sent !== undefined && sent.refused === refused;
  const [arrived] = useState(() => Date.now());
  const isOld = refused?.failed.fields.formToken !== undefined;
  // A form rejected for another reason keeps its opening time, so that resending it quickly is not caught as spam.
  const [first] = useState(isOld ? offered : (refused?.values.formToken ?? offered));
  const { drop } = proof;
  useEffect(() => {
    if (refused?.failed.fields.proofOfWork) drop();
    if (refused?.failed.fields.formToken) void revalidate();
    // Once per rejection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refused]);
  const send = async (form: HTMLFormElement) => {
    setSent({ refused });
    // A restored draft or a quick paste is also human, so wait until the minimum time has passed.
    const [found] = await Promise.all([proof.take(), after(arrived + MIN_SUBMIT_MS - Date.now())]);
    const data = new FormData(form);
    data.set('proofOfWork', found ?? '');
    await submit(data, { method: 'post', encType: 'multipart/form-data', preventScrollReset: true });
  };
  return {
    formToken: isOld ? offered : first,
    busy,
    word: isSent ? 'Sending…' : 'One moment…',
    onInput: proof.begin,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!busy) void send(event.currentTarget);
    },
  };
}
