import type { CustomFetch } from 'openid-client';

/** The three providers that the specification names (point 6). */
const knownProviders = {
  google: { label: 'Google', kind: 'oidc', issuer: 'https://accounts.google.com' },
  facebook: { label: 'Facebook', kind: 'facebook', issuer: 'https://www.facebook.com' },
  github: { label: 'GitHub', kind: 'github', issuer: 'https://github.com/login/oauth' },
} as const;
type KnownProvider = keyof typeof knownProviders;

/** A social login provider with this site's credentials. */
export interface ProviderSettings {
  /** Identifier in URLs and in the database. */
  readonly name: string;
  /** Display name. */
  readonly label: string;
  /** Protocol: OpenID Connect, or a provider-specific OAuth 2.0 API. */
  readonly kind: 'oidc' | 'facebook' | 'github';
  /** Issuer URL of an OpenID provider, used for discovery. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether this is a local fake with made-up users. */
  readonly isFake: boolean;
  /** Replaces the network; for fakes. */
  readonly fetch?: CustomFetch;
}

/** Configured providers: credentials of the known ones, and any others in full. */
export interface ProviderConfig {
  readonly keys: { [Name in KnownProvider]?: Pick<ProviderSettings, 'clientId' | 'clientSecret'> };
  readonly others: readonly Omit<ProviderSettings, 'kind' | 'isFake' | 'fetch'>[];
}

/** Returns the settings of a fake provider. */
export type CreateFakeProvider = (provider: Pick<ProviderSettings, 'name' | 'label'>) => ProviderSettings;

/** Reserved for known providers and other sign-in methods. */
export const reservedProviderNames: readonly string[] = [...Object.keys(knownProviders), 'password', 'passkey'];

/** Returns the providers with credentials; on a local site, `createFake` creates the known ones without. */
export function listProviders(given: ProviderConfig, createFake?: CreateFakeProvider): ProviderSettings[] {
  const named = (Object.keys(knownProviders) as KnownProvider[]).flatMap((name): ProviderSettings[] => {
    const keys = given.keys[name];
    const known = knownProviders[name];
    if (keys) return [{ name, ...known, ...keys, isFake: false }];
    return createFake ? [createFake({ name, label: known.label })] : [];
  });
  return [...named, ...given.others.map(other => ({ ...other, kind: 'oidc' as const, isFake: false }))];
}

/** A user's profile at a provider. */
export interface ProviderProfile {
  /** Permanent user id at the provider. */
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
}

/** Returns the account name shown next to the provider. */
export function getProviderAccountName({ email, name, subject }: ProviderProfile): string {
  return email ?? (name?.trim() || subject);
}

/**
 * Returns a name for a new account from the provider's profile: one line of at most 80 characters, without the
 * characters that `userName` rejects.
 */
export function getUserName({ name, email }: Pick<ProviderProfile, 'name' | 'email'>): string {
  const line = (name ?? '').replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  const chosen = line || (email ?? '').replace(/@.*$/, '') || 'New member';
  // Remove half of a surrogate pair.
  return chosen
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** Returns a provider's display name, even if it is no longer offered. */
export function getProviderLabel(name: string, offered: readonly { name: string; label: string }[]): string {
  const known: Readonly<Record<string, { label: string }>> = knownProviders;
  return offered.find(provider => provider.name === name)?.label ?? known[name]?.label ?? name;
}
