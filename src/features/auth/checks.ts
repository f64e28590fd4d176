import type { HealthCheck } from '#platform/health/check.ts';
import { getEncryptionContext } from './two-factor/actions/codes.ts';
import { findAnyTotpSecret } from './two-factor/queries.ts';

export const authChecks: readonly HealthCheck[] = [
  {
    name: 'secret_key',
    label: 'Secret key',
    group: 'Website',
    async run({ db, encryption }) {
      const stored = await findAnyTotpSecret(db);
      if (!stored) return { status: 'ok', message: 'A secret key is set.' };
      if (encryption.decrypt(stored.encryptedSecret, getEncryptionContext(stored.userId))) {
        return { status: 'ok', message: 'The secret key fits the data that it encrypted.' };
      }
      return {
        status: 'failing',
        message: 'The secret key has changed, so authenticator codes are rejected.',
        help: 'Put back the earlier SECRET_KEY or data/secret.key. Until then, sign in with a recovery code.',
      };
    },
  },
];
