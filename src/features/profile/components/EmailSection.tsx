import { CurrentPasswordField, EmailField } from '#features/auth/browser.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import type { Profile } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function EmailSection({ profile }: { profile: Profile }) {
  return (
    <ProfileSection
      id="email"
      title="E-mail address"
      intro={
        <>
          You sign in with <strong className="break-all text-ink">{profile.email}</strong>. A new address takes its
          place once you open the link that we send there.
        </>
      }
    >
      {profile.pendingEmailChange && <Waiting change={profile.pendingEmailChange} />}
      <ProfileForm intent="email" submitLabel="Send the link" busyLabel="Sending…" tone="primary" resetOnSuccess>
        {(refused, visibility) => (
          <>
            <EmailField
              label="New e-mail"
              defaultValue={refused?.values.email}
              error={refused?.failed.fields.email}
              required
            />
            {profile.hasPassword && (
              <CurrentPasswordField {...visibility} label="Your password" error={refused?.failed.fields.password} />
            )}
          </>
        )}
      </ProfileForm>
    </ProfileSection>
  );
}

function Waiting({ change }: { change: NonNullable<Profile['pendingEmailChange']> }) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-rule py-4">
      <p className="min-w-0 text-small">
        <strong className="break-all">{change.email}</strong> waits to be confirmed.
        <span className="meta block">
          The link works until <LocalDateTime instant={change.expiresAt} />
        </span>
      </p>
      <ProfileForm intent="cancel-email" submitLabel="Cancel" ariaLabel="Cancel the change" busyLabel="Cancelling…" />
    </div>
  );
}
