import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { crashFixture } from '../support/crash-fixture.ts';
import type { WebhookEvent } from '../support/fake-payment-providers.ts';
import { paymentFixture } from '../support/payment-site-fixture.ts';

let fixture: Awaited<ReturnType<typeof paymentFixture>>;
let site: Awaited<ReturnType<typeof crashFixture>>;
let proxy: Awaited<ReturnType<typeof startResponseHoldingProxy>>;

beforeAll(async () => {
  fixture = await paymentFixture();
  site = await crashFixture();
  proxy = await startResponseHoldingProxy(fixture.site.connectionString);
});
afterEach(async () => {
  fixture.providers.setHeld(false);
  fixture.providers.setDown(false);
  proxy.speak();
  await site.kill();
  await fixture.cleanUp();
});
afterAll(async () => {
  proxy.close();
  await fixture.close();
  await site.close();
});

/**
 * Starts a database proxy that can hold back the response to the next commit: it is committed, but the site doesn't
 * know.
 */
async function startResponseHoldingProxy(connectionString: string) {
  const query = new URLSearchParams(connectionString.slice(connectionString.indexOf('?')));
  const socketName = `.s.PGSQL.${query.get('port') ?? '5432'}`;
  const far = join(query.get('host') ?? '', socketName);
  const near = await mkdtemp(join(tmpdir(), 'line-'));
  const state = { isArmed: false, isMute: false };
  const server: Server = createServer(socket => {
    const onward = connect(far);
    let isMuted = false;
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
    socket.on('data', bytes => {
      // Hold only the transaction that records the payment; the site's others continue.
      if (bytes.includes('provider_events')) isCounting = true;
      if (state.isArmed && isCounting && /\bcommit\b/i.test(bytes.toString('latin1'))) isMuted = state.isMute = true;
      onward.write(bytes);
    });
    onward.on('data', bytes => {
      if (!isMuted) socket.write(bytes);
    });
    let isCounting = false;
  });
  server.listen(join(near, socketName));
  await once(server, 'listening');
  query.set('host', near);
  return {
    connectionString: `${connectionString.slice(0, connectionString.indexOf('?'))}?${query}`,
    mute: () => void (state.isArmed = true),
    isMute: () => state.isMute,
    speak: () => void (state.isArmed = state.isMute = false),
    close: () => void server.close(),
  };
}

const start = () => site.start({ ...fixture.providers.environment, DATABASE_URL: proxy.connectionString });

/** Sends a webhook. Returns the status, or null if the site stopped before it responded. */
async function sendWebhook({ provider, body, headers }: WebhookEvent): Promise<number | null> {
  try {
    const address = `${site.origin}${API_PREFIX}/webhooks/${provider}`;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return answer.status;
  } catch {
    return null;
  }
}

/** Issues an invoice and pays it at Stripe. Returns Stripe's webhook, which isn't delivered yet. */
async function payByCard() {
  const document = await fixture.documents.issue(1000);
  const { id, reference } = await fixture.begin(document, 'stripe');
  return { document, id, event: fixture.payAt('stripe', reference) };
}
type CardPayment = Awaited<ReturnType<typeof payByCard>>;

/** Returns a payment's status, how often it was counted, the amount still due, and its receipts. */
const booksOf = async ({ id, document }: CardPayment) => [
  await fixture.stateOf(id),
  await fixture.paidEntries(id),
  await getAmountDue(fixture.db, document.id),
  await fixture.db.$client
    .query(`select count(*)::int as count from billing_documents where payment_id = $1`, [id])
    .then(({ rows }: { rows: { count: number }[] }) => rows[0]?.count),
];

