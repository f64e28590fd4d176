import { EmailField } from '#features/auth/browser.ts';
import { paths } from '#shared/paths.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { PageForm } from '#ui/PageForm.tsx';

export function SubscribeForm({ failure }: { failure?: FailedSubmission | undefined }) {
  return (
    <PageForm action={paths.newsletter} error={failure?.failed} submitLabel="Send" busyLabel="Sending…">
      <EmailField
        enterKeyHint="send"
        placeholder="Your Email Address"
        hint="You’ll get an email with a link to confirm."
        defaultValue={failure?.values.email}
        error={failure?.failed.fields.email}
        required
      />
      <input name="website" hidden />
    </PageForm>
  );
}
