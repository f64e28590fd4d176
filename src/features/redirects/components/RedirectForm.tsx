import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import type { RejectedForm } from '#platform/pages/loader.ts';
import type { Redirect } from '../contract.ts';

interface RedirectFormProps {
  intent: string;
  /** Omitted for a new redirect. */
  redirect?: Redirect;
  refused: RejectedForm | undefined;
}

const fields = [
  {
    name: 'from',
    label: 'Old address',
    hint: 'A path on this site, such as /2019/05/old-post. Uppercase letters, a trailing slash and .html don’t matter.',
  },
  {
    name: 'to',
    label: 'New address',
    hint: 'A path on this site, such as /blog/new-post, or a full address that starts with https://.',
  },
] as const;

/** Form for a redirect's old and new address. */
export function RedirectForm({ intent, redirect, refused }: RedirectFormProps) {
  const { failed, values } = refused ?? {};
  return (
    <PageForm
      intent={intent}
      error={failed}
      submitLabel={redirect ? 'Save redirect' : 'Add redirect'}
      busyLabel="Saving…"
    >
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          hint={hint}
          autoComplete="off"
          maxLength={2000}
          defaultValue={values?.[name] ?? redirect?.[name]}
          error={failed?.fields[name]}
          required
        />
      ))}
    </PageForm>
  );
}
