import type { FastifyInstance } from 'fastify';
import { createCookieJar } from '#platform/http/cookies.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sendErrorPage } from './fake-page.ts';
import { fakePaths } from './paths.ts';

/** Serves the link printed at each start: it gives the browser access to developer mail and fake providers. */
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
          'This link works until the site restarts, on the computer that the site runs on. Open the one from the last start.',
        );
      }
      return reply
        .headers({ 'cache-control': 'no-store', 'set-cookie': [...cookies.headers] })
        .redirect(fakePaths.mails, 303);
    });
  });
}
