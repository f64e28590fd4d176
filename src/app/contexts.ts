import type { FastifyRequest } from 'fastify';
import type { ApiContext, Client } from '#platform/api/context.ts';
import { networkOf } from '#platform/http/rate-limits.ts';

/** What handlers work with, made for a request. */
export interface Contexts {
  /** As a visitor whose cookies nobody looks at: for what is the same for everyone. */
  readonly forAnyone: (request: FastifyRequest) => ApiContext;
  /** As whoever the request comes from. */
  readonly forCaller: (request: FastifyRequest) => Promise<ApiContext>;
}

/** From where a request comes, as far as it tells. */
export function clientOf(request: FastifyRequest): Client {
  // A browser's name is for people to recognize their devices by; what is longer is no browser's.
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  return { ip: request.ip, network: networkOf(request.ip), userAgent };
}

/** `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header), with or without the quotes of a structured field. */
export function idempotencyKeyOf({ headers }: FastifyRequest): { idempotencyKey?: string } {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { idempotencyKey: key.replace(/^"(.*)"$/, '$1') } : {};
}
