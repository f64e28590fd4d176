import { useEffect } from 'react';
import { Link, useActionData, useLoaderData } from 'react-router';
import { AuthLayout, useSession } from '#features/auth/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  return { token, ...(await api.profile.getEmailChange({ token })) };
});

export const action = pageAction(async ({ api, params, redirectWithoutScript }) => {
  const { email } = await api.profile.confirmEmailChange({ token: params.token ?? '' });
  // Unless this browser is signed in, the sign-in page confirms the change.
  redirectWithoutScript(withQuery(paths.login, { confirmed: email, next: dashboardPaths.myProfile }));
  return { email };
});

/** The link is consumed, so reloading would report it as invalid. */
export const shouldRevalidate = () => false;

/** Target of the link in the email. Confirming takes a click because email scanners open links too. */
export function Component() {
  const { token, email } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result && 'done' in result) return <EmailChanged email={result.done.email} />;
  return (
    <AuthLayout title="Confirm your new email address" subtitle={`You’ll sign in with ${email} from now on.`}>
      <p className="mt-5 text-ink-soft">If you didn’t request this change, close this page. Nothing will change.</p>
      <PageForm
        action={paths.confirmEmailChange(token)}
        error={result?.failed}
        submitLabel="Confirm email address"
        busyLabel="Confirming…"
      />
    </AuthLayout>
  );
}

function EmailChanged({ email }: { email: string }) {
  const { state, announceChange } = useSession();
  useEffect(() => announceChange(), [announceChange]);
  const isSignedIn = state.status === 'signed_in';
  const myProfile = dashboardPaths.myProfile;
  return (
    <AuthLayout title="Email address changed" subtitle={`Sign in with ${email} from now on.`}>
      <p className="mt-5 text-ink-soft">
        {isSignedIn ? 'You were signed out everywhere else.' : 'You were signed out everywhere.'}{' '}
        <Link className="link" to={isSignedIn ? myProfile : withQuery(paths.login, { next: myProfile })} reloadDocument>
          {isSignedIn ? 'Go to your profile' : 'Sign in'}
        </Link>
        .
      </p>
    </AuthLayout>
  );
}