/** Makes an invoice's payment wait for a lock that the test holds. By then the webhook is written. */
async function holdPaymentOf(document: { id: number }) {
  const holder = new Client({ connectionString: fixture.site.connectionString });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(46);
    create function wait_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(46); return new; end $$;
    create trigger wait_here before insert on ledger_entries for each row
      when (new.kind = 'paid' and new.billing_document_id = ${document.id}) execute function wait_here()`);
  const locks = `select 1 from pg_locks where locktype = 'advisory' and objid = 46`;
  const waitFor = (sql: string, count: number) =>
    vi.waitUntil(async () => (await holder.query(sql)).rowCount === count, { timeout: 20_000, interval: 20 });
  return {
    untilReached: () => waitFor(`${locks} and not granted`, 1),
    async release() {
      await holder.query('select pg_advisory_unlock(46)');
      // The transaction ends when its connection is closed.
      await waitFor(locks, 0);
      await holder.query('drop function wait_here cascade');
      await holder.end();
    },
  };
}

describe('killed site', () => {
  it('applies a webhook and its effects together, and once on redelivery', async () => {
    const [committed, interrupted] = [await payByCard(), await payByCard()];
    const hold = await holdPaymentOf(interrupted.document);
    // Every minute, the site may ask Stripe about its pending payments, which would count them before the webhooks.
    fixture.providers.setDown(true);
    await start();
    // One is committed, but the site never learns it; the other is interrupted before its commit.
    proxy.mute();
    const answers = [sendWebhook(committed.event)];
    await vi.waitUntil(() => proxy.isMute(), { timeout: 20_000, interval: 5 });
    await vi.waitUntil(async () => (await fixture.stateOf(committed.id)) === 'confirmed', {
      timeout: 20_000,
      interval: 5,
    });
    // Only the first response is held back.
    proxy.speak();
    answers.push(sendWebhook(interrupted.event));
    await hold.untilReached();
    await site.kill();
    fixture.providers.setDown(false);
    expect(await Promise.all(answers)).toEqual([null, null]);
    await hold.release();
    expect(await booksOf(committed)).toEqual(['confirmed', 1, 0, 1]);
    expect(await booksOf(interrupted)).toEqual(['pending', 0, 1000, 0]);
    // Another process receives the webhooks again.
    for (const payment of [committed, interrupted]) {
      for (let time = 0; time < 3; time++) expect((await fixture.deliver(payment.event)).statusCode).toBe(200);
      expect(await booksOf(payment)).toEqual(['confirmed', 1, 0, 1]);
      expect(await fixture.refundsOf(payment.id)).toEqual([]);
    }
  });

  it('refunds once when killed during the calls to Stripe and PayPal', async () => {
    const surplus: { document: { id: number }; id: number }[] = [];
    for (const methods of [
      ['paypal', 'stripe'],
      ['stripe', 'paypal'],
    ] as const) {
      const document = await fixture.documents.issue(1000);
      const started = [await fixture.begin(document, methods[0]), await fixture.begin(document, methods[1])] as const;
      const [stripe, paypal] = methods[0] === 'stripe' ? started : started.toReversed();
      if (!stripe || !paypal) throw new Error('A payment was not started.');
      fixture.payAt('paypal', paypal.reference);
      await fixture.captureAtPaypal(paypal.id);
      for (const method of methods) {
        if (method === 'stripe') await fixture.deliver(fixture.payAt('stripe', stripe.reference));
        else await fixture.ask(paypal.id);
      }
      surplus.push({ document, id: started[1].id });
    }
    const before = fixture.providers.countRefunds();
    // The providers have made the refunds, but their responses haven't arrived.
    fixture.providers.setHeld(true);
    await start();
    await vi.waitUntil(() => fixture.providers.countRefunds() === before + 2, { timeout: 30_000, interval: 10 });
    await site.kill();
    fixture.providers.setHeld(false);
    fixture.providers.takeCalls();
    const statuses = async () => {
      const refunds = await Promise.all(surplus.map(({ id }) => fixture.refundsOf(id)));
      return refunds.map(made => made.map(({ status }) => status).join());
    };
    expect(await statuses()).toEqual(['pending', 'pending']);
    // The job of a dead process is retried once it has timed out.
    await fixture.db.$client.query(
      `update pgboss.job set state = 'retry', start_after = now() where name = 'payments.process_refund' and state = 'active'`,
    );
    await start();
    await vi.waitUntil(async () => (await statuses()).join() === 'succeeded,succeeded', {
      timeout: 30_000,
      interval: 50,
    });
    const calls = fixture.providers.takeCalls();
    const count = (pattern: RegExp) => calls.filter(call => pattern.test(call)).length;
    // The second attempt finds Stripe's refund. PayPal repeats its response.
    expect(count(/^GET \/v1\/refunds\?/)).toBeGreaterThan(0);
    expect(count(/^POST \/v1\/refunds$/)).toBe(0);
    expect(count(/^POST .*\/refund$/)).toBeGreaterThan(0);
    expect(fixture.providers.countRefunds()).toBe(before + 2);
    for (const { document } of surplus) {
      expect(await getAmountDue(fixture.db, document.id)).toBe(0);
      const { rows } = await fixture.db.$client.query<{ kind: string }>(
        'select kind from ledger_entries where billing_document_id = $1 order by id',
        [document.id],
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['invoiced', 'paid', 'paid', 'refunded']);
    }
  });
});
