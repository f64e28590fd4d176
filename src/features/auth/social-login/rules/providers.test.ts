import { describe, expect, it } from 'vitest';
import {
  getProviderAccountName,
  getProviderLabel,
  listProviders,
  getUserName,
  type ProviderConfig,
  type ProviderSettings,
} from './providers.ts';

const none: ProviderConfig = { keys: {}, others: [] };
const keys = { clientId: 'id', clientSecret: 'secret' };
const work = { name: 'work', label: 'Work', issuer: 'https://id.example.org', ...keys };

type CreateFake = NonNullable<Parameters<typeof listProviders>[1]>;
const createFake: CreateFake = (provider): ProviderSettings => ({
  ...provider,
  kind: 'oidc',
  issuer: 'http://localhost:5050/fake',
  ...keys,
  isFake: true,
});
const summary = (config: ProviderConfig, fake?: CreateFake) =>
  listProviders(config, fake).map(({ name, kind, isFake }) => [name, kind, isFake ? 'fake' : 'real']);

describe("the site's providers", () => {
  it.each<[string, ProviderConfig, CreateFake | undefined, string[][]]>([
    ['nothing without keys', none, undefined, []],
    ['what it has keys for', { ...none, keys: { github: keys } }, undefined, [['github', 'github', 'real']]],
    [
      'all that it has keys for, and its own',
      { keys: { google: keys, facebook: keys, github: keys }, others: [work] },
      undefined,
      [
        ['google', 'oidc', 'real'],
        ['facebook', 'facebook', 'real'],
        ['github', 'github', 'real'],
        ['work', 'oidc', 'real'],
      ],
    ],
    [
      'fakes on a local site',
      none,
      createFake,
      [
        ['google', 'oidc', 'fake'],
        ['facebook', 'oidc', 'fake'],
        ['github', 'oidc', 'fake'],
      ],
    ],
    [
      'the real provider instead of its fake',
      { keys: { facebook: keys }, others: [work] },
      createFake,
      [
        ['google', 'oidc', 'fake'],
        ['facebook', 'facebook', 'real'],
        ['github', 'oidc', 'fake'],
        ['work', 'oidc', 'real'],
      ],
    ],
  ])('%s', (_name, config, fake, expected) => {
    expect(summary(config, fake)).toEqual(expected);
  });
});

it.each([
  [{ name: 'Nora Lindqvist', email: 'nora@mail.example' }, 'Nora Lindqvist'],
  [{ name: '  Nora\n\t\u0007Lindqvist ', email: undefined }, 'Nora Lindqvist'],
  [{ name: 'Nora\u202E Lindqvist\u2069', email: undefined }, 'Nora Lindqvist'],
  [{ name: undefined, email: 'nora@mail.example' }, 'nora'],
  [{ name: ' ', email: undefined }, 'New member'],
  [{ name: 'x'.repeat(200), email: undefined }, 'x'.repeat(80)],
  [{ name: `${'x'.repeat(79)} y`, email: undefined }, 'x'.repeat(79)],
  [{ name: `${'x'.repeat(79)}\u{1F600}`, email: undefined }, 'x'.repeat(79)],
])('%j has the name %s', (profile, name) => {
  expect(getUserName(profile)).toBe(name);
});

it.each([
  [{ email: 'nora@mail.example', name: 'Nora' }, 'nora@mail.example'],
  [{ email: undefined, name: 'Nora' }, 'Nora'],
  [{ email: undefined, name: undefined }, '42'],
])('shows the account %j as %s', (profile, name) => {
  expect(getProviderAccountName({ ...profile, subject: '42', emailVerified: false })).toBe(name);
});

it('a provider that is no longer offered keeps its label', () => {
  expect(getProviderLabel('google', [])).toBe('Google');
  expect(getProviderLabel('work', [{ name: 'work', label: 'Work' }])).toBe('Work');
  expect(getProviderLabel('work', [])).toBe('work');
});
