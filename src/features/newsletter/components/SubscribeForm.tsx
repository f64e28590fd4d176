import type { ActionResult } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';

interface SubscribeFormProps {
  refused?: Extract<ActionResult<unknown>, { failed: unknown }> | undefined;
}

/** Asks for the newsletter. */
export function SubscribeForm({ refused }: SubscribeFormProps) {
  return (
    <PageForm action={paths.newsletter} failed={refused?.failed} submitLabel="Send" busyLabel="Sending…">
      <TextField
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        placeholder="Your Email Address"
        hint="A mail goes there, with a link that confirms it."
        defaultValue={refused?.values.email}
        error={refused?.failed.fields.email}
        required
      />
      <input name="website" hidden />
    </PageForm>
  );
}
