import { useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { EmailField, NameField } from '#features/auth/browser.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { FormErrorSummary } from '#ui/FormErrorSummary.tsx';
import { paths, withQuery } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { FileField } from '#ui/FileField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import { MAX_NOTES_LENGTH } from '../../lifecycle/contract/limits.ts';
import { type BookingPageData, buildRebookPath, DETAILS_DRAFT_KEY } from './booking-page.ts';
import { SlotSuggestions, parseSuggestedSlots } from '../../checkout/components/SlotSuggestions.tsx';

interface DetailsFormProps {
  page: BookingPageData;
  failure: FailedSubmission | undefined;
}

/** Form for the client and the subject. After the hold expires the input stays, and other times are offered. */
export function BookingDetailsForm({ page, failure }: DetailsFormProps) {
  const { booking, account, timeZone } = page;
  const { client, notes, state, total } = booking;
  // Restore the details that were saved before the hold expired.
  const savedDetails = { name: client?.name ?? '', email: client?.email ?? '', phone: client?.phone ?? '', notes };
  const [initial] = useState(savedDetails);
  const draft = useFormDraft({ name: DETAILS_DRAFT_KEY, saved: initial, version: 1, refused: failure?.values });
  const [idempotencyKey] = useState(failure?.values.idempotencyKey ?? page.idempotencyKey);
  const { pathname, search } = useLocation();
  const sending = useNavigation().formMethod === 'POST';
  const submitOnce = useSubmitOnce(sending);
  const errors = failure?.failed.fields ?? {};
  const fromError = parseSuggestedSlots(errors);
  const suggestions = fromError.length > 0 ? fromError : booking.suggestedSlots;
  const isLost = state === 'expired' || fromError.length > 0;
  const isStillFree = state === 'expired' && fromError.length === 0 && suggestions.includes(booking.startsAt);
  return (
    <Form method="post" encType="multipart/form-data" noValidate onSubmit={submitOnce} preventScrollReset>
      <input type="hidden" name="intent" value="details" readOnly />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly suppressHydrationWarning />
      <div key={draft.resetKey} className="grid gap-6" onInput={draft.onInput}>
        <FormErrorSummary error={failure?.failed} />
        {account ? (
          <p className="text-small text-ink-soft">
            You book as <b className="text-ink">{account.name}</b>, {account.email}. The booking stands on your
            dashboard.
          </p>
        ) : (
          <>
            <NameField defaultValue={draft.initial.name} error={errors.name} />
            <EmailField
              defaultValue={draft.initial.email}
              error={errors.email}
              hint="The link to your booking and the entry for your calendar go there."
            />
            <p className="meta -mt-3">
              No account is needed.{' '}
              <Link className="link" to={withQuery(paths.login, { next: pathname + search })}>
                Sign in
              </Link>{' '}
              if you have one; what you typed is kept in this browser.
            </p>
          </>
        )}
        <TextField
          label="Phone (optional)"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          defaultValue={draft.initial.phone}
          error={errors.phone}
        />
        <TextArea
          label="What it is about (optional)"
          name="notes"
          rows={5}
          maxLength={MAX_NOTES_LENGTH}
          defaultValue={draft.initial.notes}
          error={errors.notes}
          hint="Your question, what you have already, and who joins the call. Plain text, at most 4,000 characters."
        />
        <FileField hint="Of any kind, 20 MB together." error={errors.file} />
      </div>
      {isLost && (
        <div className="mt-8">
          {suggestions.length > 0 && (
            <>
              <h3 className="text-h4">{isStillFree ? 'It is still free' : 'The next free times'}</h3>
              <p className="mt-1 mb-4 text-small text-ink-soft">
                Choose one: it is held for you at once, with all that you typed.
              </p>
              <SlotSuggestions
                slots={suggestions}
                timeZone={timeZone}
                isSubmitting={sending}
                preferredSlot={isStillFree ? booking.startsAt : undefined}
              />
            </>
          )}
          <Link className="button mt-4" to={buildRebookPath(booking, timeZone)}>
            See all free times
          </Link>
        </div>
      )}
      {!isLost && (
        <button type="submit" className="button button-primary mt-8" disabled={sending}>
          {sending ? 'One moment…' : total > 0 ? 'Go on to payment' : 'Book it'}
        </button>
      )}
    </Form>
  );
}
