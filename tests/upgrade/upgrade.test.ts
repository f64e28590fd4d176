import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import { createEmailDelivery } from '#features/email/provider.ts';
import { features } from '#app/features.ts';
import { startWorkers } from '#app/jobs.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/smtp-server.ts';
import { createTestSite, type TestSite } from '#tests/support/test-site.ts';
import { createTotpCode } from '#tests/support/two-factor-fixture.ts';
import { at, type Facts, toCurrentNames, pathOf, valueOf } from './facts.ts';
import { cleanedUp, renamed } from './names.ts';
import { readFacts, restoreSite } from './restore.ts';

const MINUTE = Temporal.Duration.from({ minutes: 1 });

let facts: Facts;
let restored: Awaited<ReturnType<typeof restoreSite>>;
let server: TestSmtpServer;
let stripe: Awaited<ReturnType<typeof openStripe>>;
let site: TestSite;
let now: Temporal.Instant;
let owner: string;
/** The jobs that were waiting when the data was created. */
let waitingJobs: string[];

/** Starts the current code on the data. */
const open = async () => {
  const { secretKey, stripe: keys, mailEventsSecret } = facts;
  site = await createTestSite({
    pages: true,
    now: () => now,
    files: createDiskStore(restored.files),
    database: { connectionString: restored.database.connectionString, drop: async () => {} },
    safeFetch: async () => ({ changed: false }),
    environment: {
      SECRET_KEY: secretKey,
      MAIL_EVENTS_SECRET: mailEventsSecret,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_HOST: stripe.host,
    },
  });
};

beforeAll(async () => {
  facts = await readFacts<Facts>();
  now = Temporal.Instant.from(facts.now);
  restored = await restoreSite(now);
  server = await startSmtpServer();
  stripe = await openStripe();
  await open();
  now = now.add(MINUTE);
  waitingJobs = (await sql<{ id: string }>(`select id from pgboss.job order by id`)).map(({ id }) => id);
});
afterAll(async () => {
  await site.close();
  stripe.close();
  await server.close();
  await restored.database.drop();
  await rm(restored.folder, { recursive: true });
});

/** Starts a fake Stripe with the checkout session that the client had started. */
async function openStripe() {
  const { reference } = facts.pendingCard;
  const calls: string[] = [];
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams(await text(request));
    calls.push(`${request.method} ${request.url}`);
    const answer = request.url?.endsWith(reference)
      ? { id: reference, object: 'checkout.session', status: 'open', payment_status: 'unpaid' }
      : request.method === 'GET'
        ? { object: 'list', data: [], has_more: false, url: '/v1/refunds' }
        : { id: 're_upgrade', object: 'refund', status: 'succeeded', amount: Number(body.get('amount')) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  const http = createServer((request, response) => void answerTo(request, response)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    host: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    close: () => void http.close(),
  };
}

const sql = async <Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.db.$client.query<Row>(query, values)).rows;

