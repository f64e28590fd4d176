import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
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
  const refused = useRejectedForm();
  return (
    <AuthLayout title="Confirm your email address" subtitle={`This activates your account for ${email}.`}>
      <p className="mt-5 text-ink-soft">If you didn’t register, close this page. No account will be created.</p>
      <PageForm
        action={paths.confirmEmail(token)}
        error={refused?.failed}
        submitLabel="Confirm email address"
        busyLabel="Confirming…"
      />
    </AuthLayout>
  );
}
