import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { formatDateTime } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailCode, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

/** Props of the account emails. `name` is the user's; URLs are absolute; `occurredAt` is an ISO 8601 instant. */
interface AuthEmailProps {
  /** Confirms a new account's address. `providerLabel` is the provider used to sign up, if any. */
  verify_email: { name: string; url: string; expiresInHours: number; providerLabel?: string };
  /** Sent to an existing user whose address was used to register again. */
  account_exists: { name: string };
  /** The six-digit code that allows setting a new password. */
  password_reset_code: { code: string; expiresInMinutes: number };
  password_changed: { name: string; occurredAt: string };
  /** Sent to the new address before it replaces the old one. */
  confirm_email_change: { name: string; url: string; expiresInHours: number };
  /** Sent to the holder of an address that another user requested. */
  email_in_use: { name: string };
  /** Sent to the old address; `newAddress` is masked. */
  email_changed: { name: string; newAddress: string; occurredAt: string };
  /** `method` fits into a sentence: "Google", "the passkey “Laptop”", "two-factor authentication". */
  sign_in_method_changed: { name: string; method: string; change: 'added' | 'removed'; occurredAt: string };
  recovery_code_used: { name: string; remainingCodes: number; occurredAt: string };
  recovery_codes_replaced: { name: string; occurredAt: string };
  account_disabled: { name: string };
  account_deleted: { name: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends AuthEmailProps {}
}

const formatHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);
const formatCodeCount = (codes: number) => (codes === 1 ? '1 code' : `${codes === 0 ? 'no' : codes} codes`);
const formatMinutes = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

const NO_ACTION_NEEDED = 'If this wasn’t you, you can ignore this email. We didn’t reveal whether you have an account.';

