import { redirect, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { AuthLayout } from '../../components/AuthLayout.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  return { token, ...(await api.auth.getSignInLink({ token })) };
});

export const action = pageAction(async ({ api, params }) => {
  const { state } = await api.auth.signInWithLink({ token: params.token ?? '' });
  throw redirect(state === 'signed_in' ? paths.dashboard : paths.twoFactor, 303);
});

/** Target of a link from the command line. Signing in takes a click, because previews of links open them too. */
export function Component() {
  const { token, email } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <AuthLayout title="Sign in" subtitle={`You are about to sign in as ${email}.`}>
      <PageForm
        action={paths.signInLink(token)}
        error={refused?.failed}
        submitLabel="Sign in"
        busyLabel="Signing in…"
      />
    </AuthLayout>
  );
}
