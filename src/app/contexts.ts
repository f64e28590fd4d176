import type { FastifyRequest } from 'fastify';
import { authenticateRequest } from '#features/auth/index.ts';
import type { ApiContext, ApiServices, ClientInfo, RequestContextFactory } from '#platform/api/context.ts';
import type { Database } from '#platform/database/database.ts';
import { createCookieJar } from '#platform/http/cookies.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { toClientNetwork } from '#platform/http/rate-limits.ts';
import { isSafeMethod } from '#platform/http/same-origin.ts';

/** Creates request contexts. `reads` serves queries; `developerTools` exist only on a local site. */
export function createContexts(
  services: ApiServices,
  { reads, developerTools }: { readonly reads: Database; readonly developerTools: DeveloperTools | undefined },
): RequestContextFactory {
  const { siteUrl } = services;
  const createAnonymous = (request: FastifyRequest): ApiContext => ({
    ...services,
    db: isSafeMethod(request.method) ? reads : services.db,
    log: request.log,
    actor: { role: 'visitor' },
    client: getClient(request),
    cookies: createCookieJar(undefined, siteUrl),
    hasDeveloperAccess: false,
    grantDeveloperAccess: () => {},
    responseHeaders: {},
    cacheTags: new Set(),
    requestId: request.id,
    ...parseIdempotencyKey(request),
  });
  return {
    createAnonymous,
    async createForCaller(request) {
      const cookies = createCookieJar(request.headers.cookie, siteUrl);
      const context = {
        ...createAnonymous(request),
        cookies,
        hasDeveloperAccess: developerTools?.allows(request.headers) ?? false,
        grantDeveloperAccess: () => void developerTools?.grant(request.headers, cookies),
      };
      return { ...context, actor: await authenticateRequest(context.db, context) };
    },
  };
}

/** Returns the response headers set by a call, including cookies. */
export function getResponseHeaders({ cookies, responseHeaders }: ApiContext): Record<string, string | string[]> {
  return { ...responseHeaders, ...(cookies.headers.length > 0 ? { 'set-cookie': [...cookies.headers] } : {}) };
}

/** Returns the client's address and user agent. */
function getClient(request: FastifyRequest): ClientInfo {
  // User agents help people recognize their devices; longer ones aren't from browsers.
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  return { ip: request.ip, network: toClientNetwork(request.ip), userAgent };
}

/**
 * Parses `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header), with or without structured field quotes.
 */
function parseIdempotencyKey({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { idempotencyKey: key.replace(/^"(.*)"$/, '$1') } : {};
}
