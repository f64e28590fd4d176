import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '#platform/api/context.ts';

/** What handlers work with, made for a request. */
export interface Contexts {
  /** As a visitor whose cookies nobody looks at: for what is the same for everyone. */
  readonly forAnyone: (request: FastifyRequest) => ApiContext;
  /** As whoever the request comes from. */
  readonly forCaller: (request: FastifyRequest) => Promise<ApiContext>;
}
