import { LocalDateTime } from '#ui/DateTime.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import type { UserSession } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';

export function SessionsSection({ devices }: { devices: readonly UserSession[] }) {
  return (
    <SettingsSection
      id="devices"
      title="Sessions"
      description="Devices where you’re signed in. If you don’t recognize one, sign it out and change your password."
    >
      <ul className="border-b border-rule">
        {devices.map(device => (
          <li
            key={device.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-rule py-4"
          >
            <div className="min-w-0">
              <h3 className="text-h4">
                {device.deviceName}
                {device.isCurrent && (
                  <span className="ml-3 font-display text-meta font-medium text-accent">This device</span>
                )}
              </h3>
              <p className="meta mt-1">
                {device.ip}
                <span className="block">
                  Last used <LocalDateTime instant={device.lastActiveAt} />
                </span>
                <span className="block">
                  Signed in <LocalDateTime instant={device.createdAt} />
                </span>
              </p>
            </div>
            <ProfileForm
              intent="sign-out-device"
              submitLabel="Sign out"
              ariaLabel={device.isCurrent ? 'Sign out of this device' : `Sign out of ${device.deviceName}`}
              busyLabel="Signing out…"
            >
              <input type="hidden" name="id" value={device.id} />
            </ProfileForm>
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div className="mt-6 flex flex-wrap gap-3">
          <ProfileForm intent="sign-out-others" submitLabel="Sign out everywhere else" busyLabel="Signing out…" />
          <ProfileForm intent="sign-out-everywhere" submitLabel="Sign out everywhere" busyLabel="Signing out…" />
        </div>
      )}
    </SettingsSection>
  );
}
