import { LocalDateTime } from '#ui/DateTime.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import type { UserSession } from '../contract.ts';
import { ProfileForm } from './ProfileForm.tsx';

export function SessionsSection({ devices }: { devices: readonly UserSession[] }) {
  const others = devices.length - 1;
  return (
    <SettingsSection
      id="devices"
      title="Devices"
      description="Where you are signed in. If you do not know one of them, sign it out and change your password."
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
                {device.isCurrent && <span className="meta ml-3 text-accent">This device</span>}
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
              ariaLabel={device.isCurrent ? 'Sign out on this device' : `Sign out on ${device.deviceName}`}
              busyLabel="Signing out…"
            >
              <input type="hidden" name="id" value={device.id} />
            </ProfileForm>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div className="mt-6 flex flex-wrap gap-3">
          <ProfileForm
            intent="sign-out-others"
            submitLabel={others === 1 ? 'Sign out on the other device' : `Sign out on the other ${others}`}
            busyLabel="Signing out…"
          />
          <ProfileForm intent="sign-out-everywhere" submitLabel="Sign out everywhere" busyLabel="Signing out…" />
        </div>
      )}
    </SettingsSection>
  );
}
