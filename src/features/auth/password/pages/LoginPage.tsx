import { useState } from 'react';
import { Link, Outlet, redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { openPage } from '#ui/open-page.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { AlternativeSignIn, AuthFooter, AuthLayout } from '../../components/AuthLayout.tsx';
import { EmailField } from '../../components/UserFields.tsx';
import { CurrentPasswordField } from '../components/PasswordFields.tsx';
import { PasskeySignIn } from '../../passkeys/components/PasskeySignIn.tsx';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';
import { getSafeRedirectPath, toNextParam } from '../../sessions/rules/redirect.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { user } = await api.auth.getSession();
  const next = getSafeRedirectPath(searchParams.get('next'));
  if (user) throw redirect(next);
  const confirmed = searchParams.get('confirmed');
  const email = confirmed ?? searchParams.get('reset');
  if (email === null) return { next };
  const notice = confirmed
    ? 'Your email address is confirmed. You can now sign in.'
    : 'Your password is changed. Sign in with your new password.';
  return { next, email, notice };
});

/** Revalidating after success would redirect before the page can show its message. */
export const shouldRevalidate = () => false;

export const action = pageAction(async ({ api, searchParams, form, redirectWithoutScript }) => {
  const answer = await api.auth.login({ email: form.get('email') ?? '', password: form.get('password') ?? '' });
  const next = getSafeRedirectPath(searchParams.get('next'));
  if (answer.state === 'two_factor_required') {
    const path = withQuery(paths.twoFactor, { next: toNextParam(next) });
    redirectWithoutScript(path);
    await openPage(path);
    return {};
  }
  redirectWithoutScript(next);
  return { user: answer.user };
});

export function Component() {
  const { next, email, notice } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const done = result !== undefined && 'done' in result && 'user' in result.done;
  const [shown, setShown] = useState(false);
  useSignInRedirect(done ? { message: 'Login successful! Redirecting...', to: next } : undefined);
  const here = withQuery(paths.login, { next: toNextParam(next) });
  return (
    <AuthLayout now={false} title="Login" subtitle="Sign in to see your orders and manage your content.">
      {notice && !refused && <output className="mt-6 block border-l-2 border-accent pl-4 text-small">{notice}</output>}
      <PageForm
        action={here}
        error={refused?.failed}
        submitLabel="Login"
        busyLabel="Signing in…"
        disabled={done}
        onSubmit={() => setShown(false)}
        aside={
          <Link className="link text-small" to={paths.forgetPassword}>
            Forgot your password?
          </Link>
        }
      >
        <EmailField
          autoComplete="username webauthn"
          enterKeyHint="next"
          defaultValue={refused?.values.email ?? email}
          error={refused?.failed.fields.email}
          required
        />
        <CurrentPasswordField
          isVisible={shown}
          onVisibleChange={setShown}
          enterKeyHint="go"
          error={refused?.failed.fields.password}
        />
      </PageForm>
      <AlternativeSignIn>
        <PasskeySignIn next={next} />
        <Outlet />
      </AlternativeSignIn>
      <AuthFooter text="Don’t have an account?" to={paths.register} label="Register" />
    </AuthLayout>
  );
}
