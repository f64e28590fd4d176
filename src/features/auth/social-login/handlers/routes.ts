import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondWithSignInResult } from '../../sessions/actions/sessions.ts';
import { hasRecentAuthentication } from '../../sessions/actions/reauthentication.ts';
import { getSafeRedirectPath, toNextParam } from '../../sessions/rules/redirect.ts';
import { toErrorHeaders, fromFastifyError, toAppError } from '#platform/api/errors.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { RouteOptions } from '#platform/feature.ts';
import { consumeRateLimit } from '#platform/http/rate-limits.ts';
import { DATA_CSP } from '#platform/http/security-headers.ts';
import { FALLBACK_STYLE_HASH, renderFallbackDocument } from '#platform/pages/html-document.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import {
  consumeVerificationEmailLimit,
  AccountAlreadyLinkedError,
  handleProviderCallback,
} from '../actions/callback.ts';
import {
  AUTHORIZE_RATE_LIMIT,
  createOAuthSecrets,
  consumeAuthorizationRequest,
  saveAuthorizationRequest,
  CALLBACK_RATE_LIMIT,
  type AuthorizationIntent,
} from '../actions/authorization.ts';
import type { ProviderClient } from '../providers/provider-client.ts';
import { ProviderError } from '../providers/provider-error.ts';
import {
  VERIFY_EMAIL_MESSAGE,
  type SignInErrorCode,
  type SignInOutcome,
  formatSignInError,
} from '../rules/outcomes.ts';
import type { ProviderSettings } from '../rules/providers.ts';
import { popupResultCsp, renderPopupResultPage } from './popup-result-page.ts';

type ProviderRoute = { Params: { provider: string } };

/** Registers the redirect to providers and their callback (OAuth 2.0 Security, RFC 9700). */
export async function registerSocialLoginRoutes(
  app: FastifyInstance,
  { services: { siteUrl, signInProviders }, contexts, developerTools }: RouteOptions,
): Promise<void> {
  const clients = new Map<string, Promise<ProviderClient>>();
  const getCallbackUrl = (name: string) => siteUrl + paths.socialLoginCallback(name);

  /** Loads the provider client lazily, on the first sign-in with a provider. */
  function getProviderClient(settings: ProviderSettings): Promise<ProviderClient> {
    return clients.getOrInsertComputed(settings.name, async () => {
      const { createProviderClient } = await import('../providers/provider-client.ts');
      return createProviderClient(settings);
    });
  }

  function getProviderSettings({ params, headers }: FastifyRequest<ProviderRoute>): ProviderSettings {
    const settings = signInProviders.find(provider => provider.name === params.provider);
    if (!settings || (settings.isFake && !developerTools?.allows(headers)))
      throw new AppError('NOT_FOUND', 'This sign-in provider isn’t available.');
    return settings;
  }

  await app.register(async routes => {
    routes.setErrorHandler(sendErrorPage);
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        // Any other value would cut the opener reference on the way through the provider (HTML, 7.1.3).
        'cross-origin-opener-policy': 'unsafe-none',
      });
    });

    routes.get<ProviderRoute>('/sign-in/:provider', async (request, reply) => {
      const settings = getProviderSettings(request);
      assertSameOriginStart(request);
      const context = await contexts.createForCaller(request);
      const { intent, signedOut } = parseAuthorizationIntent(request, context);
      if (signedOut) return sendOutcome(reply, context, settings, intent, 'user-signed-out');
      // A stolen session must not add a sign-in method that outlasts it.
      if (intent.linkUserId !== null && !(await hasRecentAuthentication(context))) {
        return sendOutcome(reply, context, settings, intent, 'requires-recent-login');
      }
      try {
        await consumeRateLimit(context.db, AUTHORIZE_RATE_LIMIT, context.client.network, context.now());
        const checks = createOAuthSecrets();
        const client = await getProviderClient(settings);
        const address = await client.authorizationUrl(getCallbackUrl(settings.name), checks);
        await saveAuthorizationRequest(context, settings.name, intent, checks);
        sendCookies(reply, context);
        return await reply.redirect(address.href, 303);
      } catch (error) {
        return sendOutcome(reply, context, settings, intent, toSignInErrorCode(error, context, settings));
      }
    });

    routes.get<ProviderRoute>('/sign-in/:provider/callback', async (request, reply) => {
      const settings = getProviderSettings(request);
      const context = await contexts.createForCaller(request);
      const callback = new URL(getCallbackUrl(settings.name));
      callback.search = new URL(`http://page${request.url}`).search;
      let intent: AuthorizationIntent | undefined;
      try {
        await consumeRateLimit(context.db, CALLBACK_RATE_LIMIT, context.client.network, context.now());
        const state = callback.searchParams.get('state') ?? '';
        const saved = await consumeAuthorizationRequest(context, settings.name, state);
        if (!saved) throw new ProviderError('invalid-credential', 'This browser has no pending sign-in.');
        intent = saved;
        const { nonce, codeVerifier, linkUserId } = saved;
        const profile = await (await getProviderClient(settings)).profile(callback, { state, nonce, codeVerifier });
        if (linkUserId === null) await consumeVerificationEmailLimit(context, profile);
        const result = await context.db.transaction(tx =>
          handleProviderCallback(tx, context, settings, profile, linkUserId),
        );
        if (result.admission) respondWithSignInResult(context, result.admission);
        return sendOutcome(reply, context, settings, intent, result.outcome);
      } catch (error) {
        return sendOutcome(reply, context, settings, intent, toSignInErrorCode(error, context, settings));
      }
    });
  });

  /** Sends the result to the opener of a popup; without one, redirects to the page that shows it. */
  function sendOutcome(
    reply: FastifyReply,
    context: ApiContext,
    { name, label }: ProviderSettings,
    intent: AuthorizationIntent | undefined,
    outcome: SignInOutcome,
  ): FastifyReply {
    sendCookies(reply, context);
    const to = getOutcomeRedirect(name, outcome, intent);
    if (intent && intent.broadcastChannel === null) return reply.redirect(to, 303);
    const page = renderPopupResultPage({
      message: { kind: 'sign-in-by-provider', provider: name, outcome },
      origin: siteUrl,
      channel: intent?.broadcastChannel,
      to,
      ...getOutcomeMessage(outcome, label),
    });
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': popupResultCsp });
    return reply.code(intent ? 200 : 400).send(page);
  }
}

