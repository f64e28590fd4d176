import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, applyConfiguredSiteUrl } from './config.ts';
import { getConfigError } from '#tests/support/config-errors.ts';

describe('without settings', () => {
  it('describes a local site', () => {
    expect(readConfig({})).toEqual({
      port: 5050,
      host: 'localhost',
      siteUrl: 'http://localhost:5050',
      isSiteUrlConfigured: false,
      isLocal: true,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      minFreeDisk: 256 * 1024 * 1024,
      allowedOrigins: [],
      backupBeforeUpgrade: true,
      shutdownDelay: 0,
      trustedProxies: [],
      mail: undefined,
      providers: { keys: {}, others: [] },
      payments: {},
      logLevel: 'info',
      isDevelopment: false,
    });
  });

  it('treats empty values as absent for every setting', () => {
    const names = [
      'PORT',
      'HOST',
      'SITE_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'MIN_FREE_DISK_MB',
      'SECRET_KEY',
      'ALLOWED_ORIGINS',
      'TRUSTED_PROXIES',
      'SMTP_URL',
      'MAIL_FROM',
      'LOG_LEVEL',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'OIDC_PROVIDERS',
      'S3_ENDPOINT',
      'S3_SECRET_ACCESS_KEY',
      'S3_FORCE_PATH_STYLE',
    ];
    expect(readConfig(Object.fromEntries(names.map(name => [name, ''])))).toEqual(readConfig({}));
  });

  it('accepts a key as hex or base64 and never repeats an invalid one', () => {
    const hex = '0f'.repeat(32);
    expect(readConfig({ SECRET_KEY: hex }).secretKey).toEqual(Buffer.from(hex, 'hex'));
    expect(readConfig({ SECRET_KEY: Buffer.alloc(40, 7).toString('base64') }).secretKey).toEqual(Buffer.alloc(40, 7));
    expect(getConfigError({ SECRET_KEY: '0f'.repeat(31) })).toMatch(/SECRET_KEY must be at least 32 random bytes/);
    expect(getConfigError({ SECRET_KEY: 'correct-horse' })).not.toContain('correct-horse');
  });

  it('ignores unknown variables', () => {
    expect(readConfig({ PATH: '/usr/bin', PGPORT: '1', NODE_ENV: 'production' })).toEqual(readConfig({}));
  });
});

