import { hash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderSettings } from '#features/auth/social-login/rules/providers.ts';
import { createMemoryAdapter } from './fake-openid-store.ts';

/** The person that a fake sign-in signs in. */
export interface FakeUser {
  readonly name: string;
  /** Empty if the provider shares no address. */
  readonly email: string;
  readonly emailVerified: boolean;
}

/** An OpenID provider in memory. */
export interface FakeOpenIdProvider {
  /** Answers discovery, authorization, token and key requests. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Throws unless this browser is choosing a user to sign in as. */
  readonly checkInteraction: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Signs in as the user, or refuses if undefined. Returns the URL to redirect to. */
  readonly finishInteraction: (
    request: IncomingMessage,
    response: ServerResponse,
    user: FakeUser | undefined,
  ) => Promise<string>;
}

/** Imports the library without its warning about Node versions before long-term support. */
async function importOidcProvider() {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes('Unsupported runtime')) warn(...args);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/** Returns the same id for the same address, so a person can sign in again. */
function getFakeSubject({ name, email }: FakeUser): string {
  return hash('sha256', (email || name).toLowerCase()).slice(0, 20);
}

/** Creates a fake of a provider. `choicePath` is the page to choose a user on. */
export async function createFakeOpenIdProvider(
  settings: ProviderSettings,
  redirectUri: string,
  choicePath: (uid: string) => string,
): Promise<FakeOpenIdProvider> {
  const { Provider } = await importOidcProvider();
  const users = new Map<string, FakeUser>();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cookie = (name: string) => `fake-${settings.name}-${name}`;
  const path = new URL(settings.issuer).pathname;
  const provider = new Provider(settings.issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: cookie('session'), interaction: cookie('choice'), resume: cookie('resume') },
      long: { path, signed: true },
      short: { signed: true },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does, send the claims in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context, { uid }) => choicePath(uid) },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    findAccount: (_context, subject) => {
      const user = users.get(subject);
      if (!user) return undefined;
      const { name, email, emailVerified } = user;
      const claims = { sub: subject, name, ...(email ? { email, email_verified: emailVerified } : {}) };
      return { accountId: subject, claims: () => claims };
    },
    // Choosing a user is the consent.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'text';
      context.body = `Fake ${settings.label}: ${error}. ${description ?? ''}`;
    },
  });
  // Use the protocol from the headers, which are the site's own (see `applySiteHeaders`).
  provider.proxy = true;
  const handle = provider.callback();
  return {
    handle: (request, response) => void handle(request, response),
    async checkInteraction(request, response) {
      await provider.interactionDetails(request, response);
    },
    async finishInteraction(request, response, user) {
      // Otherwise the library would first sign out the user chosen before, with a script that the policy forbids.
      const interaction = await provider.interactionDetails(request, response);
      const session = interaction.session && (await provider.Session.findByUid(interaction.session.uid));
      await session?.destroy();
      delete interaction.session;
      await interaction.persist();
      if (!user) return provider.interactionResult(request, response, { error: 'access_denied' });
      const subject = getFakeSubject(user);
      users.set(subject, user);
      return provider.interactionResult(request, response, { login: { accountId: subject } });
    },
  };
}
