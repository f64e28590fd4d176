import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderSettings } from '../rules/providers.ts';
import { createStandInStore } from './stand-in-store.ts';

/** Whom somebody plays. */
export interface PlayedIdentity {
  readonly name: string;
  /** Empty when the provider is to tell none. */
  readonly email: string;
  readonly emailVerified: boolean;
}

/** A provider that this site plays itself. */
export interface StandIn {
  /** Answers what a provider answers: discovery, authorization, tokens, keys. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether somebody is being asked whom they play. Throws when nobody is, or by another browser. */
  readonly check: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Goes on as that person; as nobody, when they refused. Answers the address to go on to. */
  readonly choose: (
    request: IncomingMessage,
    response: ServerResponse,
    identity: PlayedIdentity | undefined,
  ) => Promise<string>;
}

/** The library warns of each Node that is not yet in long-term support; a stand-in on one's own machine has time. */
async function loadLibrary() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/** An address is the same person each time, so that they can come back. */
function subjectOf({ name, email }: PlayedIdentity): string {
  return createHash('sha256')
    .update((email || name).toLowerCase())
    .digest('hex')
    .slice(0, 20);
}

/**
 * Makes the stand-in for a provider: a whole OpenID provider in memory. `choicePath` is where somebody is asked whom they
 * play.
 */
export async function createStandIn(
  settings: ProviderSettings,
  redirectUri: string,
  choicePath: (uid: string) => string,
): Promise<StandIn> {
  const { Provider } = await loadLibrary();
  const people = new Map<string, PlayedIdentity>();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cookie = (name: string) => `stand-in-${settings.name}-${name}`;
  const path = new URL(settings.issuer).pathname;
  const provider = new Provider(settings.issuer, {
    adapter: createStandInStore(),
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
    // As Google does: the claims come with the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context, { uid }) => choicePath(uid) },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    findAccount: (_context, subject) => {
      const person = people.get(subject);
      if (!person) return undefined;
      const { name, email, emailVerified } = person;
      const claims = { sub: subject, name, ...(email ? { email, email_verified: emailVerified } : {}) };
      return { accountId: subject, claims: () => claims };
    },
    // Choosing somebody is consent enough.
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
      context.body = `The stand-in for ${settings.label} says: ${error}. ${description ?? ''}`;
    },
  });
  // A proxy in front ends TLS; the addresses are those of the site in any case (see `asTheSite`).
  provider.proxy = true;
  const answer = provider.callback();
  return {
    answer: (request, response) => void answer(request, response),
    async check(request, response) {
      await provider.interactionDetails(request, response);
    },
    choose(request, response, identity) {
      if (!identity) return provider.interactionResult(request, response, { error: 'access_denied' });
      const subject = subjectOf(identity);
      people.set(subject, identity);
      return provider.interactionResult(request, response, { login: { accountId: subject } });
    },
  };
}
