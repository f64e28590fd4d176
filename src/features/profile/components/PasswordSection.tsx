import { useState } from 'react';
import { NewPasswordFields } from '#features/auth/browser.ts';
import type { PasswordPolicy } from '#features/settings/contract.ts';
import { PasswordField } from '#ui/PasswordField.tsx';
import type { Profile } from '../contract.ts';
import type { ProfileAction } from '../rules/form-actions.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

interface PasswordSectionProps {
  profile: Profile;
  rules: PasswordPolicy;
  saved: ProfileAction | undefined;
}

export function PasswordSection({ profile, rules, saved }: PasswordSectionProps) {
  const [shown, setShown] = useState(false);
  return (
    <ProfileSection
      id="password"
      title="Password"
      intro={
        profile.hasPassword
          ? 'A new password signs you out everywhere else, and a mail tells you of it.'
          : 'You have none yet. Setting one takes a sign-in of the last 5 minutes.'
      }
      saved={saved}
    >
      <ProfileForm
        intent="password"
        submitLabel={profile.hasPassword ? 'Change password' : 'Set password'}
        busyLabel="Saving…"
        tone="primary"
        resetOnSuccess
        onBeforeSubmit={() => {
          setShown(false);
          return false;
        }}
      >
        {refused => (
          <>
            {/* Password managers save the new password under this name. */}
            <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
            {profile.hasPassword && (
              <PasswordField
                label="Current Password"
                name="currentPassword"
                isVisible={shown}
                onVisibleChange={setShown}
                autoComplete="current-password"
                error={refused?.failed.fields.currentPassword}
                maxLength={128}
                required
              />
            )}
            <NewPasswordFields label="New Password" policy={rules} errors={refused?.failed.fields} />
          </>
        )}
      </ProfileForm>
    </ProfileSection>
  );
}
