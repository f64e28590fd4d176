import { useEffect, useState } from 'react';
import { redirect, useActionData, useLoaderData, useNavigation } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { OneTimeCodeField } from '#ui/OneTimeCodeField.tsx';
import { Countdown } from '#ui/Countdown.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { toast } from '#ui/toast.ts';
import { ERROR_DURATION_MS, PasswordResetLayout } from '../components/PasswordResetLayout.tsx';
import type { PendingReset } from '../contract.ts';
import { findWebmailInbox } from '../rules.ts';

export const loader = pageLoader(async ({ api }) => {
  try {
    const waiting = await api.passwordReset.getStatus();
    if (waiting.verified) throw redirect(paths.resetPassword);
    return waiting;
  } catch (error) {
    return redirectWithoutReset(error);
  }
});

/** Leads to the page that requests a code if there is no pending reset; throws any other error. */
function redirectWithoutReset(error: unknown): never {
  if (ApiError.is(error) && error.status === 410) throw redirect(paths.forgetPassword);
  throw error;
}

export const action = pageAction(async ({ api, form }) => {
  if (form.get('intent') === 'resend') return { resent: await api.passwordReset.resend().catch(redirectWithoutReset) };
  await api.passwordReset.verifyCode({ code: form.get('code') ?? '' });
  throw redirect(paths.resetPassword, 303);
});

export function Component() {
  const waiting = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = useRejectedForm()?.failed;
  const resent = result && 'done' in result ? result.done.resent : undefined;
  const [endedAt, setEndedAt] = useState<string>();
  useEffect(() => {
    if (!resent) return;
    toast.success('New code sent');
  }, [resent]);
  const { expiresAt, expiresInMs } = resent ?? waiting;
  return (
    <PasswordResetLayout
      title="Enter OTP"
      subtitle="If you have an account, we’ve sent a one-time password to your registered email address."
      loginPrompt="Remember your password?"
    >
      <InboxLink email={waiting.email} />
      <PageForm
        key={expiresAt}
        action={paths.otp}
        error={failed}
        messageDurationMs={ERROR_DURATION_MS}
        submitLabel="Verify Email"
        busyLabel="Verifying…"
        disabled={endedAt === expiresAt}
      >
        <OneTimeCodeField label="Code" name="code" error={failed?.fields.code} required />
        <Countdown until={expiresAt} remainingMs={expiresInMs} onEnd={() => setEndedAt(expiresAt)} />
      </PageForm>
      <ResendCodeForm waiting={resent ?? waiting} />
    </PasswordResetLayout>
  );
}

/** Links to the web inbox of the visitor's email provider, if known. */
function InboxLink({ email }: { email: string }) {
  const inbox = findWebmailInbox(email);
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-ink-soft">
      {email}
      {inbox && (
        <a className="link" href={inbox.href} target="_blank" rel="noopener">
          Open your inbox at {inbox.name}
        </a>
      )}
    </p>
  );
}

/** Allows another code once the cooldown has passed; without script, the API refuses earlier requests. */
function ResendCodeForm({ waiting }: { waiting: PendingReset }) {
  const { resendAt, resendInMs } = waiting;
  const [passedAt, setPassedAt] = useState<string>();
  const sending = useNavigation().formData?.get('intent') === 'resend';
  useEffect(() => {
    const timer = setTimeout(() => setPassedAt(resendAt), resendInMs);
    return () => clearTimeout(timer);
  }, [resendAt, resendInMs]);
  const early = resendInMs > 0 && passedAt !== resendAt;
  return (
    <PostForm action={paths.otp} className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="intent" value="resend" />
      <button type="submit" className="button" data-tooltip="Resend OTP" aria-disabled={early || sending || undefined}>
        {sending ? 'Sending…' : 'Send a new code'}
      </button>
      <p className="meta">
        {early ? 'You can request a new code one minute after the last one.' : 'A new code replaces the previous one.'}
      </p>
    </PostForm>
  );
}
