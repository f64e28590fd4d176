import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client';
import type { ProviderProfile, ProviderSettings } from '../rules/providers.ts';
import { oauthProviders } from './oauth-providers.ts';
import { ProviderError } from './provider-error.ts';

/** OAuth secrets kept between the redirect and the callback. */
export interface OAuthSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export type ProviderClient = ReturnType<typeof createProviderClient>;

/** Timeout of requests to a provider, in seconds. */
const PROVIDER_TIMEOUT_SECONDS = 10;

/** How long discovered provider metadata is cached, in milliseconds. */
const DISCOVERY_TTL_MS = 3_600_000;

export function createProviderClient(settings: ProviderSettings) {
  const oauth = settings.kind === 'oidc' ? undefined : oauthProviders[settings.kind];
  let found: { configuration: Promise<Configuration>; until: number } | undefined;

  function configuration(): Promise<Configuration> {
    if (found && found.until > Date.now()) return found.configuration;
    const fresh = oauth ? Promise.resolve(configure(settings, oauth.server)) : discoverConfiguration(settings);
    found = { configuration: fresh, until: Date.now() + DISCOVERY_TTL_MS };
    fresh.catch(() => (found = undefined));
    return fresh;
  }

  return {
    /** Returns the authorization URL. Throws ProviderError if the provider can't be reached. */
    authorizationUrl: (redirectUri: string, { state, nonce, codeVerifier }: OAuthSecrets): Promise<URL> =>
      withProviderErrors(async () =>
        buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: oauth?.scope ?? 'openid email profile',
          state,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(oauth ? {} : { nonce }),
          // Fakes ask for a user every time.
          ...(settings.isFake ? { prompt: 'login' } : {}),
        }),
      ),
    /**
     * Returns the profile of a callback, given its full URL. Checks state, PKCE (RFC 7636), issuer (RFC 9207), audience,
     * nonce, signature and time (OpenID Connect Core 1.0, 3.1.3.7). Throws ProviderError.
     */
    profile: (callback: URL, { state, nonce, codeVerifier }: OAuthSecrets): Promise<ProviderProfile> =>
      withProviderErrors(async () => {
        const known = await configuration();
        const tokens = await authorizationCodeGrant(known, callback, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
          ...(oauth ? {} : { expectedNonce: nonce, idTokenExpected: true }),
        });
        if (oauth) return oauth.fetchProfile(known, tokens.access_token);
        const claims = tokens.claims();
        if (!claims) throw new ProviderError('invalid-credential', 'The response contained no ID token.');
        // Providers may return the email from the userinfo endpoint only (OpenID Connect Core 1.0, 5.4).
        const needsUserInfo = claims.email === undefined && known.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = needsUserInfo ? await fetchUserInfo(known, tokens.access_token, claims.sub) : claims;
        return {
          subject: claims.sub,
          name: toNonEmptyString(userInfo.name),
          email: toNonEmptyString(userInfo.email),
          emailVerified: userInfo.email_verified === true,
        };
      }),
  };
}

/** Discovers a provider's endpoints and keys by its issuer (OpenID Connect Discovery 1.0). */
function discoverConfiguration(settings: ProviderSettings): Promise<Configuration> {
  const { fetch } = settings;
  const issuer = new URL(settings.issuer);
  return discovery(issuer, settings.clientId, {}, createClientAuth(settings), {
    timeout: PROVIDER_TIMEOUT_SECONDS,
    ...(fetch ? { [customFetch]: fetch } : {}),
    execute: [
      // Verify the signature even if the token came directly from the provider.
      enableNonRepudiationChecks,
      // The configuration allows HTTP on localhost only.
      ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
}

function configure(settings: ProviderSettings, server: ServerMetadata): Configuration {
  const known = new Configuration(server, settings.clientId, {}, createClientAuth(settings));
  known.timeout = PROVIDER_TIMEOUT_SECONDS;
  if (settings.fetch) known[customFetch] = settings.fetch;
  return known;
}

/**
 * Sends the client secret in the form if supported, else in the header, which every provider accepts (RFC 6749, 2.3.1).
 */
function createClientAuth({ clientSecret }: ProviderSettings): ClientAuth {
  const inForm = ClientSecretPost(clientSecret);
  const inHeader = ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods?.includes('client_secret_post') ? inForm : inHeader)(server, client, body, headers);
  };
}

function toNonEmptyString(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

/** Maps provider errors to a ProviderErrorCode. */
async function withProviderErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof AuthorizationResponseError) {
      const code = error.error === 'access_denied' ? 'access-denied' : 'invalid-credential';
      throw new ProviderError(code, `The provider returned ${error.error}.`, error);
    }
    throw new ProviderError(
      isProviderUnavailable(error) ? 'network-request-failed' : 'invalid-credential',
      message,
      error,
    );
  }
}

/** Returns whether the provider did not respond, timed out or reported a server error. */
function isProviderUnavailable(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (!(error instanceof ClientError)) return false;
  if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}
