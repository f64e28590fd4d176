import { redirect, useLoaderData } from 'react-router';
import { AuthLayout } from '#features/auth/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { ApiError } from '#shared/errors.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SubscribeForm } from '../components/SubscribeForm.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  try {
    return { token, ...(await api.newsletter.getConfirmation({ token })), linkError: undefined };
  } catch (error) {
    // Show a used link as a message with a next step instead of an error page.
    if (!ApiError.is(error) || error.status !== 404) throw error;
    return { token, email: undefined, linkError: error.message };
  }
});

export const action = pageAction(async ({ api, params }) => {
  const { preferencesToken } = await api.newsletter.confirmSubscription({ token: params.token ?? '' });
  throw redirect(withQuery(newsletterPaths.preferences(preferencesToken), { did: 'confirm' }), 303);
});

/** Requires a click, because mail scanners open links too. */
export function Component() {
  const { token, email, linkError } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  if (linkError !== undefined) {
    return (
      <AuthLayout title="This link is no longer valid" subtitle={linkError}>
        <SubscribeForm />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Confirm your subscription" subtitle={`The newsletter will go to ${email}.`}>
      <p className="mt-5 text-ink-soft">
        You can unsubscribe at any time. If you didn’t sign up, close this page and you won’t get the newsletter.
      </p>
      <PageForm
        action={newsletterPaths.confirm(token)}
        error={refused?.failed}
        submitLabel="Confirm subscription"
        busyLabel="Confirming…"
      />
    </AuthLayout>
  );
}
