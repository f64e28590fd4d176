import { TextField } from '#ui/TextField.tsx';
import type { Profile } from '../contract.ts';
import type { ProfileAction } from '../rules/form-actions.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { AvatarForm } from './AvatarForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

interface NameSectionProps {
  profile: Profile;
  saved: ProfileAction | undefined;
  onChange: () => void;
}

/** Edits the name and avatar that others see. */
export function NameSection({ profile, saved, onChange }: NameSectionProps) {
  return (
    <ProfileSection
      id="name"
      title="Name and picture"
      intro="Others see both beside what you write and review."
      saved={saved}
    >
      <ProfileForm intent="name" submitLabel="Save name" busyLabel="Saving…" tone="primary" onSuccess={onChange}>
        {refused => (
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={refused?.values.name ?? profile.name}
            error={refused?.failed.fields.name}
            maxLength={80}
            required
          />
        )}
      </ProfileForm>
      <AvatarForm profile={profile} onChange={onChange} />
    </ProfileSection>
  );
}
