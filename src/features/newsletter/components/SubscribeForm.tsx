import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { paths } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';

export function SubscribeForm({ failure }: { failure?: FailedSubmission | undefined }) {
  return (
    <PageForm action={paths.newsletter} error={failure?.failed} submitLabel="Send" busyLabel="Sending…">
      <TextField
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        placeholder="Your Email Address"
        hint="A mail goes there, with a link that confirms it."
        defaultValue={failure?.values.email}
        error={failure?.failed.fields.email}
        required
      />
      <input name="website" hidden />
    </PageForm>
  );
}