let visitors = 0;
/** Requests a URL with a cookie if given, each time from a new IP address. */
function ask(
  url: string,
  {
    cookie = '',
    method = 'GET',
    body,
    headers = {},
  }: {
    cookie?: string;
    method?: 'GET' | 'POST' | 'PUT';
    body?: object | string;
    headers?: Record<string, string>;
  } = {},
): Promise<LightMyRequestResponse> {
  visitors += 1;
  return site.http.app.inject({
    method,
    url,
    ...(body === undefined ? {} : { payload: body }),
    remoteAddress: `198.18.${visitors >> 8}.${visitors & 255}`,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}), ...headers },
  });
}
const api = async (path: string, cookie = ''): Promise<unknown> => {
  const answer = await ask(`/api/v1${pathOf(path)}`, { cookie });
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 300)}`).toBe(200);
  return answer.json<unknown>();
};
const post = (path: string, body: object, cookie = '', headers: Record<string, string> = {}) =>
  ask(`/api/v1${pathOf(path)}`, { method: 'POST', body, cookie, headers });

/** Returns the cookies of a response as a browser sends them back. */
const cookiesOf = (answer: LightMyRequestResponse) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const userOf = async (cookie: string) => at(await api('/session', cookie), 'user');

/** Requests a URL and follows redirects within the site. `steps` has the status of each response. */
async function follow(url: string, cookie: string): Promise<LightMyRequestResponse & { readonly steps: number[] }> {
  const steps: number[] = [];
  let answer = await ask(url, { cookie });
  while (steps.push(answer.statusCode) < 6 && answer.headers.location) {
    const { pathname, search } = new URL(answer.headers.location, site.http.services.siteUrl);
    answer = await ask(pathname + search, { cookie });
  }
  return Object.assign(answer, { steps });
}

/** Without the health check, which runs every ten minutes and reports the files that the data lacks. */
const withoutHealthCheck = features.filter(({ name }) => name !== 'status');

/** Runs the queues as a started site does until no job is due, and restarts the site. */
async function work(): Promise<void> {
  const skipDelays = () =>
    sql(
      `update pgboss.job set start_after = now() where start_after > now()
        and (state = 'retry' or state = 'created' and (not id = any($1) or $2))`,
      [waitingJobs, Temporal.Instant.compare(now, Temporal.Instant.from(facts.now).add({ hours: 3 })) >= 0],
    );
  const delivery = createEmailDelivery(
    readConfig({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Mira <mira@castellan.example>' }),
  );
  const services = { ...site.http.services, db: site.db, log: site.log.log, emailDelivery: delivery };
  await startWorkers(site.http.services.jobs, services, withoutHealthCheck);
  await vi.waitFor(
    async () => {
      await skipDelays();
      const due = await sql(
        // Jobs that cron schedules in the meantime may wait for the next poll.
        `select name, state from pgboss.job
          where (state in ('active', 'retry') or state = 'created' and start_after <= now())
            and (id = any($1) or singleton_key not like '%*%' and name not like '\\_\\_pgboss%')`,
        [waitingJobs],
      );
      expect(due).toEqual([]);
    },
    { timeout: 240_000, interval: 100 },
  );
  await site.close();
  await open();
}

let counted = 0;
/** Returns how many emails the server accepted for each address since the last call. */
function takeEmails(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { recipients } of server.taken.slice(counted)) {
    for (const to of recipients) counts[to] = (counts[to] ?? 0) + 1;
  }
  counted = server.taken.length;
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
const listRecipients = (subject: string) =>
  server.taken
    .filter(mail => mail.header('Subject') === subject)
    .flatMap(({ recipients }) => recipients)
    .toSorted();

/** Returns the number of entries in each list of a response. */
function sizesOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.length;
  if (answer === null || typeof answer !== 'object') return 1;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, sizesOf(value)]));
}

/** Returns the fields of stored content, whether each is empty, and the sign of numbers. */
function shapeOf(content: unknown): string {
  if (Array.isArray(content)) return `[${[...new Set(content.map(shapeOf))].toSorted().join('|')}]`;
  if (typeof content === 'number') return `number ${Math.sign(content)}`;
  if (content === null || typeof content !== 'object') return content ? typeof content : `no ${typeof content}`;
  return `{${Object.entries(content)
    .map(([name, value]) => `${name}: ${shapeOf(value)}`)
    .toSorted()
    .join()}}`;
}

describe('data of migration 0074 under the current code', { timeout: 240_000 }, () => {
  it('keeps every row', async () => {
    const fewer: Record<string, unknown> = {};
    for (const [recorded, rows] of Object.entries(facts.rows)) {
      const name = renamed.tables[recorded] ?? recorded;
      const [row] = await sql<{ count: number }>(`select count(*)::int as count from ${name}`);
      if ((row?.count ?? 0) < rows && !(recorded in cleanedUp)) fewer[name] = [rows, row?.count];
    }
    expect(fewer).toEqual({});
  });

  it('accepts existing passwords, codes and sessions only', async () => {
    const { email, password, secret, recoveryCodes, usedRecoveryCodes } = facts.owner;
    for (const cookie of Object.values(facts.sessions)) expect(await userOf(cookie)).not.toBeNull();
    const first = cookiesOf(await post('/login', { email, password }));
    expect(await userOf(first)).toBeNull();
    const wrong = await post('/login/two-factor', { code: recoveryCodes[0] ?? '' }, first);
    expect(usedRecoveryCodes).toBe(1);
    expect(wrong.statusCode).toBeGreaterThanOrEqual(400);
    const second = await post('/login/two-factor', { code: createTotpCode(secret, now) }, first);
    expect(second.statusCode, second.body).toBe(200);
    owner = cookiesOf(second);
    expect(at(await userOf(owner), 'role')).toBe(valueOf('owner'));
    const again = cookiesOf(await post('/login', { email, password }));
    expect((await post('/login/two-factor', { code: recoveryCodes[1] ?? '' }, again)).statusCode).toBe(200);
    expect(at(await api('/profile/passkeys', owner), 'items')).toHaveLength(1);
    expect(at(await api('/profile/linked-accounts', owner), 'items')).toHaveLength(1);
    const closed = await post('/login', { email: facts.members.disabled, password });
    expect(closed.statusCode).toBeGreaterThanOrEqual(400);
  });

  it('has the same list totals', async () => {
    const totals: Record<string, unknown> = {};
    for (const path of Object.keys(facts.lists)) {
      const answer = await api(path, owner);
      totals[path] = at(answer, 'total') ?? (at(answer, 'items') as unknown[]).length;
    }
    // Signing in above has logged an event and sent an email.
    const growing = ['/security-events', '/mails'];
    for (const path of growing) expect(totals[path]).toBeGreaterThanOrEqual(facts.lists[path] ?? 0);
    for (const path of growing) totals[path] = facts.lists[path];
    expect(totals).toEqual(facts.lists);
  });

  it('keeps all amounts', async () => {
    // Overpayments used to lower the amount due of all orders.
    const documents = facts.orders.flatMap(order => order.documents);
    const amountDue = documents.reduce((sum, { owed }) => sum + Math.max(owed, 0), 0);
    const totals = toCurrentNames(facts.orderTotals) as object[];
    expect(at(await api('/orders', owner), 'totals')).toEqual(totals.map(total => ({ ...total, amountDue })));
    expect(await api('/money-tasks', owner)).toEqual(toCurrentNames(facts.money));
    const statement = `/account-statement?email=${encodeURIComponent(facts.members.noor)}`;
    // Fields may have been added since.
    expect(await api(statement, owner)).toMatchObject(toCurrentNames(facts.statement) as object);
  });

  it('shows each order to the owner and its client with status, amounts and documents', async () => {
    for (const { link, number, ...recorded } of facts.orders) {
      const order = await api(`/orders/${number}`, owner);
      const sizes = ['agreements', 'messages', 'files', 'events'].map(name => [
        name,
        (at(order, name) as unknown[]).length,
      ]);
      const each = (list: string, fields: readonly string[]) =>
        (at(order, list) as unknown[]).map(one => Object.fromEntries(fields.map(name => [name, at(one, name)])));
      const actual = {
        state: at(order, 'status'),
        title: at(order, 'title'),
        client: at(order, 'client.email'),
        total: at(order, 'total'),
        owed: at(order, 'standing.owed'),
        currency: at(order, 'currency'),
        documents: each('billingDocuments', ['number', 'kind', 'total', 'owed', 'path']),
        payments: each('payments', ['method', 'amount', 'refunded']),
        changes: each('changeOrders', ['accepted']).map(({ accepted }) => accepted),
        support: each('supportRequests', ['status']).map(({ status }) => status),
        subscription: at(order, 'standing.subscription.status') ?? null,
        testimonial: at(order, 'testimonial.written.status') ?? null,
        ...Object.fromEntries(sizes),
      };
      expect([number, toCurrentNames(actual)]).toEqual([number, toCurrentNames(recorded)]);
      const seen = await api(`/orders/${link}`);
      expect([number, at(seen, 'status'), at(seen, 'standing.owed')]).toEqual([
        number,
        valueOf(recorded.state),
        recorded.owed,
      ]);
    }
  });

  it('has the PDF of a document of each kind and shape', async () => {
    const rows = await sql<{ number: string; kind: string; content: unknown }>(
      'select number, kind, content from billing_documents order by number',
    );
    const recorded = new Map(facts.orders.flatMap(({ documents }) => documents.map(each => [each.number, each.path])));
    const examples = new Map(
      rows
        .filter(({ number }) => recorded.has(number))
        .map(({ number, kind, content }) => [`${kind} ${shapeOf(content)}`, number]),
    );
    expect(examples.size).toBeGreaterThanOrEqual(10);
    for (const number of examples.values()) {
      const answer = await follow(`${recorded.get(number)}/${number}.pdf`, '');
      expect([number, answer.statusCode, answer.rawPayload.toString('latin1', 0, 4)]).toEqual([number, 200, '%PDF']);
    }
  });

  it('shows each booking by its link', async () => {
    for (const { link, number, state, startsAt, total, files } of facts.bookings) {
      const booking = await api(`/bookings/${link}`);
      const actual = ['number', 'state', 'startsAt', 'total'].map(name => at(booking, name));
      expect(actual).toEqual([number, valueOf(state), startsAt, total]);
      expect(at(booking, 'files')).toHaveLength(files);
    }
  });

  it('responds to every URL that the site has ever sent', async () => {
    const cookies = { '': '', member: facts.sessions.noor, owner };
    const lost: unknown[] = [];
    for (const { path, as, first, type, shows } of facts.links) {
      const answer = await follow(path, cookies[as]);
      const moved = answer.steps.slice(0, -1);
      const words = shows === undefined || answer.body.includes(shows);
      const right = String(answer.headers['content-type']).startsWith(type);
      if (answer.statusCode !== 200 || !words || !right) lost.push([path, answer.steps, words, right]);
      // Temporary redirects, such as tracked newsletter links, don't have to become permanent.
      else if (first === 200 && moved.some(step => ![301, 308].includes(step))) lost.push([path, answer.steps]);
    }
    expect(JSON.stringify(lost)).toBe('[]');
  });

  it('exports all personal data', async () => {
    const sizes = sizesOf(await api('/profile/export', facts.sessions.noor));
    const events = 'securityEvents';
    // The export itself is logged as an event, too.
    const more = Number(facts.exports.noor[events]) + 1;
    // Orders of that version had no clients, and its export had no passkeys.
    expect(sizes).toEqual({ ...facts.exports.noor, [events]: more, client: expect.any(Object), passkeys: 0 });
  });

  it('recognizes repeated and unfinished requests', async () => {
    const { key, path, body, answer } = facts.idempotency;
    const again = await post(path, body, '', { 'idempotency-key': key });
    expect([again.statusCode, again.json()]).toEqual([201, toCurrentNames(answer)]);
    expect(at(await api('/orders', owner), 'total')).toBe(facts.lists['/orders']);

    const link = facts.links.find(
      ({ path: sent, to }) => sent.startsWith('/confirm-address/') && to === facts.members.wanda,
    );
    const confirmed = await post('/register/confirm', { token: link?.path.split('/').at(-1) });
    expect(confirmed.statusCode, confirmed.body).toBe(201);
    const signedIn = await post('/login', { email: facts.members.wanda, password: facts.members.password });
    expect(signedIn.statusCode, signedIn.body).toBe(200);
  });
});

describe('pending work', { timeout: 600_000 }, () => {
  it('runs each waiting job and sends each waiting email once', async () => {
    const before = new Set(
      (
        await sql<{ id: string }>(`select id from pgboss.job where id = any($1) and start_after > now()`, [waitingJobs])
      ).map(({ id }) => id),
    );
    await work();
    const done = await sql<{ id: string }>(
      `select id, name, state from pgboss.job where id = any($1) and state <> 'completed'`,
      [waitingJobs.filter(id => !before.has(id))],
    );
    expect(done).toEqual([]);
    for (const { to, subject } of facts.waitingMails) {
      const waited = facts.waitingMails.filter(mail => mail.to === to && mail.subject === subject).length;
      expect([to, subject, listRecipients(subject).filter(each => each === to).length]).toEqual([to, subject, waited]);
    }
    const { subject, got, recipients } = facts.newsletter;
    expect(listRecipients(subject)).toEqual(recipients.filter(email => !got.includes(email)));
    expect(stripe.calls.filter(call => call === 'POST /v1/refunds')).toHaveLength(1);
    expect(takeEmails()).toEqual(facts.mails.first);
  });

  it('sends nothing again on a repeated hourly run', async () => {
    await work();
    now = now.add({ hours: 1 });
    await work();
    expect(takeEmails()).toEqual({});
  });

  it('settles a card payment started before', async () => {
    const { reference, order, amount, currency } = facts.pendingCard;
    const object = { id: reference, object: 'checkout.session', payment_status: 'paid', payment_intent: 'pi_upgrade' };
    const body = JSON.stringify({
      id: 'evt_upgrade',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { ...object, amount_total: amount, currency: currency.toLowerCase() } },
    });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', facts.stripe.webhookSecret).update(`${time}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
    const sendWebhook = () => ask('/api/v1/webhooks/stripe', { method: 'POST', body, headers });
    expect([(await sendWebhook()).statusCode, (await sendWebhook()).statusCode]).toEqual([200, 200]);
    const paid = await api(`/orders/${order}`, owner);
    expect(at(paid, 'status')).toBe(valueOf('deposit_paid'));
    expect((at(paid, 'payments') as unknown[]).map(payment => at(payment, 'amount'))).toEqual([amount]);
  });

  it('publishes, sends and reminds once when due', async () => {
    const pages = ['/blog/later-post', '/projects/later-chart'];
    for (const page of pages) expect((await ask(page)).statusCode).toBe(404);
    await work();
    takeEmails();
    now = Temporal.Instant.from(facts.now).add({ hours: 3 });
    await work();
    for (const page of pages) expect((await ask(page)).statusCode).toBe(200);
    const feed = (await ask('/rss.xml')).body;
    expect(feed.split('<title>A post for later</title>')).toHaveLength(2);
    expect(listRecipients(facts.newsletter.scheduledSubject)).toEqual(facts.newsletter.subscribed);
    expect(takeEmails()).toEqual(facts.mails.later);
    await work();
    expect(takeEmails()).toEqual({});
  });

  it('sends the next day’s reminders once', async () => {
    now = now.add({ hours: 24 });
    await work();
    expect(takeEmails()).toEqual(facts.mails.nextDay);
    await work();
    expect(takeEmails()).toEqual({});
  });
});
