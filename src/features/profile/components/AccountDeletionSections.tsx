import { CurrentPasswordField, EmailField } from '#features/auth/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Profile } from '../contract.ts';
import { ProfileForm, useFormFailure } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function DataExportSection() {
  return (
    <ProfileSection
      id="data"
      title="Your data"
      intro="A copy of everything that this site holds about you, as a file that people and programs can read."
    >
      <a className="button" href={dashboardPaths.profileExport} download="my-data.json">
        Download my data
      </a>
    </ProfileSection>
  );
}

/** Deletes the account after asking for its email address; works without script. */
export function DeleteAccountSection({ profile }: { profile: Profile }) {
  // After a failed submission without script, the form is open and shows its errors.
  const comesBack = useFormFailure('delete-account') !== undefined;
  return (
    <ProfileSection
      id="delete"
      title="Delete account"
      intro="Your profile, every way to sign in and every device go at once. Nobody can bring them back. Orders stay with their invoices, which the owner has to keep; one that goes on stays open by the link in your mails."
    >
      {profile.role === 'owner' ? (
        <p className="text-ink-soft">The owner’s account cannot be deleted: without it nobody could run this site.</p>
      ) : (
        <details className="group" open={comesBack}>
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
                {profile.hasPassword && (
                  <CurrentPasswordField {...visibility} label="Your password" error={refused?.failed.fields.password} />
                )}
              </>
            )}
          </ProfileForm>
        </details>
      )}
    </ProfileSection>
  );
}
