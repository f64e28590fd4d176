import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEncryption } from './encryption.ts';

const key = randomBytes(32);
const encryption = createEncryption(key);

describe('an encrypted text', () => {
  it('is decrypted with the same key and purpose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
        expect(createEncryption(key).decrypt(encryption.encrypt(text, purpose), purpose)).toBe(text.toWellFormed());
      }),
    );
  });

  it('differs each time and does not contain the text', () => {
    const text = 'JBSWY3DPEHPK3PXP';
    const encrypted = Array.from({ length: 50 }, () => encryption.encrypt(text, 'a'));
    expect(new Set(encrypted).size).toBe(50);
    for (const one of encrypted) {
      expect(one).not.toContain(text);
      expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain(text);
    }
  });

  it('is not decrypted with another key or purpose, or after any bit was changed', () => {
    const encrypted = encryption.encrypt('secret', 'totp:ada');
    expect(createEncryption(randomBytes(32)).decrypt(encrypted, 'totp:ada')).toBeUndefined();
    expect(encryption.decrypt(encrypted, 'totp:eve')).toBeUndefined();
    const bytes = Buffer.from(encrypted, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(encryption.decrypt(changed.toString('base64url'), 'totp:ada'), `bit ${bit}`).toBeUndefined();
    }
    for (const nonsense of ['', 'x', encrypted.slice(0, 30), `${encrypted}AAAA`]) {
      expect(encryption.decrypt(nonsense, 'totp:ada')).toBeUndefined();
    }
  });
});

describe('a derived token', () => {
  it('is the same for the same purpose, and differs by purpose and key', () => {
    const token = encryption.deriveToken('first like');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(createEncryption(key).deriveToken('first like')).toBe(token);
    expect(encryption.deriveToken('first like ')).not.toBe(token);
    expect(createEncryption(randomBytes(32)).deriveToken('first like')).not.toBe(token);
  });
});
