import { Link, Outlet, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { AlternativeSignIn, AuthFooter, AuthLayout } from '../../components/AuthLayout.tsx';
import { NewPasswordFields } from '../../password/components/PasswordFields.tsx';
import { EmailField, NameField } from '../../components/UserFields.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [{ user }, rules] = await Promise.all([api.auth.getSession(), api.settings.getPasswordPolicy()]);
  if (user) throw redirect(paths.dashboard);
  return { rules };
});

export const action = pageAction(({ api, form }) =>
  api.auth.register({
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
    confirmPassword: form.get('confirmPassword') ?? '',
  }),
);

/**
 * Registers by email and password; child routes offer the other methods. The response never reveals whether the address
 * has an account.
 */
export function Component() {
  const { rules } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'done' in result) return <RegistrationSent to={result.done.sentTo} />;
  return (
    <AuthLayout
      now={false}
      title="Register"
      subtitle="Create an account to place orders, follow your projects and write reviews."
    >
      <PageForm action={paths.register} error={result?.failed} submitLabel="Register" busyLabel="Registering…">
        <NameField defaultValue={result?.values.name} error={result?.failed.fields.name} required />
        <EmailField
          hint="We’ll send a link to confirm that this address is yours."
          defaultValue={result?.values.email}
          error={result?.failed.fields.email}
          required
        />
        <NewPasswordFields policy={rules} errors={result?.failed.fields} />
      </PageForm>
      <AlternativeSignIn>
        <Outlet />
      </AlternativeSignIn>
      <AuthFooter text="Already have an account?" to={paths.login} label="Login" />
    </AuthLayout>
  );
}

function RegistrationSent({ to }: { to: string }) {
  return (
    <AuthLayout title="Check your inbox" subtitle={`We’ve sent a link to ${to}.`}>
      <p className="mt-5 text-ink-soft">
        Open it within 24 hours to confirm your email address. If you don’t see the email within a few minutes, check
        your spam folder or{' '}
        <Link className="link" to={paths.register} reloadDocument>
          register again
        </Link>
        .
      </p>
    </AuthLayout>
  );
}
