import type { CustomFetch } from 'openid-client';

/** The three that the specification names (point 6). */
const knownProviders = { google: 'Google', facebook: 'Facebook', github: 'GitHub' } as const;
export type KnownProvider = keyof typeof knownProviders;

/** Another site that people may sign in by, with what we are known by there. */
export interface ProviderSettings {
  /** As it stands in addresses and in the database. */
  readonly name: string;
  /** As people read it. */
  readonly label: string;
  /** How it is spoken to: OpenID Connect, or one of the two that have a way of their own. */
  readonly kind: 'openid' | 'facebook' | 'github';
  /** The address of an OpenID provider, from which everything else about it is found. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether this is a local fake with made-up people. */
  readonly isFake: boolean;
  /** Replaces the network; for fakes. */
  readonly fetch?: CustomFetch;
}

/** What the settings say about providers: keys for those that are known by name, and any others in full. */
export interface ProviderConfig {
  readonly keys: { readonly [Name in KnownProvider]?: { readonly clientId: string; readonly clientSecret: string } };
  readonly others: readonly {
    readonly name: string;
    readonly label: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
  }[];
}

/** Returns the settings of a fake provider. */
export type CreateFakeProvider = (provider: Pick<ProviderSettings, 'name' | 'label'>) => ProviderSettings;

/** Names that an own provider cannot have: those above, and the other ways to sign in. */
export const reservedProviderNames: readonly string[] = [
  ...Object.keys(knownProviders),
  'credential',
  'password',
  'passkey',
];

const issuers = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  github: 'https://github.com/login/oauth',
} as const;

/** Returns the providers that have keys; on a local site, `createFake` makes the known ones that have none. */
export function listProviders(given: ProviderConfig, createFake?: CreateFakeProvider): ProviderSettings[] {
  const named = (Object.keys(knownProviders) as KnownProvider[]).flatMap((name): ProviderSettings[] => {
    const keys = given.keys[name];
    const common = { name, label: knownProviders[name] };
    if (keys) {
      return [{ ...common, ...keys, kind: name === 'google' ? 'openid' : name, issuer: issuers[name], isFake: false }];
    }
    return createFake ? [createFake(common)] : [];
  });
  return [...named, ...given.others.map(other => ({ ...other, kind: 'openid' as const, isFake: false }))];
}

/** What a provider told about the person who was there. */
export interface ProviderProfile {
  /** Who they are there, for ever. */
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Whether the provider vouches that the address is theirs. */
  readonly emailVerified: boolean;
}

/** As whom somebody is shown beside the provider's name. */
export function getProviderAccountName({ email, name, subject }: ProviderProfile): string {
  return email ?? (name?.trim() || subject);
}

/** A name for a new account from what the provider told: one line of at most 80 characters. */
export function getUserName({ name, email }: Pick<ProviderProfile, 'name' | 'email'>): string {
  const line = (name ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const chosen = line || (email ?? '').replace(/@.*$/, '') || 'New member';
  // Half of a character that takes two places is none.
  return chosen
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** A provider's name as people read it, also when it is offered no longer. */
export function getProviderLabel(name: string, offered: readonly { name: string; label: string }[]): string {
  const labels: Readonly<Record<string, string>> = knownProviders;
  return offered.find(provider => provider.name === name)?.label ?? labels[name] ?? name;
}
