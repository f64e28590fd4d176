import type { FastifyReply, FastifyRequest } from 'fastify';
import { findTarget } from '#features/redirects/queries.ts';
import { keysOf, withQueryOf } from '#features/redirects/rules/addresses.ts';
import type { RequestContextFactory } from '#platform/api/context.ts';

/** Returns where the address of a request leads, if it has a redirect. */
export async function findMoved(request: FastifyRequest, contexts: RequestContextFactory): Promise<string | undefined> {
  const url = new URL(`http://page${request.url}`);
  const found = await findTarget(contexts.forAnyone(request).db, keysOf(url));
  return found && withQueryOf(found.to, url, found.key);
}

/** Answers 301. Browsers ask again each time, since the owner may edit a redirect. */
export function sendMoved(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(to, 301);
}
