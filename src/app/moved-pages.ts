import type { FastifyReply, FastifyRequest } from 'fastify';
import { findTarget, keysOf, withQueryOf } from '#features/redirects/index.ts';
import type { RequestContextFactory } from '#platform/api/context.ts';

/** Returns the redirect target of a request; undefined if there is none. */
export async function findMoved(request: FastifyRequest, contexts: RequestContextFactory): Promise<string | undefined> {
  const url = new URL(`http://page${request.url}`);
  const found = await findTarget(contexts.createAnonymous(request).db, keysOf(url));
  return found && withQueryOf(found.to, url, found.key);
}

/** Sends a 301. Browsers must revalidate it, since the owner may edit redirects. */
export function sendMoved(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(to, 301);
}
