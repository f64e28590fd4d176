import { Link, redirect, useActionData, useLoaderData } from 'react-router';
import { AuthFooter, AuthLayout } from '../../components/AuthLayout.tsx';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';
import { getSafeRedirectPath, toNextParam } from '../../sessions/rules/redirect.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const next = getSafeRedirectPath(searchParams.get('next'));
  const [{ user }, { hasChallenge }] = await Promise.all([api.auth.getSession(), api.twoFactor.getChallenge()]);
  if (user) throw redirect(next);
  if (!hasChallenge) throw redirect(withQuery(paths.login, { next: toNextParam(next) }));
  return { next, byRecoveryCode: searchParams.get('with') === 'recovery-code' };
});

export const action = pageAction(async ({ api, searchParams, form, redirectWithoutScript }) => {
  const { user } = await api.twoFactor.verifyChallenge({ code: form.get('code') ?? '' });
  redirectWithoutScript(getSafeRedirectPath(searchParams.get('next')));
  return { user };
});

/** Reload when switching the kind of code, but not after a submission, so the success message stays visible. */
export const shouldRevalidate = ({ formMethod }: { formMethod?: string }) => formMethod === undefined;

export function Component() {
  const { next, byRecoveryCode } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm()?.failed;
  const done = result !== undefined && 'done' in result;
  useSignInRedirect(done ? { message: 'Login successful! Redirecting...', to: next } : undefined);
  const address = (recovery: boolean) =>
    withQuery(paths.twoFactor, { with: recovery ? 'recovery-code' : undefined, next: toNextParam(next) });
  const field = { name: 'code', error: refused?.fields.code, required: true } as const;
  return (
    <AuthLayout
      title={byRecoveryCode ? 'Use a recovery code' : 'Enter your code'}
      subtitle={
        byRecoveryCode
          ? 'Enter one of the recovery codes you saved when you set up two-factor authentication. Each code works once.'
          : 'Enter the 6-digit code that your authenticator app shows for this site.'
      }
    >
      <PageForm
        key={String(byRecoveryCode)}
        action={address(byRecoveryCode)}
        error={refused}
        submitLabel="Login"
        busyLabel="Signing in…"
        disabled={done || refused?.code === 'GONE'}
        aside={
          <Link className="link text-small" to={address(!byRecoveryCode)} replace>
            {byRecoveryCode ? 'Use your authenticator app' : 'Use a recovery code'}
          </Link>
        }
      >
        {byRecoveryCode ? (
          <TextField
            {...field}
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint="16 letters and digits. Hyphens, spaces and case don’t matter."
          />
        ) : (
          <TextField
            {...field}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="go"
            hint="You can also enter a recovery code."
          />
        )}
      </PageForm>
      <AuthFooter text="Wrong account?" to={withQuery(paths.login, { next: toNextParam(next) })} label="Start over" />
    </AuthLayout>
  );
}
