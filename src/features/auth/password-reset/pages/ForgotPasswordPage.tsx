import { redirect } from 'react-router';
import { pageAction, useRejectedForm } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { EmailField } from '../../components/UserFields.tsx';
import { ERROR_DURATION_MS, PasswordResetLayout } from '../components/PasswordResetLayout.tsx';

export const action = pageAction(async ({ api, form }) => {
  await api.passwordReset.request({ email: form.get('email') ?? '' });
  throw redirect(paths.otp, 303);
});

export function Component() {
  const refused = useRejectedForm();
  return (
    <PasswordResetLayout
      title="Forget Password"
      subtitle="Please fill in the details to reset your password."
      loginPrompt="Already have an account?"
    >
      <PageForm
        action={paths.forgetPassword}
        error={refused?.failed}
        messageDurationMs={ERROR_DURATION_MS}
        submitLabel="Reset Password"
        busyLabel="Sending code…"
      >
        <EmailField
          autoComplete="username"
          enterKeyHint="send"
          hint="If this email address has an account, we’ll send you a code."
          defaultValue={refused?.values.email}
          error={refused?.failed.fields.email}
          required
        />
      </PageForm>
    </PasswordResetLayout>
  );
}
