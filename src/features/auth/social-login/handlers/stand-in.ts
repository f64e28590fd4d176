import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CustomFetchOptions } from 'openid-client';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { standInPolicy } from '#platform/pages/stand-in-page.ts';
import { sentenceFor } from '#platform/api/errors.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { StandIn } from '../providers/stand-in.ts';
import type { ProviderSettings } from '../rules/providers.ts';
import { readChoice, writeChoicePage } from './stand-in-page.ts';

type StandInRoute = { Params: { provider: string; uid: string } };

/** What this site's own calls to a stand-in look like: they do not leave the process. */
type StandInFetch = (address: string, options: CustomFetchOptions) => Promise<Response>;

/**
 * Serves the stand-ins of a local site, and answers how this site itself speaks to them. They are made when the first
 * person needs one.
 */
export async function registerStandIns(
  app: FastifyInstance,
  {
    siteUrl,
    providers,
    developerTools,
  }: { siteUrl: string; providers: readonly ProviderSettings[]; developerTools: DeveloperTools },
): Promise<StandInFetch> {
  const made = new Map<string, Promise<StandIn>>();
  const { host, protocol } = new URL(siteUrl);

  function settingsOf(name: string): ProviderSettings {
    const settings = providers.find(provider => provider.name === name);
    if (!settings) throw new AppError('NOT_FOUND', 'There is no such stand-in.');
    return settings;
  }

  function standInOf(settings: ProviderSettings): Promise<StandIn> {
    const { name } = settings;
    const standIn =
      made.get(name) ??
      import('../providers/stand-in.ts').then(({ createStandIn }) =>
        createStandIn(settings, siteUrl + paths.signInCallback(name), uid => `${paths.standIn(name)}/choose/${uid}`),
      );
    made.set(name, standIn);
    return standIn;
  }

  /** The provider makes addresses from what it is asked by: those are the site's, whatever way the request came. */
  function asTheSite(request: IncomingMessage): IncomingMessage {
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    return request;
  }

  await app.register(async routes => {
    routes.addHook('onRequest', async (request, reply) => {
      // Here a person signs in as anyone they like.
      if (!developerTools.allows(request.headers)) throw new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
      reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': standInPolicy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'unsafe-none',
      });
    });

    await routes.register(async pages => {
      pages.removeAllContentTypeParsers();
      const urlencoded = 'application/x-www-form-urlencoded';
      pages.addContentTypeParser(
        urlencoded,
        { parseAs: 'string' },
        async (_request: FastifyRequest, body: string) => body,
      );

      pages.get<StandInRoute>('/stand-in/:provider/choose/:uid', async (request, reply) => {
        const settings = settingsOf(request.params.provider);
        await withChoice(settings, request, standIn => standIn.check(request.raw, reply.raw));
        return reply.type('text/html; charset=utf-8').send(writeChoicePage(settings.label));
      });

      pages.post<StandInRoute & { Body: string }>('/stand-in/:provider/choose/:uid', async (request, reply) => {
        const settings = settingsOf(request.params.provider);
        const choice = readChoice(new URLSearchParams(request.body));
        if ('wrong' in choice) {
          const page = writeChoicePage(settings.label, choice.wrong);
          return reply.code(400).type('text/html; charset=utf-8').send(page);
        }
        const to = await withChoice(settings, request, standIn =>
          standIn.choose(request.raw, reply.raw, choice.identity),
        );
        return reply.redirect(to, 303);
      });
    });

    await routes.register(async whole => {
      // The provider reads bodies itself.
      whole.removeAllContentTypeParsers();
      whole.addContentTypeParser('*', (_request, _payload, done) => done(null));
      whole.all<StandInRoute>('/stand-in/:provider/*', async (request, reply) => {
        const settings = settingsOf(request.params.provider);
        const standIn = await standInOf(settings);
        reply.hijack();
        passOn(standIn, paths.standIn(settings.name), asTheSite(request.raw), reply);
        return reply;
      });
    });
  });

  async function withChoice<Result>(
    settings: ProviderSettings,
    request: FastifyRequest,
    use: (standIn: StandIn) => Promise<Result>,
  ): Promise<Result> {
    asTheSite(request.raw);
    const standIn = await standInOf(settings);
    try {
      return await use(standIn);
    } catch {
      throw new AppError('GONE', 'This choice has ended. Close the window, and begin again.');
    }
  }

  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address);
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(headers)), ...developerTools.ownHeaders },
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { payload: body.toString() } : {}),
    });
    const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(answer.body, { status: answer.statusCode, headers: told });
  };
}

/** The provider believes to stand at the root of its address, as in any server that mounts it. */
function passOn(standIn: StandIn, mount: string, request: IncomingMessage, reply: FastifyReply): void {
  const response: ServerResponse = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value);
  const url = request.url ?? '/';
  Object.assign(request, { originalUrl: url, url: url.slice(mount.length) });
  standIn.answer(request, response);
}
