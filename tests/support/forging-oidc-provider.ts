import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The claims of an ID token. */
export type Claims = Record<string, unknown>;

/** A local OpenID provider that sends any claims that a test sets. */
export interface ForgingProvider {
  readonly issuer: string;
  /** The claims to add to the next tokens or to replace in them. */
  forge: {
    claims?: Claims;
    /** Signs with a key that the provider doesn't publish. */
    foreignKey?: boolean;
    /** Removes the signature (RFC 7519, 6). */
    unsigned?: boolean;
    /** The status of the token endpoint's responses. */
    status?: number;
  };
  /** How many codes were exchanged for tokens. */
  exchanges: number;
  /** Authorizes the request as a browser would, and returns the callback URL. */
  authorize(authorization: string): URL;
  close(): Promise<void>;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Starts an OpenID provider on a free port. */
export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authorizations = new Map<string, { nonce: string; challenge: string }>();
  const server = createServer((request, response) => {
    const json = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const { issuer } = provider;
    if (request.url === '/.well-known/openid-configuration') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
      });
    }
    if (request.url === '/keys') {
      return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'own' }] });
    }
    let body = '';
    request.on('data', (bytes: Buffer) => (body += String(bytes)));
    request.on('end', () => {
      provider.exchanges += 1;
      const form = new URLSearchParams(body);
      const known = authorizations.get(form.get('code') ?? '');
      authorizations.delete(form.get('code') ?? '');
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!known || known.challenge !== verifier) return json({ error: 'invalid_grant' }, 400);
      if (provider.forge.status) return json({ error: 'server_error' }, provider.forge.status);
      return json({ access_token: 'opaque', token_type: 'Bearer', id_token: tokenOf(known.nonce) });
    });
    return undefined;
  });

  function tokenOf(nonce: string): string {
    const { claims = {}, foreignKey = false, unsigned = false } = provider.forge;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: provider.issuer,
      aud: clientId,
      sub: 'person-1',
      nonce,
      iat: now,
      exp: now + 300,
      name: 'Nora Lindqvist',
      email: 'nora@mail.example',
      email_verified: true,
      ...claims,
    };
    const text = `${encode({ alg: unsigned ? 'none' : 'ES256', kid: 'own' })}.${encode(payload)}`;
    const { privateKey: key } = foreignKey ? foreign : own;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    return `${text}.${unsigned ? '' : signature}`;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  const provider: ForgingProvider = {
    issuer: `http://127.0.0.1:${address.port}`,
    forge: {},
    exchanges: 0,
    authorize(authorization) {
      const { searchParams } = new URL(authorization);
      const code = crypto.randomUUID();
      authorizations.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
      });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state') ?? '' }));
      return back;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return provider;
}