export const authEmails: EmailTemplateRenderers<keyof AuthEmailProps, ReactNode> = {
  verify_email: ({ expiresInHours, providerLabel, ...to }) =>
    composeEmail(to, {
      subject: 'Confirm your email address',
      preheader: `Activate your account. The link expires in ${formatHours(expiresInHours)}.`,
      heading: 'Confirm your email address',
      text: (
        <>
          <EmailText>
            Thanks for signing up. Please confirm that this email address is yours. The link works once and expires in{' '}
            {formatHours(expiresInHours)}.
          </EmailText>
          {providerLabel && (
            <EmailText>
              This account was created with <strong>{providerLabel}</strong>. Confirm your address only if you created
              it.
            </EmailText>
          )}
        </>
      ),
      button: 'Confirm email address',
      note: 'If you didn’t sign up, you can ignore this email.',
    }),

  account_exists: (to, site) =>
    composeEmail(to, {
      subject: 'You already have an account',
      preheader: 'We received a sign-up request for this email address.',
      heading: 'You already have an account',
      text: (
        <EmailText>
          We received a sign-up request for this email address. You already have an account, so we didn’t create another
          one. Nothing has changed.
        </EmailText>
      ),
      button: 'Sign in',
      buttonUrl: site.url + paths.login,
      note: (
        <>
          <EmailText>
            Forgot your password? <a href={site.url + paths.forgetPassword}>Reset it</a>.
          </EmailText>
          <EmailNote>{NO_ACTION_NEEDED}</EmailNote>
        </>
      ),
    }),

  password_reset_code: ({ code, expiresInMinutes, ...to }) =>
    composeEmail(to, {
      subject: 'Reset your password',
      preheader: `Your code expires in ${formatMinutes(expiresInMinutes)}. Don’t share it with anyone.`,
      heading: 'Your password reset code',
      text: (
        <>
          <EmailText>Enter this code to reset your password:</EmailText>
          <EmailCode>{code}</EmailCode>
          <EmailText>
            The code works once and expires in {formatMinutes(expiresInMinutes)}. We’ll never ask you for it.
          </EmailText>
        </>
      ),
      note: (
        <EmailNote>
          If you didn’t request a password reset, you can ignore this email. Your password can’t be changed without the
          code.
        </EmailNote>
      ),
    }),

  password_changed: ({ occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: 'Your password was changed',
      preheader: 'If this wasn’t you, secure your account now.',
      heading: 'Your password was changed',
      text: (
        <>
          <EmailText>
            Your password was changed on {formatDateTime(occurredAt, site.timeZone)}, and you were signed out on all
            other devices. If this was you, you don’t need to do anything.
          </EmailText>
          <EmailText>
            <strong>If this wasn’t you</strong>, reset your password now. This signs out everyone else.
          </EmailText>
        </>
      ),
      button: 'Reset password',
      buttonUrl: site.url + paths.forgetPassword,
    }),

  confirm_email_change: ({ expiresInHours, ...to }) =>
    composeEmail(to, {
      subject: 'Confirm your new email address',
      preheader: `We’ll use your old address until you confirm. The link expires in ${formatHours(expiresInHours)}.`,
      heading: 'Confirm your new email address',
      text: (
        <EmailText>
          You asked to use this email address for your account. Please confirm that it’s yours. Until then, we’ll keep
          using your old address. The link works once and expires in {formatHours(expiresInHours)}.
        </EmailText>
      ),
      button: 'Confirm email address',
      note: 'If you didn’t request this change, you can ignore this email.',
    }),

  email_in_use: (to, site) =>
    composeEmail(to, {
      subject: 'Your email address already has an account',
      preheader: 'We received a request to use it for another account. Nothing has changed.',
      heading: 'Your email address already has an account',
      text: (
        <>
          <EmailText>
            We received a request to use this email address for another account. It already belongs to your account, so
            nothing has changed.
          </EmailText>
          <EmailText>
            If this was you: each email address can have only one account. Sign in to this account, or delete it to use
            the address for the other one.
          </EmailText>
        </>
      ),
      button: 'Sign in',
      buttonUrl: site.url + paths.login,
      note: NO_ACTION_NEEDED,
    }),

  email_changed: ({ newAddress, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: 'Your email address was changed',
      preheader: 'If this wasn’t you, contact us now.',
      heading: 'Your email address was changed',
      text: (
        <>
          <EmailText>
            Your account’s email address was changed to <strong>{newAddress}</strong> on{' '}
            {formatDateTime(occurredAt, site.timeZone)}. This is the last email we’ll send to your old address. If this
            was you, you don’t need to do anything.
          </EmailText>
          <EmailText>
            <strong>If this wasn’t you</strong>, your account may be compromised. Contact us now at{' '}
            <a href={site.url}>{site.url}</a>, and we’ll lock it and restore your access.
          </EmailText>
        </>
      ),
    }),

  sign_in_method_changed: ({ method, change, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: `A sign-in method was ${change}`,
      preheader: `${change === 'added' ? 'Added' : 'Removed'}: ${method}. If this wasn’t you, secure your account now.`,
      heading: `A sign-in method was ${change}`,
      text: (
        <>
          <EmailText>
            On {formatDateTime(occurredAt, site.timeZone)}, <strong>{method}</strong> was{' '}
            {change === 'added' ? 'added to' : 'removed from'} your account’s sign-in methods. If this was you, you
            don’t need to do anything.
          </EmailText>
          <EmailText>
            <strong>If this wasn’t you</strong>, undo the change in your profile and change your password.
          </EmailText>
        </>
      ),
      button: 'Open your profile',
      buttonUrl: site.url + dashboardPaths.updateProfile,
    }),

  recovery_code_used: ({ remainingCodes, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: 'A recovery code was used to sign in',
      preheader: `Codes left: ${remainingCodes}. If this wasn’t you, secure your account now.`,
      heading: 'A recovery code was used',
      text: (
        <>
          <EmailText>
            Someone signed in to your account with a recovery code on {formatDateTime(occurredAt, site.timeZone)}. That
            code can’t be used again. You have <strong>{formatCodeCount(remainingCodes)}</strong> left.{' '}
            {remainingCodes <= 3
              ? `Generate new codes in your profile${remainingCodes === 0 ? '' : ' before you run out'}.`
              : 'If this was you, you don’t need to do anything.'}
          </EmailText>
          <EmailText>
            <strong>If this wasn’t you</strong>, someone else can sign in to your account. Change your password,
            generate new recovery codes and sign out other devices in your profile.
          </EmailText>
        </>
      ),
      button: 'Open your profile',
      buttonUrl: site.url + dashboardPaths.updateProfile,
    }),

  recovery_codes_replaced: ({ occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: 'New recovery codes were generated',
      preheader: 'The previous codes no longer work. If this wasn’t you, secure your account now.',
      heading: 'New recovery codes were generated',
      text: (
        <>
          <EmailText>
            On {formatDateTime(occurredAt, site.timeZone)}, new recovery codes were generated for your account. The
            previous codes no longer work. If this was you, you don’t need to do anything.
          </EmailText>
          <EmailText>
            <strong>If this wasn’t you</strong>, change your password, generate new recovery codes and sign out other
            devices in your profile.
          </EmailText>
        </>
      ),
      button: 'Open your profile',
      buttonUrl: site.url + dashboardPaths.updateProfile,
    }),

  account_disabled: (to, site) =>
    composeEmail(to, {
      subject: 'Your account was disabled',
      preheader: 'You were signed out on all devices. Nothing was deleted.',
      heading: 'Your account was disabled',
      text: (
        <>
          <EmailText>
            Your account was disabled, and you were signed out on all devices. Nothing was deleted, but you can’t sign
            in while it’s disabled.
          </EmailText>
          <EmailText>
            If you think this is a mistake, contact us at <a href={site.url}>{site.url}</a>.
          </EmailText>
        </>
      ),
    }),

  account_deleted: to =>
    composeEmail(to, {
      subject: 'Your account was deleted',
      preheader: 'Your account can’t be restored. Thank you for using this site.',
      heading: 'Your account was deleted',
      text: (
        <>
          <EmailText>
            Your account, profile and sign-in methods were deleted. This can’t be undone. We keep only records that the
            law requires, such as invoices, and only for as long as it requires.
          </EmailText>
          <EmailText>Thank you for using this site. You can create a new account at any time.</EmailText>
        </>
      ),
    }),
};
