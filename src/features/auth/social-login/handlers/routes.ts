import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { presentAdmission } from '../../sessions/actions/sign-in-result.ts';
import { hasFreshSignIn } from '../../sessions/actions/reauthentication.ts';
import { wayAfterSignIn } from '../../sessions/rules/redirect.ts';
import { errorHeaders, fromFramework, toAppError } from '#platform/api/errors.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { countTry } from '#platform/http/rate-limits.ts';
import { dataPolicy } from '#platform/http/security-headers.ts';
import { bareStyleHash, writeBareDocument } from '#platform/pages/html-document.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { type Arrived, countConfirmation, IdentityTaken, receive } from '../actions/callback.ts';
import {
  DEPARTURES,
  makeChecks,
  recallAuthorization,
  rememberAuthorization,
  RETURNS,
  type Wish,
} from '../actions/authorization.ts';
import type { ProviderClient } from '../providers/provider-client.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { confirmAddressWords, type SignInCode, type SignInOutcome, wordsForCode } from '../rules/outcomes.ts';
import type { ProviderSettings } from '../rules/providers.ts';
import { resultPolicy, writeResultPage } from './popup-result-page.ts';

interface SignInParts {
  readonly siteUrl: string;
  readonly providers: readonly ProviderSettings[];
  /** Guards the fake providers; undefined unless the site is local. */
  readonly developerTools: DeveloperTools | undefined;
  readonly contextOf: (request: FastifyRequest) => Promise<ApiContext>;
}

type ProviderRoute = { Params: { provider: string } };

/** Serves signing in by other sites: the way there and the way back (OAuth 2.0 Security, RFC 9700). */
export async function registerSignIn(app: FastifyInstance, parts: SignInParts): Promise<void> {
  const { developerTools } = parts;
  const clients = new Map<string, Promise<ProviderClient>>();
  const callbackOf = (name: string) => parts.siteUrl + paths.signInCallback(name);

  /** The code that speaks to providers is loaded when the first person wants to go to one. */
  function clientOf(settings: ProviderSettings): Promise<ProviderClient> {
    const made =
      clients.get(settings.name) ??
      import('../providers/provider-client.ts').then(({ createProviderClient }) => createProviderClient(settings));
    clients.set(settings.name, made);
    return made;
  }

  function settingsOf({ params, headers }: FastifyRequest<ProviderRoute>): ProviderSettings {
    const settings = parts.providers.find(provider => provider.name === params.provider);
    if (!settings || (settings.isFake && !developerTools?.allows(headers)))
      throw new AppError('NOT_FOUND', 'Nobody signs in here by that provider.');
    return settings;
  }

  await app.register(async routes => {
    routes.setErrorHandler(refuseAsPage);
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        // With any other value the window would lose the page behind it on the way through the provider (HTML, 7.1.3).
        'cross-origin-opener-policy': 'unsafe-none',
      });
    });

    routes.get<ProviderRoute>('/sign-in/:provider', async (request, reply) => {
      const settings = settingsOf(request);
      refuseForeignStart(request);
      const context = await parts.contextOf(request);
      const { wish, signedOut } = readWish(request, context);
      if (signedOut) return answer(reply, context, settings, wish, { outcome: 'signed-out' });
      // A stolen session must not make itself a way in that outlasts it.
      if (wish.addTo !== undefined && !(await hasFreshSignIn(context))) {
        return answer(reply, context, settings, wish, { outcome: 'proof-needed' });
      }
      try {
        await countTry(context.db, DEPARTURES, context.client.network, context.now());
        const checks = makeChecks();
        const address = await (await clientOf(settings)).authorizationUrl(callbackOf(settings.name), checks);
        await rememberAuthorization(context.db, context, settings.name, wish, checks);
        setCookies(reply, context);
        return await reply.redirect(address.href, 303);
      } catch (error) {
        return answer(reply, context, settings, wish, { outcome: codeOf(error, context, settings) });
      }
    });

    routes.get<ProviderRoute>('/sign-in/:provider/callback', async (request, reply) => {
      const settings = settingsOf(request);
      const context = await parts.contextOf(request);
      const callback = new URL(callbackOf(settings.name));
      callback.search = new URL(`http://page${request.url}`).search;
      let wish: Wish | undefined;
      try {
        await countTry(context.db, RETURNS, context.client.network, context.now());
        const state = callback.searchParams.get('state') ?? '';
        const recalled = await recallAuthorization(context.db, context, settings.name, state);
        if (!recalled) throw new ProviderError('invalid-credential', 'Nobody of this browser is awaited.');
        wish = recalled;
        const profile = await (await clientOf(settings)).profile(callback, recalled.checks);
        if (wish.addTo === undefined) await countConfirmation(context, profile);
        const { addTo } = wish;
        const arrived = await context.db.transaction(tx => receive(tx, context, settings, profile, addTo));
        if (arrived.admission) presentAdmission(context, arrived.admission);
        return answer(reply, context, settings, wish, arrived);
      } catch (error) {
        return answer(reply, context, settings, wish, { outcome: codeOf(error, context, settings) });
      }
    });
  });

  /** Tells the page behind a popup what came of it; without one, goes on to the page where that is said. */
  function answer(
    reply: FastifyReply,
    context: ApiContext,
    { name, label }: ProviderSettings,
    wish: Wish | undefined,
    { outcome }: Arrived,
  ): FastifyReply {
    setCookies(reply, context);
    const to = wayOn(name, outcome, wish);
    if (wish && wish.channel === undefined) return reply.redirect(to, 303);
    const page = writeResultPage({
      message: { kind: 'sign-in-by-provider', provider: name, outcome },
      origin: parts.siteUrl,
      channel: wish?.channel,
      to,
      ...wordsFor(outcome, label),
    });
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': resultPolicy };
    return reply
      .code(wish ? 200 : 400)
      .headers(headers)
      .send(page);
  }
}

