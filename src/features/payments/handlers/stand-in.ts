import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sentenceFor } from '#platform/api/errors.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { escapeHtml } from '#platform/pages/html-document.ts';
import { standInPolicy, writeStandInPage } from '#platform/pages/stand-in-page.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX, paths } from '#shared/paths.ts';
import type { ProviderName } from '../contract/enums.ts';
import type { StandInFetch } from '../providers/providers.ts';
import type { PlayedPayment, PlayedProvider } from '../providers/stand-in.ts';
import { playPaypal } from '../providers/stand-in-paypal.ts';
import { playStripe } from '../providers/stand-in-stripe.ts';

/** A real provider tells some moments later, and again while nobody listens: milliseconds. */
const TELLS_AFTER = [500, 2000, 8000];

type PayRoute = { Params: { id: string }; Body: string };

/** This site's own calls to its stand-ins: they do not leave the process, so that they work whatever its address is. */
export function standInFetch(app: FastifyInstance, { ownHeaders }: DeveloperTools): StandInFetch {
  return provider => async (address, options) => {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    const { method, headers, body } = new Request('http://stand-in', options);
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: paths.standIn(provider) + pathname + search,
      headers: { ...Object.fromEntries(headers), ...ownHeaders },
      ...(body ? { payload: await new Response(body).text() } : {}),
    });
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } });
  };
}

/** Serves the stand-ins for the providers that this site plays. */
export async function registerPaymentStandIns(
  app: FastifyInstance,
  {
    siteUrl,
    played,
    developerTools,
  }: {
    readonly siteUrl: string;
    readonly played: readonly ProviderName[];
    readonly developerTools: DeveloperTools;
  },
): Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => timers.forEach(timer => clearTimeout(timer)));

  function tell(provider: ProviderName, body: string, headers: Record<string, string>, attempt = 0): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send();
    }, TELLS_AFTER[attempt]);
    const send = async () => {
      const sent = { 'content-type': 'application/json', ...headers, ...developerTools.ownHeaders };
      const url = `${API_PREFIX}/webhooks/${provider}`;
      const { statusCode } = await app.inject({ method: 'POST', url, headers: sent, payload: body });
      if (statusCode >= 300 && attempt + 1 < TELLS_AFTER.length) tell(provider, body, headers, attempt + 1);
    };
    timers.add(timer);
  }

  for (const name of played) {
    const stage = {
      address: siteUrl + paths.standIn(name),
      tell: (body: string, headers: Record<string, string>) => tell(name, body, headers),
    };
    const provider = name === 'stripe' ? playStripe(stage) : playPaypal(stage);
    await app.register(async routes => registerStandIn(routes, provider, developerTools));
  }
}

/** Serves one stand-in below its path: its API, and the page on which somebody pays. */
function registerStandIn(app: FastifyInstance, provider: PlayedProvider, developerTools: DeveloperTools): void {
  const base = paths.standIn(provider.name);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body);
  app.addHook('onRequest', async (request, reply) => {
    if (!developerTools.allows(request.headers)) throw new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': standInPolicy });
  });

  function paymentOf(id: string): PlayedPayment {
    const payment = provider.find(id);
    if (!payment)
      throw new AppError('NOT_FOUND', 'The stand-in knows no such payment. It forgets all when the site ends.');
    return payment;
  }

  app.get<PayRoute>(`${base}/pay/:id`, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(writePayPage(provider.label, paymentOf(request.params.id))),
  );

  app.post<PayRoute>(`${base}/pay/:id`, async (request, reply) => {
    const { id } = request.params;
    const payment = paymentOf(id);
    const act = new URLSearchParams(request.body).get('act');
    if (act === 'cancel') return reply.redirect(payment.cancelTo, 303);
    if (act !== 'pay') {
      const page = writePayPage(provider.label, payment, 'The card was declined. Try again, or go back.');
      return reply.type('text/html; charset=utf-8').send(page);
    }
    provider.pay(id);
    return reply.redirect(payment.returnTo, 303);
  });

  app.all(`${base}/*`, async (request, reply) => {
    const path = new URL(`http://stand-in${request.url}`).pathname.slice(base.length);
    const { method, headers } = request;
    const body = typeof request.body === 'string' ? request.body : '';
    const answer = provider.answer({ method, path, headers, body });
    return reply.code(answer.status).send(answer.body);
  });
}

function writePayPage(name: string, { title, amount, open }: PlayedPayment, declined?: string): string {
  const label = escapeHtml(name);
  const acts = open
    ? `<form method="post" class="refuse"><button name="act" value="pay">Pay</button>
<button name="act" value="decline">Decline</button>
<button name="act" value="cancel">Cancel</button></form>`
    : `<form method="post" class="refuse"><span>This was paid.</span>
<button name="act" value="pay">Go back to the site</button></form>`;
  return writeStandInPage({
    title: `Stand-in for ${name}`,
    label: `<b>This is a stand-in, no money moves.</b> It plays ${label} on this machine, for trying out how paying works.`,
    main: `<h1>Pay ${escapeHtml(amount)}</h1>
<p>${escapeHtml(title)}</p>
${declined ? `<p class="wrong" role="alert">${escapeHtml(declined)}</p>` : ''}
${acts}
<p class="soft">Pay is a card that works, Decline one that does not, Cancel somebody who changes their mind.</p>`,
  });
}
