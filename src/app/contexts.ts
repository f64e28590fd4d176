import type { FastifyRequest } from 'fastify';
import { authenticateRequest } from '#features/auth/sessions/actions/sessions.ts';
import type { ApiContext, ApiServices, ClientInfo, RequestContextFactory } from '#platform/api/context.ts';
import type { Database } from '#platform/database/database.ts';
import { createCookieJar } from '#platform/http/cookies.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { toClientNetwork } from '#platform/http/rate-limits.ts';
import { isSafeMethod } from '#platform/http/same-origin.ts';

/** Creates them; `reads` serves what only reads, `developerTools` are those of a local site. */
export function createContexts(
  services: ApiServices,
  { reads, developerTools }: { readonly reads: Database; readonly developerTools: DeveloperTools | undefined },
): RequestContextFactory {
  const { siteUrl } = services;
  const forAnyone = (request: FastifyRequest): ApiContext => ({
    ...services,
    db: isSafeMethod(request.method) ? reads : services.db,
    log: request.log,
    actor: { role: 'visitor' },
    client: getClient(request),
    cookies: createCookieJar(undefined, siteUrl),
    hasDeveloperAccess: false,
    grantDeveloperAccess: () => {},
    responseHeaders: {},
    requestId: request.id,
    ...parseIdempotencyKey(request),
  });
  return {
    forAnyone,
    async forCaller(request) {
      const cookies = createCookieJar(request.headers.cookie, siteUrl);
      const context = {
        ...forAnyone(request),
        cookies,
        hasDeveloperAccess: developerTools?.allows(request.headers) ?? false,
        grantDeveloperAccess: () => void developerTools?.grant(request.headers, cookies),
      };
      return { ...context, actor: await authenticateRequest(context.db, context) };
    },
  };
}

/** Headers that a call has set on its answer, cookies included. */
export function ownHeaders({ cookies, responseHeaders }: ApiContext): Record<string, string | string[]> {
  return { ...responseHeaders, ...(cookies.headers.length > 0 ? { 'set-cookie': [...cookies.headers] } : {}) };
}

/** From where a request comes, as far as it tells. */
function getClient(request: FastifyRequest): ClientInfo {
  // A browser's name is for people to recognize their devices by; what is longer is no browser's.
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  return { ip: request.ip, network: toClientNetwork(request.ip), userAgent };
}

/** `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header), with or without the quotes of a structured field. */
function parseIdempotencyKey({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { idempotencyKey: key.replace(/^"(.*)"$/, '$1') } : {};
}
