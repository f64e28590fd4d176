import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderSettings } from '#features/auth/social-login/rules/providers.ts';
import { createDefaultError } from '#platform/api/errors.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { guardRoutes } from './developer-routes.ts';
import { createFakeOpenIdProvider, type FakeOpenIdProvider } from './fake-openid-provider.ts';
import { fakePagePolicy } from './fake-page.ts';
import { parseChoice, renderChoicePage } from './fake-sign-in-page.ts';
import { fakePaths } from './paths.ts';

type FakeRoute = { Params: { provider: string; uid: string } };

/** Serves the fakes of these sign-in providers, each created at its first use. */
export async function registerFakeSignIn(
  app: FastifyInstance,
  {
    siteUrl,
    providers,
    developerTools,
  }: { siteUrl: string; providers: readonly ProviderSettings[]; developerTools: DeveloperTools },
): Promise<void> {
  const fakes = new Map<string, Promise<FakeOpenIdProvider>>();
  const { host, protocol } = new URL(siteUrl);

  function getSettings(name: string): ProviderSettings {
    const settings = providers.find(provider => provider.name === name);
    if (!settings) throw createDefaultError('NOT_FOUND');
    return settings;
  }

  function getFake(settings: ProviderSettings): Promise<FakeOpenIdProvider> {
    return fakes.getOrInsertComputed(settings.name, name =>
      createFakeOpenIdProvider(
        settings,
        siteUrl + paths.socialLoginCallback(name),
        uid => `${fakePaths.provider(name)}/choose/${uid}`,
      ),
    );
  }

  /** The provider builds its URLs from these headers. */
  function applySiteHeaders(request: IncomingMessage): IncomingMessage {
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    return request;
  }

  async function withInteraction<Result>(
    settings: ProviderSettings,
    request: FastifyRequest,
    action: (fake: FakeOpenIdProvider) => Promise<Result>,
  ): Promise<Result> {
    applySiteHeaders(request.raw);
    const fake = await getFake(settings);
    try {
      return await action(fake);
    } catch {
      throw new AppError('GONE', 'This sign-in has expired. Close the window and start again.');
    }
  }

  await app.register(async routes => {
    // Anyone who gets here can sign in as anyone.
    guardRoutes(routes, developerTools, {
      'content-security-policy': fakePagePolicy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'unsafe-none',
    });

    await routes.register(async pages => {
      pages.removeAllContentTypeParsers();
      const urlencoded = 'application/x-www-form-urlencoded';
      pages.addContentTypeParser(
        urlencoded,
        { parseAs: 'string' },
        async (_request: FastifyRequest, body: string) => body,
      );
      const url = `${fakePaths.provider(':provider')}/choose/:uid`;

      pages.get<FakeRoute>(url, async (request, reply) => {
        const settings = getSettings(request.params.provider);
        await withInteraction(settings, request, fake => fake.checkInteraction(request.raw, reply.raw));
        return reply.type('text/html; charset=utf-8').send(renderChoicePage(settings.label));
      });

      pages.post<FakeRoute & { Body: string }>(url, async (request, reply) => {
        const settings = getSettings(request.params.provider);
        const choice = parseChoice(new URLSearchParams(request.body));
        if ('error' in choice) {
          const page = renderChoicePage(settings.label, choice.error);
          return reply.code(400).type('text/html; charset=utf-8').send(page);
        }
        const to = await withInteraction(settings, request, fake =>
          fake.finishInteraction(request.raw, reply.raw, choice.user),
        );
        return reply.redirect(to, 303);
      });
    });

    await routes.register(async api => {
      // The provider parses bodies itself.
      api.removeAllContentTypeParsers();
      api.addContentTypeParser('*', (_request, _payload, done) => done(null));
      api.all<FakeRoute>(`${fakePaths.provider(':provider')}/*`, async (request, reply) => {
        const settings = getSettings(request.params.provider);
        const fake = await getFake(settings);
        reply.hijack();
        forward(fake, fakePaths.provider(settings.name), applySiteHeaders(request.raw), reply);
        return reply;
      });
    });
  });
}

/** Passes a request to the provider, which expects paths below its own URL. */
function forward(fake: FakeOpenIdProvider, mount: string, request: IncomingMessage, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  const url = request.url ?? '/';
  Object.assign(request, { originalUrl: url, url: url.slice(mount.length) });
  fake.handle(request, reply.raw);
}
