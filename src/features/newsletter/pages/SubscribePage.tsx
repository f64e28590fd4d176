import { useActionData, useLoaderData } from 'react-router';
import { AuthLayout } from '#features/auth/browser.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
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
  const refused = result && 'failed' in result ? result : undefined;
  if ((asked && !refused) || (result && 'done' in result)) return <CheckInbox />;
  return (
    <AuthLayout title="Get the latest updates" subtitle="New posts and news, by mail. You can leave with one click.">
      <SubscribeForm failure={refused} />
    </AuthLayout>
  );
}

function CheckInbox() {
  return (
    <AuthLayout title="Look into your inbox" subtitle="A mail is on its way to the address that you entered.">
      <ol className="mt-8 grid gap-4 text-ink-soft">
        <li className="flex gap-4">
          <span className="meta pt-1">1</span> Open the mail and press the link in it. It works for 7 days.
        </li>
        <li className="flex gap-4">
          <span className="meta pt-1">2</span> Confirm on the page that opens. Only then do you get the newsletter.
        </li>
      </ol>
      <p className="mt-8 text-small text-ink-soft">
        Nothing there after some minutes? Look into the folder for spam. One mail a day goes to an address, so asking
        again at once sends none. If the address has the newsletter already, the mail says so.
      </p>
    </AuthLayout>
  );
}
