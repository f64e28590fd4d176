import { useEffect, useRef } from 'react';
import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { formatTimeZone } from '#shared/time.ts';
import { AuthLayout } from '../../components/AuthLayout.tsx';
import { NewPasswordFields } from '../../password/components/PasswordFields.tsx';
import { EmailField, NameField } from '../../components/UserFields.tsx';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  const [rules, { timeZone, timeZones }] = await Promise.all([
    api.settings.getPasswordPolicy(),
    api.auth.checkOwnerSetup({ token }),
  ]);
  return { token, rules, timeZone, timeZones };
});

/** Revalidating after success would redirect before the page can show its message. */
export const shouldRevalidate = () => false;

export const action = pageAction(async ({ api, params, form, redirectWithoutScript }) => {
  const { user } = await api.auth.setUpOwner({
    token: params.token ?? '',
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
    confirmPassword: form.get('confirmPassword') ?? '',
    siteTitle: form.get('siteTitle') ?? '',
    timeZone: form.get('timeZone') ?? undefined,
  });
  redirectWithoutScript(paths.dashboard);
  return { user };
});

/** Target of the printed one-time link. Submitting the form creates the owner account. */
export function Component() {
  const { token, rules, timeZone, timeZones } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const done = result !== undefined && 'done' in result;
  useSignInRedirect(done ? { message: 'Owner account created. Redirecting...', to: paths.dashboard } : undefined);
  return (
    <AuthLayout
      title="Create your owner account"
      subtitle="The owner manages everything on this site. This setup link works only once."
    >
      <PageForm
        action={paths.setup(token)}
        error={refused?.failed}
        submitLabel="Create owner account"
        busyLabel="Creating account…"
        disabled={done}
      >
        <NameField defaultValue={refused?.values.name} error={refused?.failed.fields.name} required />
        <EmailField defaultValue={refused?.values.email} error={refused?.failed.fields.email} required />
        <NewPasswordFields policy={rules} errors={refused?.failed.fields} />
        <TextField
          label="Site title"
          name="siteTitle"
          hint="Appears on every page. Leave empty to use your name."
          autoComplete="organization"
          defaultValue={refused?.values.siteTitle}
          error={refused?.failed.fields.siteTitle}
        />
        <ZoneChoice
          zones={timeZones}
          zone={timeZone}
          chosen={refused?.values.timeZone}
          error={refused?.failed.fields.timeZone}
        />
      </PageForm>
    </AuthLayout>
  );
}

interface ZoneChoiceProps {
  zones: readonly string[];
  zone: string;
  /** The zone chosen in a rejected submission. */
  chosen: string | undefined;
  error: string | undefined;
}

/** Selects the site's time zone; defaults to the browser's. */
function ZoneChoice({ zones, zone, chosen, error }: ZoneChoiceProps) {
  const selected = chosen ?? zone;
  const select = useRef<HTMLSelectElement>(null);
  const hint = 'Used for your working hours, due dates and invoices.';
  useEffect(() => {
    const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { current } = select;
    // Keep the selection made before hydration or in a rejected submission.
    if (chosen !== undefined || current?.value !== zone || !localZone) return;
    // The browser may use an alias that is not in the server's list.
    if (!zones.includes(localZone)) current.add(new Option(formatTimeZone(localZone), localZone));
    current.value = localZone;
  }, [zone, chosen, zones]);
  return (
    <FormField id="time-zone" label="Time zone" hint={hint} error={error}>
      <select
        ref={select}
        id="time-zone"
        name="timeZone"
        className="field"
        defaultValue={selected}
        {...getAriaProps({ id: 'time-zone', hint, error })}
      >
        {(zones.includes(selected) ? zones : [selected, ...zones]).map(name => (
          <option key={name} value={name}>
            {formatTimeZone(name)}
          </option>
        ))}
      </select>
    </FormField>
  );
}
