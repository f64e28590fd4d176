import { useRevalidator } from 'react-router';
import { useReauthentication } from '#features/auth/browser.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { SECRET_KEY_FILE } from '../contract/constants.ts';
import type { BackupOverview } from '../contract/index.ts';
import { DownloadButton } from './DownloadButton.tsx';

/** Milliseconds after which a download has reached the server. */
const DOWNLOAD_DELAY_MS = 1500;

/** Shows the secret that the owner must store elsewhere to restore a backup: the passphrase, or the secret key. */
export function EncryptionSection({ overview }: { overview: BackupOverview }) {
  if (!overview.isEncrypted) return <SecretKeySection overview={overview} />;
  return (
    <SettingsSection
      title="Encryption"
      description="Backups are encrypted with BACKUP_PASSPHRASE and contain the secret key."
    >
      <p className="text-small">
        Store the passphrase in your password manager. Without it, a backup can’t be restored on another server.
      </p>
    </SettingsSection>
  );
}

function SecretKeySection({ overview }: { overview: BackupOverview }) {
  const { isSecretKeyFromEnvironment, secretKeyDownloadedAt } = overview;
  const { withProof, reauthenticationDialog } = useReauthentication();
  const { revalidate } = useRevalidator();
  return (
    <SettingsSection
      title="Secret key"
      description="Backups don’t contain the secret key, which encrypts two-factor secrets. Without it, authenticator codes are rejected after a restore on another server."
    >
      {isSecretKeyFromEnvironment ? (
        <p className="text-small">The key is set by SECRET_KEY on your server. Store it where you store passwords.</p>
      ) : (
        <>
          <p className="text-small">
            {secretKeyDownloadedAt ? (
              <>
                You last downloaded the key on <LocalDateTime instant={secretKeyDownloadedAt} />.
              </>
            ) : (
              <strong className="font-semibold">
                You haven’t downloaded the key yet. Store it in your password manager.
              </strong>
            )}
          </p>
          <DownloadButton
            name={SECRET_KEY_FILE}
            label="Download the secret key"
            withProof={withProof}
            onDownload={() => setTimeout(() => void revalidate(), DOWNLOAD_DELAY_MS)}
          />
          {reauthenticationDialog}
        </>
      )}
      <p className="hint mt-3">To encrypt backups and include the key, set BACKUP_PASSPHRASE on your server.</p>
    </SettingsSection>
  );
}
