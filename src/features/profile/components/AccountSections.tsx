import type { ComponentProps } from 'react';
import { CurrentPasswordField, EmailField, NameField, NewPasswordFields } from '#features/auth/browser.ts';
import type { PasswordPolicy } from '#features/settings/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import type { Profile } from '../contract.ts';
import { AvatarForm } from './AvatarForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** Edits the name and avatar that others see. */
export function NameSection({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  return (
    <SettingsSection id="name" title="Name and picture" description="Shown with your posts, projects and reviews.">
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
      title="Email address"
      description={
        <>
          You sign in with{' '}
          <strong className="text-ink [overflow-wrap:anywhere]">
            <EmailText email={email} />
          </strong>
          . To change it, enter a new address and open the link we send there.
        </>
      }
    >
      {pendingEmailChange && (
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-rule py-4">
          <p className="min-w-0 text-small">
            Waiting for you to confirm{' '}
            <strong className="[overflow-wrap:anywhere]">
              <EmailText email={pendingEmailChange.email} />
            </strong>
            .
            <span className="hint block">
              Link valid until <LocalDateTime instant={pendingEmailChange.expiresAt} />
            </span>
          </p>
          <ProfileForm intent="cancel-email" submitLabel="Cancel change" busyLabel="Canceling…" />
        </div>
      )}
      <ProfileForm
        intent="email"
        submitLabel="Send confirmation link"
        busyLabel="Sending…"
        tone="primary"
        resetOnSuccess
      >
        {(refused, visibility) => (
          <>
            <EmailField
              label="New email"
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
          ? 'Changing your password signs you out everywhere else. We’ll email you to confirm the change.'
          : 'You don’t have a password yet. To set one, you need to have signed in within the last 5 minutes.'
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
      description="Download a copy of everything this site stores about you, as a JSON file."
    >
      <a className="button" href={dashboardPaths.profileExport} download="my-data.json">
        Download data
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
      description={
        profile.role === 'owner'
          ? 'You can’t delete the owner account because this site needs an owner.'
          : 'Your profile, sign-in methods and sessions will be deleted immediately. You can’t undo this. The owner keeps your orders and invoices as required by law. You can still open active orders with the links in your emails.'
      }
    >
      {profile.role !== 'owner' && (
        <details className="group">
          <summary className="button w-fit list-none group-open:mb-6 [&::-webkit-details-marker]:hidden">
            Delete account…
          </summary>
          <ProfileForm
            intent="delete-account"
            submitLabel="Delete account permanently"
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
