import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { formatDateTime } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailCode, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

/** Props of the account emails. `name` is the user's; URLs are absolute; `occurredAt` is an ISO 8601 instant. */
interface AuthEmailProps {
  /** Confirms a new account's address. `by` is the provider used to register, if any. */
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
  /** `method` fits into a sentence: "Google", "the passkey “Laptop”", "two-step sign-in". */
  sign_in_method_changed: { name: string; method: string; change: 'added' | 'removed'; occurredAt: string };
  recovery_code_used: { name: string; remainingCodes: number; occurredAt: string };
  account_disabled: { name: string };
  account_deleted: { name: string };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends AuthEmailProps {}
}

const formatHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);
const formatCodeCount = (codes: number) => (codes === 1 ? '1 code' : `${codes === 0 ? 'no' : codes} codes`);
const formatMinutes = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

const NOTHING_LEARNED =
  'It was not you? Then you need do nothing. Whoever it was has learned nothing about your account.';

export const authEmails: EmailTemplateRenderers<keyof AuthEmailProps, ReactNode> = {
  verify_email: ({ expiresInHours, providerLabel, ...to }, site) =>
    composeEmail(to, {
      subject: `Confirm your e-mail address for ${site.name}’s site`,
      preheader: `One click, and your account is ready. The link works for ${formatHours(expiresInHours)}.`,
      heading: 'Confirm your e-mail address',
      text: (
        <>
          <EmailText>
            Thank you for registering. One thing is left: please confirm that this address is yours. The link works
            once, for {formatHours(expiresInHours)}.
          </EmailText>
          {providerLabel && (
            <EmailText>
              The account is for somebody who signs in by <strong>{providerLabel}</strong>. Confirm it only if that was
              you.
            </EmailText>
          )}
        </>
      ),
      button: 'Confirm this address',
      note: 'You did not register? Then somebody mistyped their address. Do nothing, and nothing happens.',
    }),

  account_exists: (to, site) =>
    composeEmail(to, {
      subject: `You already have an account at ${site.name}’s site`,
      preheader: 'Somebody, perhaps you, just tried to register with this address.',
      heading: 'You already have an account',
      text: (
        <EmailText>
          Somebody, perhaps you, just tried to register with this address. It already has an account, so no second one
          was made and nothing was changed.
        </EmailText>
      ),
      button: 'Sign in',
      buttonUrl: site.url + paths.login,
      note: (
        <>
          <EmailText>
            If you forgot your password, <a href={site.url + paths.forgetPassword}>choose a new one</a>.
          </EmailText>
          <EmailNote>{NOTHING_LEARNED}</EmailNote>
        </>
      ),
    }),

  password_reset_code: ({ code, expiresInMinutes, ...to }, site) =>
    composeEmail(to, {
      subject: `Your code for a new password at ${site.name}’s site`,
      preheader: `It works once, for ${formatMinutes(expiresInMinutes)}. Tell it to nobody.`,
      heading: 'Your code for a new password',
      text: (
        <>
          <EmailText>Type these six digits into the page that asked for them:</EmailText>
          <EmailCode>{code}</EmailCode>
          <EmailText>
            The code works once, for {formatMinutes(expiresInMinutes)}. Nobody of us will ever ask for it.
          </EmailText>
        </>
      ),
      note: (
        <EmailNote>
          You did not ask for a new password? Then ignore this mail: without the code nobody can change it, and your
          password stays as it is.
        </EmailNote>
      ),
    }),

  password_changed: ({ occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: `Your password at ${site.name}’s site was changed`,
      preheader: 'If that was you, all is well. If not, act now.',
      heading: 'Your password was changed',
      text: (
        <>
          <EmailText>
            The password of your account was changed on {formatDateTime(occurredAt, site.timeZone)}. You were signed out
            everywhere else. If that was you, there is nothing to do.
          </EmailText>
          <EmailText>
            <strong>If it was not you</strong>, choose a new password at once; that shuts out whoever changed it.
          </EmailText>
        </>
      ),
      button: 'Choose a new password',
      buttonUrl: site.url + paths.forgetPassword,
    }),

  confirm_email_change: ({ expiresInHours, ...to }, site) =>
    composeEmail(to, {
      subject: `Confirm your new address for ${site.name}’s site`,
      preheader: `Until then your old address stays. The link works for ${formatHours(expiresInHours)}.`,
      heading: 'Confirm your new address',
      text: (
        <EmailText>
          You want to use this address for your account from now on. Please confirm that it is yours; until then your
          old address stays. The link works once, for {formatHours(expiresInHours)}.
        </EmailText>
      ),
      button: 'Use this address',
      note: 'You did not ask for this? Then do nothing, and nothing happens.',
    }),

  email_in_use: (to, site) =>
    composeEmail(to, {
      subject: `Somebody wanted to use your address at ${site.name}`,
      preheader: 'Your account has this address, so nothing was changed.',
      heading: 'Your address was asked for',
      text: (
        <>
          <EmailText>
            Somebody, perhaps you, just tried to use this address for another account. It belongs to yours, so nothing
            was changed.
          </EmailText>
          <EmailText>
            If it was you: an address can have one account only. Sign in to this one, or delete it and use the address
            for the other.
          </EmailText>
        </>
      ),
      button: 'Sign in',
      buttonUrl: site.url + paths.login,
      note: NOTHING_LEARNED,
    }),

  email_changed: ({ newAddress, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: `Your address at ${site.name}’s site was changed`,
      preheader: 'If that was you, all is well. If not, tell us at once.',
      heading: 'Your e-mail address was changed',
      text: (
        <>
          <EmailText>
            On {formatDateTime(occurredAt, site.timeZone)} the address of your account was changed to{' '}
            <strong>{newAddress}</strong>. This is the last mail that goes to the old one. If that was you, there is
            nothing to do.
          </EmailText>
          <EmailText>
            <strong>If it was not you</strong>, somebody else is in your account. Tell us at once at{' '}
            <a href={site.url}>{site.url}</a>, so that we can close it and give it back to you.
          </EmailText>
        </>
      ),
    }),

  sign_in_method_changed: ({ method, change, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: `A way to sign in at ${site.name}’s site was ${change}`,
      preheader: `${change === 'added' ? 'Added' : 'Removed'}: ${method}. If that was you, all is well.`,
      heading: `A way to sign in was ${change}`,
      text: (
        <>
          <EmailText>
            On {formatDateTime(occurredAt, site.timeZone)} <strong>{method}</strong> was {change}{' '}
            {change === 'added' ? 'as a way to sign in to' : 'from the ways to sign in to'} your account. If that was
            you, there is nothing to do.
          </EmailText>
          <EmailText>
            <strong>If it was not you</strong>, look at the ways to sign in on your profile, undo the change there, and
            change your password.
          </EmailText>
        </>
      ),
      button: 'Open your profile',
      buttonUrl: site.url + dashboardPaths.updateProfile,
    }),

  recovery_code_used: ({ remainingCodes, occurredAt, ...to }, site) =>
    composeEmail(to, {
      subject: `A recovery code was used to sign in at ${site.name}`,
      preheader: `Codes left: ${remainingCodes}. If that was you, all is well. If not, act now.`,
      heading: 'A recovery code was used',
      text: (
        <>
          <EmailText>
            On {formatDateTime(occurredAt, site.timeZone)} somebody signed in to your account with your password and one
            of your recovery codes. That code does not work again; you have{' '}
            <strong>{formatCodeCount(remainingCodes)}</strong> left.{' '}
            {remainingCodes <= 3
              ? 'Make new ones on your profile before they run out.'
              : 'If that was you, there is nothing to do.'}
          </EmailText>
          <EmailText>
            <strong>If it was not you</strong>, somebody has both. Change your password, make new recovery codes, and
            end the other sessions on your profile.
          </EmailText>
        </>
      ),
      button: 'Open your profile',
      buttonUrl: site.url + dashboardPaths.updateProfile,
    }),

  account_disabled: (to, site) =>
    composeEmail(to, {
      subject: `Your account at ${site.name}’s site was disabled`,
      preheader: 'You were signed out everywhere. Nothing was deleted.',
      heading: 'Your account was disabled',
      text: (
        <>
          <EmailText>
            Your account was disabled, and you were signed out everywhere. Nothing in it was deleted; while it is
            disabled, nobody can sign in to it.
          </EmailText>
          <EmailText>
            If you think this is a mistake, tell us at <a href={site.url}>{site.url}</a>.
          </EmailText>
        </>
      ),
    }),

  account_deleted: (to, site) =>
    composeEmail(to, {
      subject: `Your account at ${site.name}’s site was deleted`,
      preheader: 'It cannot be brought back. Thank you for having been here.',
      heading: 'Your account was deleted',
      text: (
        <>
          <EmailText>
            Your account was deleted, with your profile and every way to sign in. It cannot be brought back. Documents
            that the law wants us to keep, such as invoices, are kept for as long as it asks, and for nothing else.
          </EmailText>
          <EmailText>
            Thank you for having been here. You are welcome to come back with a new account at any time.
          </EmailText>
        </>
      ),
    }),
};
