import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProviderName } from '#features/payments/contract/enums.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { escapeHtml } from '#platform/pages/html-document.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { guardRoutes } from './developer-routes.ts';
import { fakePagePolicy, renderFakePage } from './fake-page.ts';
import type { FakePayment, FakeProvider } from './fake-payment-provider.ts';
import { createFakePaypal } from './fake-paypal.ts';
import { createFakeStripe } from './fake-stripe.ts';
import { fakePaths } from './paths.ts';

/** Milliseconds before each attempt to deliver a webhook. */
const WEBHOOK_DELAYS = [500, 2000, 8000];

type PayRoute = { Params: { id: string }; Body: string };

/** Serves the fakes of these payment providers. */
export async function registerFakePayments(
  app: FastifyInstance,
  {
    siteUrl,
    names,
    developerTools,
  }: {
    readonly siteUrl: string;
    readonly names: readonly ProviderName[];
    readonly developerTools: DeveloperTools;
  },
): Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => timers.forEach(timer => clearTimeout(timer)));

  function sendWebhook(provider: ProviderName, body: string, headers: Record<string, string>, attempt = 0): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send();
    }, WEBHOOK_DELAYS[attempt]);
    const send = async () => {
      const allHeaders = { 'content-type': 'application/json', ...headers, ...developerTools.ownHeaders };
      const url = `${API_PREFIX}/webhooks/${provider}`;
      const { statusCode } = await app.inject({ method: 'POST', url, headers: allHeaders, payload: body });
      if (statusCode >= 300 && attempt + 1 < WEBHOOK_DELAYS.length) sendWebhook(provider, body, headers, attempt + 1);
    };
    timers.add(timer);
  }

  for (const name of names) {
    const options = {
      address: siteUrl + fakePaths.provider(name),
      sendWebhook: (body: string, headers: Record<string, string>) => sendWebhook(name, body, headers),
    };
    const provider = name === 'stripe' ? createFakeStripe(options) : createFakePaypal(options);
    await app.register(async routes => registerFakeProvider(routes, provider, developerTools));
  }
}

/** Serves one provider: its API and its payment page. */
function registerFakeProvider(app: FastifyInstance, provider: FakeProvider, developerTools: DeveloperTools): void {
  const base = fakePaths.provider(provider.name);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body);
  guardRoutes(app, developerTools, { 'content-security-policy': fakePagePolicy });

  function getPayment(id: string): FakePayment {
    const payment = provider.find(id);
    if (!payment) {
      throw new AppError(
        'NOT_FOUND',
        'This payment doesn’t exist. Fake providers lose their payments when the site stops.',
      );
    }
    return payment;
  }

  app.get<PayRoute>(`${base}/pay/:id`, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderPayPage(provider.label, getPayment(request.params.id))),
  );

  app.post<PayRoute>(`${base}/pay/:id`, async (request, reply) => {
    const { id } = request.params;
    const payment = getPayment(id);
    const form = new URLSearchParams(request.body);
    const action = form.get('act');
    if (action === 'fail_refunds') {
      provider.failRefunds?.(id);
      return reply.redirect(request.url, 303);
    }
    if (action === 'cancel') return reply.redirect(payment.cancelTo, 303);
    if (action !== 'pay') {
      const page = renderPayPage(provider.label, payment, 'The card was declined. Try again or cancel.');
      return reply.type('text/html; charset=utf-8').send(page);
    }
    provider.pay(id, { card: form.get('card') ?? undefined, isSilent: form.get('webhook') === 'off' });
    return reply.redirect(payment.returnTo, 303);
  });

  // The site calls its own fakes as often as it needs.
  app.all(`${base}/*`, { config: { hasOwnRateLimit: true } }, async (request, reply) => {
    const path = request.url.slice(base.length);
    const { method, headers } = request;
    const body = typeof request.body === 'string' ? request.body : '';
    const response = provider.handle({ method, path, headers, body });
    return reply.code(response.status).send(response.body);
  });
}

function renderPayPage(
  name: string,
  { title, amount, open, isRefunded, cards }: FakePayment,
  declined?: string,
): string {
  const label = escapeHtml(name);
  const choices = Object.entries(cards ?? {}).map(
    ([id, text], place) =>
      `<label class="check"><input type="radio" name="card" value="${id}"${place === 0 ? ' checked' : ''}> ${escapeHtml(text)}</label>`,
  );
  const options = cards
    ? `${choices.join('\n')}
<label class="check"><input type="checkbox" name="webhook" value="off"> Send no webhook</label>`
    : '';
  const buttons = open
    ? `<form method="post">${options}<div class="row"><button name="act" value="pay">${amount ? 'Pay' : 'Save card'}</button>
<button name="act" value="decline">Decline</button>
<button name="act" value="cancel">Cancel</button></div></form>`
    : `<form method="post" class="row"><span>This payment is complete.</span>
<button name="act" value="pay">Return to the site</button>${isRefunded ? '\n<button name="act" value="fail_refunds">Let the refunds fail</button>' : ''}</form>`;
  return renderFakePage({
    title: `Fake ${name}`,
    label: `<b>This isn’t ${label}, and no money moves.</b> It’s a fake on this computer for trying out payments.`,
    main: `<h1>${amount ? `Pay ${escapeHtml(amount)}` : 'Save a card'}</h1>
<p>${escapeHtml(title)}</p>
${declined ? `<p class="error" role="alert">${escapeHtml(declined)}</p>` : ''}
${buttons}
<p class="soft">“Pay” simulates a successful payment, “Decline” a declined card, and “Cancel” a client who changes their mind.</p>`,
  });
}