/** Throws if another site starts the sign-in or linking (login CSRF). */
function assertSameOriginStart(request: FastifyRequest): void {
  const from = request.headers['sec-fetch-site'];
  if (from === undefined || from === 'same-origin' || from === 'none') return;
  throw new AppError('FORBIDDEN', 'This request came from another site and was blocked. Start again from this site.');
}

function parseAuthorizationIntent(request: FastifyRequest, { actor }: ApiContext) {
  const { searchParams } = new URL(`http://page${request.url}`);
  const channel = searchParams.get('channel') ?? '';
  const isLinking = searchParams.has('add');
  const intent = {
    linkUserId: isLinking && actor.role !== 'visitor' ? actor.userId : null,
    redirectTo: getSafeRedirectPath(searchParams.get('next')),
    broadcastChannel: /^[\w-]{20,80}$/.test(channel) ? channel : null,
  };
  return { intent, signedOut: isLinking && actor.role === 'visitor' };
}

function getOutcomeRedirect(provider: string, outcome: SignInOutcome, intent: AuthorizationIntent | undefined): string {
  if (outcome === 'signed_in') return intent?.redirectTo ?? paths.dashboard;
  if (intent && intent.linkUserId !== null && outcome !== 'user-signed-out')
    return withQuery(dashboardPaths.socialLogin, { provider, outcome });
  return withQuery(paths.login, { provider, outcome, next: intent && toNextParam(intent.redirectTo) });
}

function getOutcomeMessage(outcome: SignInOutcome, label: string) {
  switch (outcome) {
    case 'signed_in':
      return { title: 'You’re signed in', sentence: 'This window closes automatically.' };
    case 'linked':
      return { title: `${label} added`, sentence: `You can now sign in with ${label}.` };
    case 'verify_email':
      return { title: 'Check your inbox', sentence: VERIFY_EMAIL_MESSAGE };
    default:
      return { title: `Couldn’t sign in with ${label}`, sentence: formatSignInError(outcome, label) };
  }
}

/** Returns the error code to show and logs the cause. Rethrows unexpected errors. */
function toSignInErrorCode(error: unknown, context: ApiContext, { name }: ProviderSettings): SignInErrorCode {
  if (error instanceof ProviderError) {
    const { code, message } = error;
    if (code !== 'access-denied')
      context.log.info({ provider: name, code, reason: message }, 'provider sign-in failed');
    return code;
  }
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return 'too-many-requests';
  if (error instanceof AccountAlreadyLinkedError) return 'invalid-credential';
  throw error;
}

function sendCookies(reply: FastifyReply, { cookies }: ApiContext): void {
  if (cookies.headers.length > 0) reply.header('set-cookie', [...cookies.headers]);
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(fromFastifyError(error), request.log);
  return reply
    .code(appError.status)
    .headers({
      ...toErrorHeaders(appError),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${DATA_CSP}; style-src ${FALLBACK_STYLE_HASH}`,
    })
    .send(renderFallbackDocument('Something went wrong', appError.message, request.id));
}
