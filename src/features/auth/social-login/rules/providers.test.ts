import { describe, expect, it } from 'vitest';
import { accountName, labelOf, offeredProviders, personNameOf, type ProviderKeys } from './providers.ts';

const local = { siteUrl: 'http://localhost:5050', local: true };
const onTheWeb = { siteUrl: 'https://example.org', local: false };
const none: ProviderKeys = { keys: {}, others: [] };
const keys = { clientId: 'id', clientSecret: 'secret' };
const work = { name: 'work', label: 'Work', issuer: 'https://id.example.org', ...keys };

const summary = (given: ProviderKeys, site: { siteUrl: string; local: boolean }) =>
  offeredProviders(given, site).map(({ name, kind, standIn }) => [name, kind, standIn ? 'stand-in' : 'real']);

describe('a site offers', () => {
  it.each<[string, ProviderKeys, { siteUrl: string; local: boolean }, string[][]]>([
    ['nothing without keys', none, onTheWeb, []],
    ['what it has keys for', { ...none, keys: { github: keys } }, onTheWeb, [['github', 'github', 'real']]],
    [
      'all that it has keys for, and its own',
      { keys: { google: keys, facebook: keys, github: keys }, others: [work] },
      onTheWeb,
      [
        ['google', 'openid', 'real'],
        ['facebook', 'facebook', 'real'],
        ['github', 'github', 'real'],
        ['work', 'openid', 'real'],
      ],
    ],
    [
      'stand-ins on a local site',
      none,
      local,
      [
        ['google', 'openid', 'stand-in'],
        ['facebook', 'openid', 'stand-in'],
        ['github', 'openid', 'stand-in'],
      ],
    ],
    [
      'the real one in place of its stand-in',
      { keys: { facebook: keys }, others: [work] },
      local,
      [
        ['google', 'openid', 'stand-in'],
        ['facebook', 'facebook', 'real'],
        ['github', 'openid', 'stand-in'],
        ['work', 'openid', 'real'],
      ],
    ],
  ])('%s', (_name, given, site, expected) => {
    expect(summary(given, site)).toEqual(expected);
  });

  it('a stand-in at an address of its own', () => {
    expect(offeredProviders(none, local)[0]?.issuer).toBe('http://localhost:5050/stand-in/google');
  });
});

it.each([
  [{ name: 'Nora Lindqvist', email: 'nora@mail.example' }, 'Nora Lindqvist'],
  [{ name: '  Nora\n\tLindqvist ', email: undefined }, 'Nora Lindqvist'],
  [{ name: undefined, email: 'nora@mail.example' }, 'nora'],
  [{ name: ' ', email: undefined }, 'New member'],
  [{ name: 'x'.repeat(200), email: undefined }, 'x'.repeat(80)],
  [{ name: `${'x'.repeat(79)}\u{1F600}`, email: undefined }, 'x'.repeat(79)],
])('%j is called %s', (profile, name) => {
  expect(personNameOf(profile)).toBe(name);
});

it.each([
  [{ email: 'nora@mail.example', name: 'Nora' }, 'nora@mail.example'],
  [{ email: undefined, name: 'Nora' }, 'Nora'],
  [{ email: undefined, name: undefined }, '42'],
])('the identity of %j is shown as %s', (told, shown) => {
  expect(accountName({ ...told, subject: '42', emailVerified: false })).toBe(shown);
});

it('a provider keeps its label when it is offered no longer', () => {
  expect(labelOf('google', [])).toBe('Google');
  expect(labelOf('work', [{ name: 'work', label: 'Work' }])).toBe('Work');
  expect(labelOf('work', [])).toBe('work');
});
