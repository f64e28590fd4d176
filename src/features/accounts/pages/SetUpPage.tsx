import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { AuthScreen } from '../components/AuthScreen.tsx';
import { NewPasswordFields } from '../components/NewPasswordFields.tsx';
import { EmailField, NameField } from '../components/PersonFields.tsx';
import { useWelcome } from '../components/ComingAndGoing.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const token = params.token ?? '';
  const [rules] = await Promise.all([api.settings.passwordRules(), api.accounts.checkSetUp({ token })]);
  return { token, rules };
});

/** Once it worked, its loader would lead on at once, before the page has said so. */
export const shouldRevalidate = () => false;

export const action = pageAction(async ({ api, params, form, leaveWithoutScript }) => {
  const { user } = await api.accounts.setUp({
    token: params.token ?? '',
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
    confirmPassword: form.get('confirmPassword') ?? '',
  });
  leaveWithoutScript(paths.dashboard);
  return { user };
});

/** Where the printed one-time link leads: whoever fills this in becomes the owner. */
export function Component() {
  const { token, rules } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  const done = result !== undefined && 'done' in result;
  useWelcome(done ? { message: 'The site is yours! Redirecting...', to: paths.dashboard } : undefined);
  return (
    <AuthScreen
      title="Make this site yours"
      subtitle="Whoever sends this form becomes the owner. The link then stops working, so nobody can do it again."
    >
      <PageForm
        action={paths.setUp(token)}
        failed={refused?.failed}
        submitLabel="Become the owner"
        busyLabel="Setting up…"
        disabled={done}
      >
        <NameField defaultValue={refused?.values.name} error={refused?.failed.fields.name} required />
        <EmailField defaultValue={refused?.values.email} error={refused?.failed.fields.email} required />
        <NewPasswordFields rules={rules} errors={refused?.failed.fields} />
      </PageForm>
    </AuthScreen>
  );
}
