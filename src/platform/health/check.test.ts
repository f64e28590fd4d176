import { describe, expect, it } from 'vitest';
import { type HealthCheck, type HealthServices, formatAgo, runChecks } from './check.ts';
import { judgeProcess } from './process-check.ts';
import { judgeAddress, type SeenRequest } from './public-address.ts';

const logged: unknown[] = [];

function run(...checks: Pick<HealthCheck, 'run'>[]) {
  const features = [{ checks: checks.map(({ run: each }) => ({ name: 'a', label: 'A', group: 'Data', run: each })) }];
  const log = { warn: (fields: unknown) => logged.push(fields) };
  return runChecks({ features, log } as unknown as HealthServices, 50);
}

describe('runChecks', () => {
  it('returns the result of each check', async () => {
    expect(await run({ run: () => ({ status: 'ok', message: 'Fine.' }) })).toEqual([
      { name: 'a', label: 'A', group: 'Data', status: 'ok', message: 'Fine.', help: null },
    ]);
  });

  it('fails checks that throw or take too long, and no others', async () => {
    const reports = await run(
      { run: () => Promise.reject(new Error('planted words')) },
      {
        run: () => {
          throw new Error('planted words');
        },
      },
      { run: () => new Promise(() => {}) },
      { run: async () => ({ status: 'ok', message: 'Fine.' }) },
    );
    expect(reports.map(({ status }) => status)).toEqual(['failing', 'failing', 'failing', 'ok']);
    expect(reports[2]?.message).toBe('The check took longer than 0.05 seconds.');
    expect(JSON.stringify(reports)).not.toContain('planted words');
    expect(logged).toHaveLength(2);
  });
});

describe('judgeAddress', () => {
  const direct: SeenRequest = { peer: '127.0.0.1', protocol: 'http', isForwarded: false, isProxyTrusted: false };
  const proxied: SeenRequest = { peer: '10.0.0.2', protocol: 'https', isForwarded: true, isProxyTrusted: true };
  const site = 'https://ada.example';

  it.each<[string, string, SeenRequest, number | undefined, string, RegExp]>([
    ['a local site', 'http://localhost:5050', direct, undefined, 'ok', /on this computer only/],
    ['a trusted proxy', site, proxied, 60, 'ok', /expires in 60 days/],
    ['a certificate that wasn’t renewed', site, proxied, 14, 'warning', /expires in 14 days/],
    ['a certificate that is about to expire', site, proxied, 5, 'failing', /expires in 5 days/],
    ['a certificate of the last day', site, proxied, 1, 'failing', /expires in 1 day\./],
    ['an untrusted proxy', site, { ...proxied, isProxyTrusted: false }, 60, 'warning', /TRUSTED_PROXIES=10\.0\.0\.2,/],
    ['a proxy on this machine', site, { ...direct, isForwarded: true }, 60, 'warning', /TRUSTED_PROXIES=loopback,/],
    ['a proxy without X-Forwarded-For', site, direct, 60, 'warning', /doesn’t send X-Forwarded-For/],
    ['a proxy with the wrong protocol', site, { ...proxied, protocol: 'http' }, 60, 'warning', /X-Forwarded-Proto/],
    ['a site without TLS', 'http://ada.example', { ...proxied, protocol: 'http' }, undefined, 'warning', /encrypted/],
  ])('evaluates %s', (_what, siteUrl, seen, days, status, text) => {
    const result = judgeAddress(siteUrl, seen, days);
    expect(result.status).toBe(status);
    expect(`${result.message} ${result.help ?? ''}`).toMatch(text);
  });
});

it.each([
  [8 * 2 ** 30, 3, 'ok'],
  [100 * 2 ** 20, 3, 'warning'],
  [20 * 2 ** 20, undefined, 'failing'],
  [8 * 2 ** 30, 400, 'warning'],
  [8 * 2 ** 30, 2000, 'failing'],
] as const)('evaluates %d bytes of memory and a delay of %s ms as %s', (available, wait, status) => {
  expect(judgeProcess({ available, wait }).status).toBe(status);
});

it.each([
  [0, '1 minute ago'],
  [119, '119 minutes ago'],
  [120, '2 hours ago'],
  [2879, '48 hours ago'],
  [2880, '2 days ago'],
])('formats %d minutes as %s', (minutes, text) => {
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  expect(formatAgo(new Date(now.epochMilliseconds - minutes * 60_000), now)).toBe(text);
});
