import { EmailField } from '#features/auth/browser.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';

export function AddSubscriberForm({ failure }: { failure: FailedSubmission | undefined }) {
  const confirmationMethod = failure?.values.confirmationMethod ?? 'email_link';
  return (
    <details>
      <summary className="button w-fit cursor-pointer">Add subscriber…</summary>
      <div className="max-w-[32rem] border-b border-rule pb-8">
        <PageForm intent="add" error={failure?.failed} submitLabel="Add subscriber" busyLabel="Adding…" resetsWhenDone>
          <EmailField
            autoComplete="off"
            defaultValue={failure?.values.email}
            error={failure?.failed.fields.email}
            required
          />
          <fieldset>
            <legend className="mb-2 font-display text-small font-semibold">Consent</legend>
            <Choice value="email_link" chosen={confirmationMethod} label="Send them a confirmation link" />
            <Choice value="consent" chosen={confirmationMethod} label="They have already agreed" />
          </fieldset>
          <TextField
            label="Note"
            name="note"
            hint="If they have already agreed, say when and how, for example “in person at the fair, May 12”."
            maxLength={300}
            defaultValue={failure?.values.note}
            error={failure?.failed.fields.note}
          />
        </PageForm>
      </div>
    </details>
  );
}

function Choice({ value, chosen, label }: { value: string; chosen: string; label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="confirmationMethod"
        value={value}
        defaultChecked={chosen === value}
        className="size-4.5 shrink-0"
      />
      {label}
    </label>
  );
}
