import type { FastifyInstance } from 'fastify';
import { createDefaultError } from '#platform/api/errors.ts';
import { createCookieJar } from '#platform/http/cookies.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sendErrorPage } from './fake-page.ts';
import { fakePaths } from './paths.ts';

/** Hides an app's routes from requests without developer access, and adds these headers to their responses. */
export function guardRoutes(app: FastifyInstance, tools: DeveloperTools, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!tools.allows(request.headers)) throw createDefaultError('NOT_FOUND');
    reply.headers({ 'cache-control': 'no-store', ...headers });
  });
}

/** Returns a `fetch` for the site's calls to its fakes below `base`. Calls stay in the process. */
export function createFakeFetch(app: FastifyInstance, { ownHeaders }: DeveloperTools, base = ''): typeof fetch {
  return async (input, options) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { method, headers, body } = new Request('http://fake', options);
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: base + pathname + search,
      headers: { ...Object.fromEntries(headers), ...ownHeaders },
      ...(body ? { payload: await new Response(body).text() } : {}),
    });
    const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(response.body, { status: response.statusCode, headers: pairs });
  };
}

/** Serves the link printed at each start, which gives a browser access to developer mail and fake providers. */
export async function registerDeveloperLink(
  app: FastifyInstance,
  { siteUrl, developerTools }: { readonly siteUrl: string; readonly developerTools: DeveloperTools },
): Promise<void> {
  await app.register(async routes => {
    routes.setErrorHandler(sendErrorPage);
    routes.get<{ Params: { token: string } }>(fakePaths.developerTools(':token'), async (request, reply) => {
      const cookies = createCookieJar(undefined, siteUrl);
      const isValid = isEqualConstantTime(request.params.token, developerTools.token);
      if (!isValid || !developerTools.grant(request.headers, cookies)) {
        throw new AppError(
          'NOT_FOUND',
          'This link only works on the computer that runs the site, until the site restarts. Open the link printed at the last start.',
        );
      }
      return reply
        .headers({ 'cache-control': 'no-store', 'set-cookie': [...cookies.headers] })
        .redirect(fakePaths.mails, 303);
    });
  });
}
