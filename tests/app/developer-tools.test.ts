import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePaymentKeys } from '#fakes/fake-payment-provider.ts';
import { signStripeWebhook } from '#fakes/fake-stripe.ts';
import { API_PREFIX } from '#shared/paths.ts';
import type { IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { queueTestEmail } from '../support/emails.ts';
import { freePort, type Proxy, startProxy } from '../support/nginx.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// A local site that its owner put behind a proxy without setting SITE_URL must not show developer tools to visitors.

const PUBLIC = 'site.example';

let site: TestSite;
let documents: Awaited<ReturnType<typeof billingDocumentFactory>>;
let direct: string;
let mailId: string;
let plain: Proxy;
let withHost: Proxy;
let withRealIp: Proxy;
beforeAll(async () => {
  const port = await freePort();
  site = await createTestSite({ pages: true, environment: { PORT: String(port) } });
  direct = `http://localhost:${port}`;
  await site.http.app.listen({ port, host: 'localhost' });
  documents = await billingDocumentFactory(site);
  plain = await startProxy(direct);
  withHost = await startProxy(direct, ['proxy_set_header Host $http_host;']);
  withRealIp = await startProxy(direct, [
    'proxy_set_header X-Real-IP $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
  ]);
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  mailId = await queueTestEmail(site, {
    to: { name: 'Ada', email: 'ada@site.example' },
    template: 'verify_email',
    props: { name: 'Ada', url: 'http://localhost/confirm-address/123456', expiresInHours: 24 },
  });
});
afterAll(async () => {
  for (const proxy of [plain, withHost, withRealIp]) await proxy?.stop();
  await site.close();
});

interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with any Host header. */
function ask(base: string, path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(base + path, { method, headers: { 'sec-fetch-site': 'same-origin', ...headers } });
    request.once('error', reject);
    request.once('response', response => {
      text(response).then(
        answer => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
        reject,
      );
    });
    request.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Starts a payment at the fake Stripe as a developer, and returns its path. */
async function beginPayment(document: IssuedDocument): Promise<string> {
  const path = `${API_PREFIX}${documents.apiPathOf(document)}/payments`;
  const headers = { ...json, cookie: site.developerCookie };
  const begun = await ask(direct, path, { method: 'POST', headers, body: JSON.stringify({ method: 'stripe' }) });
  expect(begun.status, begun.body).toBe(201);
  return new URL((JSON.parse(begun.body) as { checkoutUrl: string }).checkoutUrl).pathname;
}

/** The routes by which a visitor's request can reach the site. */
const routes: readonly [name: string, base: () => string, host: string | undefined][] = [
  ['nginx with a plain proxy_pass', () => plain.url, PUBLIC],
  ['nginx that forwards Host', () => withHost.url, PUBLIC],
  ['nginx that forwards Host, from a client that claims to be local', () => withHost.url, 'localhost'],
  ['nginx that sets X-Real-IP and X-Forwarded-Proto', () => withRealIp.url, PUBLIC],
  ['a name rebound to this machine', () => direct, 'rebind.example'],
];

describe.each(routes)('by %s', (_name, base, host) => {
  const through = (path: string, { headers, ...rest }: Ask = {}) =>
    ask(base(), path, { ...rest, headers: { ...(host ? { host } : {}), ...headers } });

  it('serves the public pages', async () => {
    expect((await through('/about')).status).toBe(200);
  });

  it('hides developer mail from strangers', async () => {
    for (const path of [
      '/dev/mail',
      `/dev/mail/${mailId}`,
      `/dev/mail/${mailId}/content`,
      `/dev/mail/${mailId}/attachments/0`,
      `${API_PREFIX}/dev/emails`,
      `${API_PREFIX}/dev/emails/${mailId}`,
      '/dev/tools/guessed',
    ]) {
      const answer = await through(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body).not.toContain('123456');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('doesn’t let strangers sign in with a fake provider', async () => {
    expect(JSON.parse((await through(`${API_PREFIX}/social-login/providers`)).body)).toMatchObject({ providers: [] });
    for (const path of [
      '/sign-in/google',
      '/sign-in/google/callback?code=x&state=y',
      '/dev/fake-provider/google/.well-known/openid-configuration',
      '/dev/fake-provider/google/auth?client_id=this-site',
      '/dev/fake-provider/google/choose/x',
    ]) {
      const answer = await through(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const chosen = await through('/dev/fake-provider/google/choose/x', {
      method: 'POST',
      headers: form,
      body: 'person=verified',
    });
    expect(chosen.status).toBe(404);
    expect((await through('/login')).body).not.toContain('/sign-in/google');
  });

  it('accepts no fake payment from strangers', async () => {
    const document = await documents.issue(1000);
    const payments = `${API_PREFIX}${documents.apiPathOf(document)}/payments`;
    expect(JSON.parse((await through(payments)).body)).toMatchObject({ amountDue: 1000, options: [] });
    const begun = await through(payments, { method: 'POST', headers: json, body: '{"method":"stripe"}' });
    expect(begun.status).toBe(422);

    const page = await beginPayment(document);
    expect((await through(page)).status).toBe(404);
    expect((await through(page, { method: 'POST', headers: form, body: 'act=pay' })).status).toBe(404);
    const authorization = `Bearer ${fakePaymentKeys.stripe.secretKey}`;
    const session = page.replace('/pay/', '/v1/checkout/sessions/');
    expect((await through(session, { headers: { authorization } })).status).toBe(404);

    const object = {
      id: page.split('/').at(-1),
      object: 'checkout.session',
      payment_status: 'paid',
      amount_total: 1000,
    };
    const data = { object: { ...object, currency: 'usd', status: 'complete', payment_intent: 'pi_forged' } };
    const body = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'checkout.session.completed', data });
    const signature = signStripeWebhook(body, fakePaymentKeys.stripe.webhookSecret, Math.floor(Date.now() / 1000));
    const headers = { ...json, 'stripe-signature': signature };
    expect((await through(`${API_PREFIX}/webhooks/stripe`, { method: 'POST', headers, body })).status).toBe(404);
    expect(JSON.parse((await ask(direct, payments)).body)).toMatchObject({ amountDue: 1000 });
  });
});

describe('developer cookie', () => {
  const link = () => new URL(site.http.developerLink ?? '').pathname;
  const mails = (base: string, headers: Record<string, string> = {}) =>
    ask(base, '/dev/mail', { headers: { cookie: site.developerCookie, ...headers } });

  it('is set by the developer link and opens mail, providers and payments', async () => {
    const opened = await ask(direct, link());
    expect([opened.status, opened.headers.location]).toEqual([303, '/dev/mail']);
    expect(opened.headers['set-cookie']?.[0]).toContain(site.developerCookie);
    expect(opened.headers['set-cookie']?.[0]).toContain('HttpOnly; SameSite=Lax');
    expect((await mails(direct)).status).toBe(200);
    const headers = { cookie: site.developerCookie };
    const { providers } = JSON.parse((await ask(direct, `${API_PREFIX}/social-login/providers`, { headers })).body) as {
      providers: unknown[];
    };
    expect(providers).toHaveLength(3);
    const page = await beginPayment(await documents.issue(1000));
    expect((await ask(direct, page, { headers })).status).toBe(200);
  });

  it('is not set through a recognizable proxy or for a foreign host', async () => {
    for (const [base, host] of [
      [withHost.url, PUBLIC],
      [withRealIp.url, PUBLIC],
      [direct, 'rebind.example'],
    ] as const) {
      const answer = await ask(base, link(), { headers: { host } });
      expect(answer.status).toBe(404);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is ignored there', async () => {
    expect((await mails(withHost.url, { host: PUBLIC })).status).toBe(404);
    expect((await mails(withRealIp.url)).status).toBe(404);
    expect((await mails(direct, { host: 'rebind.example' })).status).toBe(404);
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'cf-connecting-ip', 'true-client-ip', 'x-real-ip']) {
      expect([name, (await mails(direct, { [name]: '127.0.0.1' })).status]).toEqual([name, 404]);
    }
  });

  it('is set by the setup link and by no other token', async () => {
    const { createOwnerSetupToken } = await import('#features/auth/registration/actions/owner-setup.ts');
    const token = await createOwnerSetupToken(site.db, { isOnlyInstance: true });
    expect(site.developerCookie).toMatch(/^developer-\d+=[\w-]{43}$/);
    const opened = await ask(direct, `/set-up/${token}`);
    expect(opened.status).toBe(200);
    expect(String(opened.headers['set-cookie'])).toContain(site.developerCookie);
    const wrong = await ask(direct, '/set-up/wrong');
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([404, undefined]);
    const proxied = await ask(withRealIp.url, `/set-up/${token}`);
    expect([proxied.status, proxied.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('is never logged', () => {
    expect(site.log.text()).not.toContain(new URL(site.http.developerLink ?? '').pathname.split('/').at(-1));
  });
});

it('does not exist on a public site', async () => {
  const remote = await createTestSite({ pages: true, environment: { SITE_URL: 'https://ada.example' } });
  expect([remote.http.developerLink, remote.developerCookie]).toEqual([undefined, '']);
  for (const path of [link(), `${API_PREFIX}/dev/emails`]) {
    const answer = await remote.http.app.inject({ url: path, headers: { cookie: site.developerCookie } });
    expect(answer.statusCode).not.toBe(303);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  await remote.close();

  function link() {
    return new URL(site.http.developerLink ?? '').pathname;
  }
});
