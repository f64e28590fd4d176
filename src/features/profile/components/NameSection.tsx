import { Field } from '#ui/TextField.tsx';
import type { Profile } from '../contract.ts';
import type { Intent } from '../rules/form-actions.ts';
import { IntentForm } from './ProfileForm.tsx';
import { PictureForm } from './AvatarForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

interface NameSectionProps {
  profile: Profile;
  saved: Intent | undefined;
  onChange: () => void;
}

/** Under which name and with which picture others know somebody. */
export function NameSection({ profile, saved, onChange }: NameSectionProps) {
  return (
    <ProfileSection
      id="name"
      title="Name and picture"
      intro="Others see both beside what you write and review."
      saved={saved}
    >
      <IntentForm intent="name" submitLabel="Save name" busyLabel="Saving…" tone="primary" onDone={onChange}>
        {refused => (
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={refused?.values.name ?? profile.name}
            error={refused?.failed.fields.name}
            maxLength={80}
            required
          />
        )}
      </IntentForm>
      <PictureForm profile={profile} onChange={onChange} />
    </ProfileSection>
  );
}
