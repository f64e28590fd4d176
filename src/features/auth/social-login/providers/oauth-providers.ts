import { type Configuration, fetchProtectedResource, type ServerMetadata } from 'openid-client';
import { z } from 'zod';
import type { ProviderProfile } from '../rules/providers.ts';
import { ProviderError } from './provider-error.ts';

/** A provider that supports OAuth 2.0 but not OpenID Connect. */
interface OAuthProvider {
  readonly server: ServerMetadata;
  readonly scope: string;
  readonly fetchProfile: (configuration: Configuration, accessToken: string) => Promise<ProviderProfile>;
}

const gitHubUser = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const gitHubAddresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const facebookUser = z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional() });

const inForm = { token_endpoint_auth_methods_supported: ['client_secret_post'] };

export const oauthProviders: Readonly<Record<'github' | 'facebook', OAuthProvider>> = {
  /** docs.github.com: Authorizing OAuth apps; REST API, users and emails. */
  github: {
    server: {
      issuer: 'https://github.com/login/oauth',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
      ...inForm,
    },
    scope: 'read:user user:email',
    async fetchProfile(configuration, accessToken) {
      const ask = <Shape extends z.ZodType>(path: string, shape: Shape) =>
        fetchJson(configuration, accessToken, `https://api.github.com${path}`, shape);
      const user = await ask('/user', gitHubUser);
      // The profile's address is unverified; only this list says which are verified.
      const primary = (await ask('/user/emails', gitHubAddresses)).find(address => address.primary);
      return {
        subject: String(user.id),
        name: user.name ?? user.login,
        email: primary?.email,
        emailVerified: primary?.verified ?? false,
      };
    },
  },
  /** developers.facebook.com: Manually build a login flow. It does not say whether an address is verified. */
  facebook: {
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/v24.0/dialog/oauth',
      token_endpoint: 'https://graph.facebook.com/v24.0/oauth/access_token',
      ...inForm,
    },
    scope: 'public_profile email',
    async fetchProfile(configuration, accessToken) {
      const url = 'https://graph.facebook.com/v24.0/me?fields=id,name,email';
      const { id, name, email } = await fetchJson(configuration, accessToken, url, facebookUser);
      return { subject: id, name, email, emailVerified: false };
    },
  },
};

async function fetchJson<Shape extends z.ZodType>(
  configuration: Configuration,
  accessToken: string,
  url: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await fetchProtectedResource(configuration, accessToken, new URL(url), 'GET', null, headers);
  if (!response.ok) {
    const code = response.status >= 500 ? 'network-request-failed' : 'invalid-credential';
    throw new ProviderError(code, `${url} responded with ${response.status}.`);
  }
  const parsed = shape.safeParse(await response.json());
  if (!parsed.success) throw new ProviderError('invalid-credential', `${url} returned an unexpected response.`);
  return parsed.data;
}
