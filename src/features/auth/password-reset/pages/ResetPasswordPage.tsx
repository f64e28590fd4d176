import { redirect, useActionData, useLoaderData } from 'react-router';
import { NewPasswordFields } from '../../password/components/PasswordFields.tsx';
import { useSignInRedirect } from '../../sessions/hooks/use-sign-in-redirect.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { ApiError } from '#shared/errors.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { ERROR_DURATION_MS, PasswordResetLayout } from '../components/PasswordResetLayout.tsx';

export const loader = pageLoader(async ({ api }) => {
  try {
    const [{ verified }, rules] = await Promise.all([api.passwordReset.getStatus(), api.settings.getPasswordPolicy()]);
    if (!verified) throw redirect(paths.otp);
    return { rules };
  } catch (error) {
    if (ApiError.is(error) && error.status === 410) throw redirect(paths.forgetPassword);
    throw error;
  }
});

/** Revalidating after success would redirect before the page can show its message. */
export const shouldRevalidate = () => false;

export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  const { email } = await api.passwordReset.resetPassword({
    password: form.get('password') ?? '',
    confirmPassword: form.get('confirmPassword') ?? '',
  });
  redirectWithoutScript(toLogin(email));
  return { email };
});

const toLogin = (email: string) => withQuery(paths.login, { reset: email });

export function Component() {
  const { rules } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = useRejectedForm()?.failed;
  const done = result && 'done' in result ? result.done : undefined;
  useSignInRedirect(done && { message: 'Password changed. Redirecting...', to: toLogin(done.email) });
  return (
    <PasswordResetLayout
      title="Enter New Password"
      subtitle="Please fill in the details to reset your password."
      loginPrompt="Remember your password?"
    >
      <PageForm
        action={paths.resetPassword}
        error={failed}
        messageDurationMs={ERROR_DURATION_MS}
        submitLabel="Reset Password"
        busyLabel="Saving…"
        disabled={done !== undefined}
      >
        <NewPasswordFields policy={rules} errors={failed?.fields} />
      </PageForm>
    </PasswordResetLayout>
  );
}
