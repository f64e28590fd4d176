import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { formatDateTime } from '#shared/time.ts';
import { EmailButton, EmailCode, EmailHeading, EmailNote, EmailText } from '#ui/email/EmailComponents.tsx';

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

function AccountEmail({ heading, name, children }: { heading: string; name: string; children: ReactNode }) {
  return (
    <>
      <EmailHeading>{heading}</EmailHeading>
      <EmailText>Hello {name},</EmailText>
      {children}
    </>
  );
}

export const authEmails: EmailTemplateRenderers<keyof AuthEmailProps, ReactNode> = {
  verify_email: ({ name, url, expiresInHours, providerLabel }, site) => ({
    subject: `Confirm your e-mail address for ${site.name}’s site`,
    preheader: `One click, and your account is ready. The link works for ${formatHours(expiresInHours)}.`,
    body: (
      <AccountEmail heading="Confirm your e-mail address" name={name}>
        <EmailText>
          Thank you for registering. One thing is left: please confirm that this address is yours. The link works once,
          for {formatHours(expiresInHours)}.
        </EmailText>
        {providerLabel && (
          <EmailText>
            The account is for somebody who signs in by <strong>{providerLabel}</strong>. Confirm it only if that was
            you.
          </EmailText>
        )}
        <EmailButton href={url} label="Confirm this address" />
        <EmailNote>
          You did not register? Then somebody mistyped their address. Do nothing, and nothing happens.
        </EmailNote>
      </AccountEmail>
    ),
  }),

  account_exists: ({ name }, site) => ({
    subject: `You already have an account at ${site.name}’s site`,
    preheader: 'Somebody, perhaps you, just tried to register with this address.',
    body: (
      <AccountEmail heading="You already have an account" name={name}>
        <EmailText>
          Somebody, perhaps you, just tried to register with this address. It already has an account, so no second one
          was made and nothing was changed.
        </EmailText>
        <EmailButton href={site.url + paths.login} label="Sign in" />
        <EmailText>
          If you forgot your password, <a href={site.url + paths.forgetPassword}>choose a new one</a>.
        </EmailText>
        <EmailNote>
          It was not you? Then you need do nothing. Whoever it was has learned nothing about your account.
        </EmailNote>
      </AccountEmail>
    ),
  }),

  password_reset_code: ({ code, expiresInMinutes }, site) => ({
    subject: `Your code for a new password at ${site.name}’s site`,
    preheader: `It works once, for ${formatMinutes(expiresInMinutes)}. Tell it to nobody.`,
    body: (
      <>
        <EmailHeading>Your code for a new password</EmailHeading>
        <EmailText>Type these six digits into the page that asked for them:</EmailText>
        <EmailCode>{code}</EmailCode>
        <EmailText>
          The code works once, for {formatMinutes(expiresInMinutes)}. Nobody of us will ever ask for it.
        </EmailText>
        <EmailNote>
          You did not ask for a new password? Then ignore this mail: without the code nobody can change it, and your
          password stays as it is.
        </EmailNote>
      </>
    ),
  }),

  password_changed: ({ name, occurredAt }, site) => ({
    subject: `Your password at ${site.name}’s site was changed`,
    preheader: 'If that was you, all is well. If not, act now.',
    body: (
      <AccountEmail heading="Your password was changed" name={name}>
        <EmailText>
          The password of your account was changed on {formatDateTime(occurredAt, site.timeZone)}. You were signed out
          everywhere else. If that was you, there is nothing to do.
        </EmailText>
        <EmailText>
          <strong>If it was not you</strong>, choose a new password at once; that shuts out whoever changed it.
        </EmailText>
        <EmailButton href={site.url + paths.forgetPassword} label="Choose a new password" />
      </AccountEmail>
    ),
  }),

  confirm_email_change: ({ name, url, expiresInHours }, site) => ({
    subject: `Confirm your new address for ${site.name}’s site`,
    preheader: `Until then your old address stays. The link works for ${formatHours(expiresInHours)}.`,
    body: (
      <AccountEmail heading="Confirm your new address" name={name}>
        <EmailText>
          You want to use this address for your account from now on. Please confirm that it is yours; until then your
          old address stays. The link works once, for {formatHours(expiresInHours)}.
        </EmailText>
        <EmailButton href={url} label="Use this address" />
        <EmailNote>You did not ask for this? Then do nothing, and nothing happens.</EmailNote>
      </AccountEmail>
    ),
  }),

  email_in_use: ({ name }, site) => ({
    subject: `Somebody wanted to use your address at ${site.name}`,
    preheader: 'Your account has this address, so nothing was changed.',
    body: (
      <AccountEmail heading="Your address was asked for" name={name}>
        <EmailText>
          Somebody, perhaps you, just tried to use this address for another account. It belongs to yours, so nothing was
          changed.
        </EmailText>
        <EmailText>
          If it was you: an address can have one account only. Sign in to this one, or delete it and use the address for
          the other.
        </EmailText>
        <EmailButton href={site.url + paths.login} label="Sign in" />
        <EmailNote>
          It was not you? Then you need do nothing. Whoever it was has learned nothing about your account.
        </EmailNote>
      </AccountEmail>
    ),
  }),

  email_changed: ({ name, newAddress, occurredAt }, site) => ({
    subject: `Your address at ${site.name}’s site was changed`,
    preheader: 'If that was you, all is well. If not, tell us at once.',
    body: (
      <AccountEmail heading="Your e-mail address was changed" name={name}>
        <EmailText>
          On {formatDateTime(occurredAt, site.timeZone)} the address of your account was changed to{' '}
          <strong>{newAddress}</strong>. This is the last mail that goes to the old one. If that was you, there is
          nothing to do.
        </EmailText>
        <EmailText>
          <strong>If it was not you</strong>, somebody else is in your account. Tell us at once at{' '}
          <a href={site.url}>{site.url}</a>, so that we can close it and give it back to you.
        </EmailText>
      </AccountEmail>
    ),
  }),

  sign_in_method_changed: ({ name, method, change, occurredAt }, site) => ({
    subject: `A way to sign in at ${site.name}’s site was ${change}`,
    preheader: `${change === 'added' ? 'Added' : 'Removed'}: ${method}. If that was you, all is well.`,
    body: (
      <AccountEmail heading={`A way to sign in was ${change}`} name={name}>
        <EmailText>
          On {formatDateTime(occurredAt, site.timeZone)} <strong>{method}</strong> was {change}{' '}
          {change === 'added' ? 'as a way to sign in to' : 'from the ways to sign in to'} your account. If that was you,
          there is nothing to do.
        </EmailText>
        <EmailText>
          <strong>If it was not you</strong>, look at the ways to sign in on your profile, undo the change there, and
          change your password.
        </EmailText>
        <EmailButton href={site.url + dashboardPaths.updateProfile} label="Open your profile" />
      </AccountEmail>
    ),
  }),

  recovery_code_used: ({ name, remainingCodes, occurredAt }, site) => ({
    subject: `A recovery code was used to sign in at ${site.name}`,
    preheader: `Codes left: ${remainingCodes}. If that was you, all is well. If not, act now.`,
    body: (
      <AccountEmail heading="A recovery code was used" name={name}>
        <EmailText>
          On {formatDateTime(occurredAt, site.timeZone)} somebody signed in to your account with your password and one
          of your recovery codes. That code does not work again; you have{' '}
          <strong>{formatCodeCount(remainingCodes)}</strong> left.{' '}
          {remainingCodes <= 3
            ? 'Make new ones on your profile before they run out.'
            : 'If that was you, there is nothing to do.'}
        </EmailText>
        <EmailText>
          <strong>If it was not you</strong>, somebody has both. Change your password, make new recovery codes, and end
          the other sessions on your profile.
        </EmailText>
        <EmailButton href={site.url + dashboardPaths.updateProfile} label="Open your profile" />
      </AccountEmail>
    ),
  }),

  account_disabled: ({ name }, site) => ({
    subject: `Your account at ${site.name}’s site was disabled`,
    preheader: 'You were signed out everywhere. Nothing was deleted.',
    body: (
      <AccountEmail heading="Your account was disabled" name={name}>
        <EmailText>
          Your account was disabled, and you were signed out everywhere. Nothing in it was deleted; while it is
          disabled, nobody can sign in to it.
        </EmailText>
        <EmailText>
          If you think this is a mistake, tell us at <a href={site.url}>{site.url}</a>.
        </EmailText>
      </AccountEmail>
    ),
  }),

  account_deleted: ({ name }, site) => ({
    subject: `Your account at ${site.name}’s site was deleted`,
    preheader: 'It cannot be brought back. Thank you for having been here.',
    body: (
      <AccountEmail heading="Your account was deleted" name={name}>
        <EmailText>
          Your account was deleted, with your profile and every way to sign in. It cannot be brought back. Documents
          that the law wants us to keep, such as invoices, are kept for as long as it asks, and for nothing else.
        </EmailText>
        <EmailText>
          Thank you for having been here. You are welcome to come back with a new account at any time.
        </EmailText>
      </AccountEmail>
    ),
  }),
};
