import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts in the database, so only this site can read them. */
export interface Encryption {
  /** Encrypts a text for one `purpose` (such as a column and a row's key). The result differs each time. */
  encrypt(text: string, purpose: string): string;
  /** Returns the text, or undefined if it was encrypted with another key or for another purpose, or was changed. */
  decrypt(encrypted: string, purpose: string): string | undefined;
  /** Returns a deterministic 256-bit token for a purpose, which can't be computed without the key. */
  deriveToken(purpose: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates encryption with the site's secret key: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce and the
 * purpose as authenticated data. The key is derived, so the secret key can serve other uses (RFC 5869).
 */
export function createEncryption(secretKey: Uint8Array): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'freehold sealed columns', 32));
  const tokenKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'freehold derived tokens', 32));
  return {
    deriveToken: purpose => createHmac('sha256', tokenKey).update(purpose).digest('base64url'),
    encrypt(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    decrypt(encrypted, purpose) {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
