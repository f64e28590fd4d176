import { NameField } from '#features/auth/browser.ts';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { AvatarForm } from './AvatarForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

/** Edits the name and avatar that others see. */
export function NameSection({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  return (
    <ProfileSection id="name" title="Name and picture" intro="Others see both beside what you write and review.">
      <ProfileForm intent="name" submitLabel="Save name" busyLabel="Saving…" tone="primary" onSuccess={onChange}>
        {refused => (
          <NameField defaultValue={refused?.values.name ?? profile.name} error={refused?.failed.fields.name} required />
        )}
      </ProfileForm>
      <AvatarForm profile={profile} onChange={onChange} />
    </ProfileSection>
  );
}
