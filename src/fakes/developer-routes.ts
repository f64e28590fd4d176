import type { FastifyInstance } from 'fastify';
import { getDefaultMessage } from '#platform/api/errors.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { AppError } from '#shared/errors.ts';

/** Hides an app's routes from requests without developer access, and adds these headers to their responses. */
export function guardRoutes(app: FastifyInstance, tools: DeveloperTools, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!tools.allows(request.headers)) throw new AppError('NOT_FOUND', getDefaultMessage('NOT_FOUND'));
    reply.headers({ 'cache-control': 'no-store', ...headers });
  });
}

/** Returns a `fetch` for the site's calls to its fakes below `base`. Calls stay in the process. */
export function createFakeFetch(app: FastifyInstance, { ownHeaders }: DeveloperTools, base = ''): typeof fetch {
  return async (address, options) => {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    const { method, headers, body } = new Request('http://fake', options);
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: base + pathname + search,
      headers: { ...Object.fromEntries(headers), ...ownHeaders },
      ...(body ? { payload: await new Response(body).text() } : {}),
    });
    const received = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(answer.body, { status: answer.statusCode, headers: received });
  };
}
