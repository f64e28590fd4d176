import { useActionData, useLoaderData } from 'react-router';
import { AuthLayout } from '#features/auth/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { SubscribeForm } from '../components/SubscribeForm.tsx';

export const loader = pageLoader(async ({ searchParams }) => ({ asked: searchParams.get('asked') === 'yes' }));

export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  await api.newsletter.subscribe({ email: form.get('email') ?? '', website: form.get('website') ?? '' });
  // Redirect, so reloading does not submit the form again.
  redirectWithoutScript(withQuery(paths.newsletter, { asked: 'yes' }));
  return { asked: true };
});

/** Shows the next step after the footer form; identical for every address. */
export function Component() {
  const { asked } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  if ((asked && !refused) || (result && 'done' in result)) return <CheckInbox />;
  return (
    <AuthLayout title="Get the latest updates" subtitle="New posts and news by email. You can unsubscribe at any time.">
      <SubscribeForm failure={refused} />
    </AuthLayout>
  );
}

function CheckInbox() {
  return (
    <AuthLayout title="Check your inbox" subtitle="An email is on its way to the address you entered.">
      <ol className="mt-8 grid gap-4 text-ink-soft">
        <li className="flex gap-4">
          <span className="meta pt-1">1</span> Open the email and follow the link. It expires in 7 days.
        </li>
        <li className="flex gap-4">
          <span className="meta pt-1">2</span> Confirm your subscription on the page that opens.
        </li>
      </ol>
      <p className="mt-8 text-small text-ink-soft">
        No email after a few minutes? Check your spam folder. Each address gets only one of these emails a day, so
        entering it again doesn’t send another one. If you’re already subscribed, the email says so.
      </p>
    </AuthLayout>
  );
}
