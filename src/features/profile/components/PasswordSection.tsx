import { CurrentPasswordField, NewPasswordFields } from '#features/auth/browser.ts';
import type { PasswordPolicy } from '#features/settings/contract.ts';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function PasswordSection({ profile, rules }: { profile: Profile; rules: PasswordPolicy }) {
  return (
    <ProfileSection
      id="password"
      title="Password"
      intro={
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
            {profile.hasPassword && (
              <CurrentPasswordField
                {...visibility}
                label="Current Password"
                name="currentPassword"
                error={refused?.failed.fields.currentPassword}
              />
            )}
            <NewPasswordFields label="New Password" policy={rules} errors={refused?.failed.fields} />
          </>
        )}
      </ProfileForm>
    </ProfileSection>
  );
}
