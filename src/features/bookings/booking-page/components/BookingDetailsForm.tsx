import { useMemo, useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { EmailField, NameField } from '#features/auth/browser.ts';
import { CompanyFields, emptyCompanyFields } from '#features/clients/browser.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { DefaultSubmitButton } from '#ui/DefaultSubmitButton.tsx';
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

/** Form for the client's details. After the hold expires, it keeps the input and offers other times. */
export function BookingDetailsForm({ page, failure }: DetailsFormProps) {
  const { booking, account, timeZone, countries, billing } = page;
  const { client, notes, state, total } = booking;
  // Restore the details that were saved before the hold expired.
  const savedDetails = {
    name: client?.name ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    notes,
    ...emptyCompanyFields,
  };
  const [initial] = useState(savedDetails);
  const draft = useFormDraft({ name: DETAILS_DRAFT_KEY, saved: initial, version: 1, refused: failure?.values });
  const [idempotencyKey] = useState(failure?.values.idempotencyKey ?? page.idempotencyKey);
  const { pathname, search } = useLocation();
  const sending = useNavigation().formMethod === 'POST';
  const submitOnce = useSubmitOnce(sending);
  const errors = failure?.failed.fields ?? {};
  const fromError = parseSuggestedSlots(errors);
  // The error of a taken time belongs to no field. It stays the same object, since a new one is focused again.
  const summary = useMemo(() => {
    const isTaken = failure?.failed.fields.suggestedSlots !== undefined;
    return isTaken ? { message: failure.failed.message, fields: {} } : failure?.failed;
  }, [failure]);
  const suggestions = fromError.length > 0 ? fromError : booking.suggestedSlots;
  const isLost = state === 'expired' || fromError.length > 0;
  const isStillFree = state === 'expired' && fromError.length === 0 && suggestions.includes(booking.startsAt);
  return (
    <Form method="post" encType="multipart/form-data" noValidate onSubmit={submitOnce} preventScrollReset>
      <input type="hidden" name="intent" value="details" readOnly />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
      {isLost && <DefaultSubmitButton />}
      <div key={draft.resetKey} className="grid gap-6" onInput={draft.onInput}>
        <FormErrorSummary error={summary} />
        {account ? (
          <p className="text-small text-ink-soft">
            You’re booking as <b className="text-ink">{account.name}</b> ({account.email}). You’ll find this booking in
            your dashboard.
          </p>
        ) : (
          <>
            <NameField defaultValue={draft.initial.name} error={errors.name} />
            <EmailField
              defaultValue={draft.initial.email}
              error={errors.email}
              hint="You’ll get your booking link and calendar invite here."
            />
            <p className="hint -mt-3">
              You don’t need an account. Already have one?{' '}
              <Link className="link" to={withQuery(paths.login, { next: pathname + search })}>
                Sign in
              </Link>
              . Your entries are saved in this browser.
            </p>
          </>
        )}
        <CompanyFields
          label="I’m booking for a company"
          countries={countries}
          saved={billing}
          initial={draft.initial}
          errors={errors}
        />
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
          label="What would you like to discuss? (optional)"
          name="notes"
          rows={5}
          maxLength={MAX_NOTES_LENGTH}
          defaultValue={draft.initial.notes}
          error={errors.notes}
          hint="Your questions, any background, and who will join the call. Plain text, up to 4,000 characters."
        />
        <FileField hint="Any file type, up to 20 MB in total." error={errors.file} />
      </div>
      {isLost && (
        <div className="mt-8">
          {suggestions.length > 0 && (
            <>
              <h3 className="text-h4">{isStillFree ? 'Your time is still available' : 'Next available times'}</h3>
              <p className="mt-1 mb-4 text-small text-ink-soft">Choose a time to reserve it with these details.</p>
              <SlotSuggestions
                slots={suggestions}
                timeZone={timeZone}
                isSubmitting={sending}
                preferredSlot={isStillFree ? booking.startsAt : undefined}
              />
            </>
          )}
          <Link className="button mt-4" to={buildRebookPath(booking, timeZone)}>
            See all available times
          </Link>
        </div>
      )}
      {!isLost && (
        <button type="submit" className="button button-primary mt-8" aria-disabled={sending || undefined}>
          {sending ? 'Saving…' : total > 0 ? 'Continue to payment' : 'Confirm booking'}
        </button>
      )}
    </Form>
  );
}