/** Another site cannot send its visitors off to sign in, or to add something to their account (login CSRF). */
function refuseForeignStart(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site'];
  if (from === undefined || from === 'same-origin' || from === 'none') return;
  throw new AppError('FORBIDDEN', 'This came from another site, so it was not carried out.');
}

function readWish(request: FastifyRequest, { actor }: ApiContext): { wish: Wish; signedOut: boolean } {
  const { searchParams } = new URL(`http://page${request.url}`);
  const channel = searchParams.get('channel') ?? '';
  const adds = searchParams.has('add');
  const wish = {
    addTo: adds && actor.role !== 'visitor' ? actor.userId : undefined,
    next: wayAfterSignIn(searchParams.get('next')),
    channel: /^[\w-]{20,80}$/.test(channel) ? channel : undefined,
  };
  return { wish, signedOut: adds && actor.role === 'visitor' };
}

function wayOn(provider: string, outcome: SignInOutcome, wish: Wish | undefined): string {
  if (outcome === 'signed-in') return wish?.next ?? paths.dashboard;
  if (wish?.addTo !== undefined && outcome !== 'signed-out')
    return withQuery(dashboardPaths.identities, { provider, outcome });
  const next = wish && wish.next !== paths.dashboard ? wish.next : undefined;
  return withQuery(paths.login, { provider, outcome, next });
}

function wordsFor(outcome: SignInOutcome, label: string): { title: string; sentence: string } {
  switch (outcome) {
    case 'signed-in':
      return { title: 'You are signed in', sentence: 'This window closes by itself.' };
    case 'added':
      return { title: `${label} was added`, sentence: `From now on you can sign in by ${label}.` };
    case 'confirm-address':
      return { title: 'Look into your inbox', sentence: confirmAddressWords };
    default:
      return { title: `${label} did not sign you in`, sentence: wordsForCode(outcome, label) };
  }
}

/** What is told of an error; what really happened stands in the log. Anything unexpected goes on as it is. */
function codeOf(error: unknown, context: ApiContext, { name }: ProviderSettings): SignInCode {
  if (error instanceof ProviderError) {
    const { code, message } = error;
    if (code !== 'access-denied')
      context.log.info({ provider: name, code, reason: message }, 'a provider let nobody in');
    return code;
  }
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return 'too-many-requests';
  if (error instanceof IdentityTaken) return 'invalid-credential';
  throw error;
}

function setCookies(reply: FastifyReply, { cookies }: ApiContext): void {
  if (cookies.headers.length > 0) reply.header('set-cookie', [...cookies.headers]);
}

function refuseAsPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(fromFramework(error), request.log);
  return reply
    .code(known.status)
    .headers({
      ...errorHeaders(known),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${dataPolicy}; style-src ${bareStyleHash}`,
    })
    .send(writeBareDocument('That did not work', known.message, request.id));
}