describe('valid settings', () => {
  it.each<[string, string, string, unknown]>([
    ['PORT', '8080', 'port', 8080],
    ['PORT', '1', 'port', 1],
    ['PORT', '65535', 'port', 65_535],
    ['PORT', '8080', 'siteUrl', 'http://localhost:8080'],
    ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['HOST', '::1', 'host', '::1'],
    ['SITE_URL', 'https://example.org', 'siteUrl', 'https://example.org'],
    ['SITE_URL', 'https://example.org/', 'siteUrl', 'https://example.org'],
    ['SITE_URL', 'https://EXAMPLE.org:443', 'siteUrl', 'https://example.org'],
    ['SITE_URL', 'https://example.org', 'isLocal', false],
    ['SITE_URL', 'http://127.0.0.1:5050', 'isLocal', true],
    ['SITE_URL', 'http://[::1]:5050', 'isLocal', true],
    ['SITE_URL', 'https://localhost.example.org', 'isLocal', false],
    ['DATA_DIR', '/srv/site', 'dataDir', '/srv/site'],
    ['DATA_DIR', 'other', 'dataDir', resolve('other')],
    ['DATABASE_URL', 'postgres://u@h/d', 'databaseUrl', 'postgres://u@h/d'],
    ['DATABASE_URL', 'postgresql://u@/d?host=/run', 'databaseUrl', 'postgresql://u@/d?host=/run'],
    ['ALLOWED_ORIGINS', 'https://a.org', 'allowedOrigins', ['https://a.org']],
    [
      'ALLOWED_ORIGINS',
      ' https://a.org/ , http://b.org:3000/x ,',
      'allowedOrigins',
      ['https://a.org', 'http://b.org:3000'],
    ],
    ['TRUSTED_PROXIES', '10.0.0.1, 192.168.0.0/16', 'trustedProxies', ['10.0.0.1', '192.168.0.0/16']],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ])('parses %s=%s as %s %j', (name, value, key, expected) => {
    expect(readConfig({ [name]: value })).toHaveProperty(key, expected);
  });

  it('reads a provider’s pair of keys', () => {
    const { providers } = readConfig({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret', GOOGLE_CLIENT_ID: '' });
    expect(providers).toEqual({ keys: { github: { clientId: 'id', clientSecret: 'secret' } }, others: [] });
  });

  it('reads a list of further providers and allows http only on this machine', () => {
    const others = ['https://id.example.org', 'http://localhost:8080/realms/x'].map((issuer, index) => ({
      name: `work-${index}`,
      label: 'Work',
      issuer,
      clientId: 'a',
      clientSecret: 'b',
    }));
    expect(readConfig({ OIDC_PROVIDERS: JSON.stringify(others) }).providers).toEqual({ keys: {}, others });
  });

  it('takes development mode from the command, not the environment', () => {
    expect(readConfig({ DEVELOPMENT: 'true' }).isDevelopment).toBe(false);
    expect(readConfig({}, { isDevelopment: true }).isDevelopment).toBe(true);
  });
});

describe('invalid settings', () => {
  it.each([
    ['PORT', 'abc', 'must be a number'],
    ['PORT', '80a', 'must be a number'],
    ['PORT', '0', 'must be a number from 1 to 65535'],
    ['PORT', '-1', 'must be a number from 1 to 65535'],
    ['PORT', '65536', 'must be a number from 1 to 65535'],
    ['PORT', '50.5', 'must be a whole number'],
    ['PORT', 'Infinity', 'must be'],
    ['SITE_URL', 'example.org', 'must be an address such as https://example.org'],
    ['SITE_URL', 'ftp://example.org', 'must be an address such as https://example.org'],
    ['SITE_URL', 'javascript:alert(1)', 'must be an address such as https://example.org'],
    ['SITE_URL', '/', 'must be an address such as https://example.org'],
    ['DATABASE_URL', 'mysql://h/d', 'must start with postgres:// or postgresql://'],
    ['DATABASE_URL', 'localhost', 'must start with postgres:// or postgresql://'],
    ['ALLOWED_ORIGINS', '*', 'must be an address such as https://example.org'],
    ['ALLOWED_ORIGINS', 'null', 'must be an address such as https://example.org'],
    ['ALLOWED_ORIGINS', 'https://a.org, b.org', 'must be an address such as https://example.org'],
    ['SMTP_URL', 'mail.example.org', 'must be a URL such as smtps://user:password@mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org', 'must be a URL such as smtps://'],
    ['SMTP_URL', 'smtp://', 'must be a URL such as smtps://'],
    ['SMTP_URL', 'smtp://user@mail.example.org', 'must be a URL such as smtps://'],
    ['SMTP_URL', 'smtp://user:%E0%A4%A@mail.example.org', 'must be a URL such as smtps://'],
    ['SMTP_URL', 'smtp://user:password@mail.example.org:99999', 'must be a URL such as smtps://'],
    ['MAIL_FROM', 'Ada', 'must be an email address such as hello@example.org'],
    ['MAIL_FROM', 'ada@example.org, bob@example.org', 'must be an email address such as hello@example.org'],
    ['MAIL_FROM', 'Ada <ada@example.org', 'must be an email address such as hello@example.org'],
    ['MAIL_FROM', 'Ada\r\nBcc: x <ada@example.org>', 'must be an email address such as hello@example.org'],
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error or silent'],
    ['LOG_LEVEL', 'INFO', 'must be trace, debug, info, warn, error or silent'],
    ['TRUSTED_PROXIES', 'banana', 'must list IP addresses or networks'],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/99', 'must list IP addresses or networks'],
  ])('rejects %s=%s with one clear sentence', (name, value, says) => {
    const sentence = getConfigError({ [name]: value });
    expect(sentence).toMatch(/^Invalid setting: [A-Z_]+ [^\n]+[^.]\.$/);
    expect(sentence).toContain(`${name} ${says}`);
    expect(sentence.split(name)).toHaveLength(2);
  });

  it('names each of several invalid settings once', () => {
    expect(getConfigError({ PORT: 'abc', LOG_LEVEL: 'loud', ALLOWED_ORIGINS: 'x,y' })).toBe(
      'Invalid setting: PORT must be a number; ALLOWED_ORIGINS must be an address such as https://example.org; LOG_LEVEL must be trace, debug, info, warn, error or silent.',
    );
  });

  it.each(['GOOGLE', 'FACEBOOK', 'GITHUB'])('rejects half of the keys of %s', provider => {
    expect(getConfigError({ [`${provider}_CLIENT_ID`]: 'planted' })).toBe(
      `Invalid setting: ${provider}_CLIENT_SECRET must be set together with ${provider}_CLIENT_ID. The provider issues both.`,
    );
    const sentence = getConfigError({ [`${provider}_CLIENT_SECRET`]: 'planted-secret' });
    expect(sentence).toMatch(`${provider}_CLIENT_ID must be set together with`);
    expect(sentence).not.toContain('planted-secret');
  });

  const work = {
    name: 'work',
    label: 'Work',
    issuer: 'https://id.example.org',
    clientId: 'a',
    clientSecret: 'planted',
  };
  it.each<[string, unknown, string]>([
    ['no JSON', 'work|Work|planted', 'must be a JSON list such as'],
    ['no list', work, 'must be a JSON list such as'],
    ['a missing secret', [{ ...work, clientSecret: undefined }], 'must be a JSON list such as'],
    ['an unknown key', [{ ...work, scopes: 'x' }], 'must be a JSON list such as'],
    ['a name with a space', [{ ...work, name: 'my work' }], 'must give each provider a name of lowercase letters'],
    ['a name that is taken', [{ ...work, name: 'google' }], 'must not give a provider a reserved name'],
    ['a name twice', [work, work], 'must give each provider a unique name'],
    ['an issuer without https', [{ ...work, issuer: 'http://id.example.org' }], 'an HTTPS issuer'],
    ['an issuer that is no address', [{ ...work, issuer: 'id' }], 'an HTTPS issuer'],
  ])('rejects a list of providers with %s', (_name, providers, says) => {
    const sentence = getConfigError({
      OIDC_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers),
    });
    expect(sentence).toMatch(/^Invalid setting: OIDC_PROVIDERS must /);
    expect(sentence).toContain(says);
    expect(sentence).not.toContain('planted');
  });

  it.each(['DATABASE_URL', 'SMTP_URL'])('does not reveal a password in %s', name => {
    expect(getConfigError({ [name]: 'mysql://u:planted-secret@h/d' })).not.toContain('planted-secret');
  });
});

describe('the site URL set by the owner', () => {
  it('is used if the environment sets none', () => {
    const config = applyConfiguredSiteUrl(readConfig({}), 'https://example.org');
    expect(config).toMatchObject({ siteUrl: 'https://example.org', isLocal: false });
    expect(applyConfiguredSiteUrl(readConfig({}), null)).toMatchObject({
      siteUrl: 'http://localhost:5050',
      isLocal: true,
    });
  });

  it('never overrides the environment, so a wrong value cannot lock the owner out', () => {
    const config = readConfig({ SITE_URL: 'http://localhost:5050' });
    expect(applyConfiguredSiteUrl(config, 'https://wrong.example')).toBe(config);
  });
});

describe('payment provider', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' };
  const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' };

  it('is configured by all of its keys, at its own URL or another', () => {
    expect(readConfig(stripe).payments).toEqual({ stripe: { secretKey: 'sk', webhookSecret: 'whsec' } });
    expect(readConfig({ ...paypal, PAYPAL_HOST: 'http://localhost:9/' }).payments.paypal?.host).toBe(
      'http://localhost:9',
    );
    expect(readConfig(paypal).payments.paypal?.host).toBe('https://api-m.paypal.com');
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET must be set'],
    [{ ...paypal, PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID must be set'],
    [{ ...stripe, STRIPE_HOST: 'http://evil.example' }, 'STRIPE_HOST must be an HTTPS URL'],
    [{ ...stripe, STRIPE_HOST: 'https://x.example/api' }, 'STRIPE_HOST must be an HTTPS URL without a path'],
  ])('is rejected if %o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
