import { Field } from '#ui/Field.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import type { ActionResult } from '#platform/pages/loader.ts';
import type { Redirect } from '../contract.ts';

interface RedirectFormProps {
  intent: string;
  /** The redirect that is edited; a new one without it. */
  redirect?: Redirect;
  refused: Extract<ActionResult<unknown>, { failed: unknown }> | undefined;
}

/** The old and the new address of a redirect. */
export function RedirectForm({ intent, redirect, refused }: RedirectFormProps) {
  const { failed, values } = refused ?? {};
  return (
    <PageForm
      intent={intent}
      failed={failed}
      submitLabel={redirect ? 'Save redirect' : 'Add redirect'}
      busyLabel="Saving…"
    >
      <Field
        label="Old address"
        name="from"
        hint="A path on this site, such as /2019/05/old-post. Case, a slash at the end and .html make no difference."
        autoComplete="off"
        maxLength={2000}
        defaultValue={values?.from ?? redirect?.from}
        error={failed?.fields.from}
        required
      />
      <Field
        label="New address"
        name="to"
        hint="A path on this site, such as /blog/new-post, or a complete address that starts with https://."
        autoComplete="off"
        maxLength={2000}
        defaultValue={values?.to ?? redirect?.to}
        error={failed?.fields.to}
        required
      />
    </PageForm>
  );
}
