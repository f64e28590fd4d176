import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { getConfigError } from '#tests/support/config-errors.ts';

describe('the mail server', () => {
  const from = { MAIL_FROM: 'site@example.org' };

  it.each([
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, secure: false, credentials: undefined }],
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, secure: true, credentials: undefined }],
    ['smtp://mail.example.org:2525/', { host: 'mail.example.org', port: 2525, secure: false, credentials: undefined }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, secure: false, credentials: undefined }],
    [
      'smtps://ada%40example.org:p%3Aa%2Fs%25s@mail.example.org',
      {
        host: 'mail.example.org',
        port: 465,
        secure: true,
        credentials: { user: 'ada@example.org', password: 'p:a/s%s' },
      },
    ],
  ])('reads %s', (url, smtp) => {
    expect(readConfig({ SMTP_URL: url, ...from }).mail).toEqual({
      smtp,
      from: { name: undefined, address: 'site@example.org' },
      dkim: undefined,
    });
  });

  it.each([
    ['Ada Byron <ada@example.org>', { name: 'Ada Byron', address: 'ada@example.org' }],
    ['Ада <ada@example.org>', { name: 'Ада', address: 'ada@example.org' }],
    ['<ada@example.org>', { name: undefined, address: 'ada@example.org' }],
  ])('accepts the sender %s', (text, mailbox) => {
    expect(readConfig({ SMTP_URL: 'smtp://h', MAIL_FROM: text }).mail?.from).toEqual(mailbox);
  });

  it('requires a sender', () => {
    expect(getConfigError({ SMTP_URL: 'smtp://u:planted-secret@h' })).toBe(
      'Invalid setting: MAIL_FROM must be set along with SMTP_URL, to the address that your site sends emails from.',
    );
    // A sender without a mail server is harmless.
    expect(readConfig(from).mail).toBeUndefined();
  });
});

describe('the DKIM key', () => {
  const pem = (kind: 'rsa' | 'ed25519' | 'ec') => {
    const { privateKey } =
      kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : kind === 'ec'
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
          : generateKeyPairSync('ed25519');
    return privateKey.export({ type: 'pkcs8', format: 'pem' });
  };
  const mail = { SMTP_URL: 'smtp://h', MAIL_FROM: 'Ada <site@mail.example.org>' };

  it('accepts both kinds of line breaks', () => {
    const privateKey = pem('rsa');
    const dkim = { domainName: 'mail.example.org', keySelector: 'freehold', privateKey };
    for (const key of [privateKey, privateKey.replaceAll('\n', '\\n')]) {
      expect(readConfig({ ...mail, DKIM_SELECTOR: 'freehold', DKIM_PRIVATE_KEY: key }).mail?.dkim).toEqual(dkim);
    }
  });

  it('rejects an invalid key without revealing it', () => {
    for (const key of ['planted-secret', pem('ec'), pem('ed25519')]) {
      const sentence = getConfigError({ ...mail, DKIM_SELECTOR: 'freehold', DKIM_PRIVATE_KEY: key });
      expect(sentence).toMatch(/^Invalid setting: DKIM_PRIVATE_KEY must be an RSA private key in PEM format/);
      expect(sentence).not.toContain(key.slice(30, 60) || key);
    }
  });

  it('requires its selector', () => {
    const both = 'Invalid setting: DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together.';
    expect(getConfigError({ ...mail, DKIM_SELECTOR: 'freehold' })).toBe(both);
    expect(getConfigError({ ...mail, DKIM_PRIVATE_KEY: pem('rsa') })).toBe(both);
    expect(getConfigError({ ...mail, DKIM_SELECTOR: 'a b', DKIM_PRIVATE_KEY: pem('rsa') })).toContain(
      'must be a selector',
    );
  });
});
