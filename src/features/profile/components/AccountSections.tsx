import type { ComponentProps } from 'react';
import { CurrentPasswordField, EmailField, NameField, NewPasswordFields } from '#features/auth/browser.ts';
import type { PasswordPolicy } from '#features/settings/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import type { Profile } from '../contract.ts';
import { AvatarForm } from './AvatarForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Edits the name and avatar that others see. */
export function NameSection({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  return (
    <SettingsSection id="name" title="Name and picture" description="Others see both beside what you write and review.">
      <ProfileForm intent="name" submitLabel="Save name" busyLabel="Saving…" tone="primary" onSuccess={onChange}>
        {refused => (
          <NameField defaultValue={refused?.values.name ?? profile.name} error={refused?.failed.fields.name} required />
        )}
      </ProfileForm>
      <AvatarForm profile={profile} onChange={onChange} />
    </SettingsSection>
  );
}

/** Asks for the password of users who have one; the others need a recent sign-in. */
function OwnPasswordField({ profile, ...props }: { profile: Profile } & ComponentProps<typeof CurrentPasswordField>) {
  return profile.hasPassword && <CurrentPasswordField label="Your password" {...props} />;
}

export function EmailSection({ profile }: { profile: Profile }) {
  const { email, pendingEmailChange } = profile;
  return (
    <SettingsSection
      id="email"
      title="E-mail address"
      description={
        <>
          You sign in with <strong className="break-all text-ink">{email}</strong>. A new address takes its place once
          you open the link that we send there.
        </>
      }
    >
      {pendingEmailChange && (
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-rule py-4">
          <p className="min-w-0 text-small">
            <strong className="break-all">{pendingEmailChange.email}</strong> waits to be confirmed.
            <span className="meta block">
              The link works until <LocalDateTime instant={pendingEmailChange.expiresAt} />
            </span>
          </p>
          <ProfileForm
            intent="cancel-email"
            submitLabel="Cancel"
            ariaLabel="Cancel the change"
            busyLabel="Cancelling…"
          />
        </div>
      )}
      <ProfileForm intent="email" submitLabel="Send the link" busyLabel="Sending…" tone="primary" resetOnSuccess>
        {(refused, visibility) => (
          <>
            <EmailField
              label="New e-mail"
              defaultValue={refused?.values.email}
              error={refused?.failed.fields.email}
              required
            />
            <OwnPasswordField profile={profile} {...visibility} error={refused?.failed.fields.password} />
          </>
        )}
      </ProfileForm>
    </SettingsSection>
  );
}

export function PasswordSection({ profile, rules }: { profile: Profile; rules: PasswordPolicy }) {
  return (
    <SettingsSection
      id="password"
      title="Password"
      description={
        profile.hasPassword
          ? 'A new password signs you out everywhere else, and a mail tells you of it.'
          : 'You have none yet. Setting one takes a sign-in of the last 5 minutes.'
      }
    >
      <ProfileForm
        intent="password"
        submitLabel={profile.hasPassword ? 'Change password' : 'Set password'}
        busyLabel="Saving…"
        tone="primary"
        resetOnSuccess
      >
        {(refused, visibility) => (
          <>
            {/* Password managers save the new password under this name. */}
            <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
            <OwnPasswordField
              profile={profile}
              {...visibility}
              label="Current Password"
              name="currentPassword"
              error={refused?.failed.fields.currentPassword}
            />
            <NewPasswordFields label="New Password" policy={rules} errors={refused?.failed.fields} />
          </>
        )}
      </ProfileForm>
    </SettingsSection>
  );
}

export function DataExportSection() {
  return (
    <SettingsSection
      id="data"
      title="Your data"
      description="A copy of everything that this site holds about you, as a file that people and programs can read."
    >
      <a className="button" href={dashboardPaths.profileExport} download="my-data.json">
        Download my data
      </a>
    </SettingsSection>
  );
}

/** Deletes the account after asking for its email address. */
export function DeleteAccountSection({ profile }: { profile: Profile }) {
  return (
    <SettingsSection
      id="delete"
      title="Delete account"
      description="Your profile, every way to sign in and every device go at once. Nobody can bring them back. Orders stay with their invoices, which the owner has to keep; one that goes on stays open by the link in your mails."
    >
      {profile.role === 'owner' ? (
        <p className="text-ink-soft">The owner’s account cannot be deleted: without it nobody could run this site.</p>
      ) : (
        <details className="group">
          <summary className="button w-fit list-none group-open:mb-6 [&::-webkit-details-marker]:hidden">
            Delete my account…
          </summary>
          <ProfileForm
            intent="delete-account"
            submitLabel="Delete my account for good"
            busyLabel="Deleting…"
            tone="danger"
          >
            {(refused, visibility) => (
              <>
                <EmailField
                  label={`Type ${profile.email} to confirm`}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  defaultValue={refused?.values.email}
                  error={refused?.failed.fields.email}
                  required
                />
                <OwnPasswordField profile={profile} {...visibility} error={refused?.failed.fields.password} />
              </>
            )}
          </ProfileForm>
        </details>
      )}
    </SettingsSection>
  );
}
