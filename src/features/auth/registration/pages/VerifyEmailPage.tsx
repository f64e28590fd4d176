import { redirect, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { AuthLayout } from '../../components/AuthLayout.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  return { token, ...(await api.auth.getRegistration({ token })) };
});

export const action = pageAction(async ({ api, params }) => {
  const { email } = await api.auth.confirmRegistration({ token: params.token ?? '' });
  throw redirect(withQuery(paths.login, { confirmed: email }), 303);
});

/** Target of the link in the email. Confirming takes a click because email scanners open links too. */
export function Component() {
  const { token, email } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  return (
    <AuthLayout title="Confirm your address" subtitle={`This opens an account for ${email}.`}>
      <p className="mt-5 text-ink-soft">
        If it was not you who registered, close this page: without your confirmation there is no account.
      </p>
      <PageForm
        action={paths.confirmEmail(token)}
        error={refused?.failed}
        submitLabel="Yes, this is my address"
        busyLabel="Confirming…"
      />
    </AuthLayout>
  );
}
