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
  proxy.speak();
  await site.kill();
  await fixture.tidy();
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

const booksOf = async (id: number, document: { id: number }) => [
  await fixture.stateOf(id),
  await fixture.paidEntries(id),
  await getAmountDue(fixture.db, document.id),
  await fixture.db.$client
    .query(`select count(*)::int as count from billing_documents where payment_id = $1`, [id])
    .then(({ rows }: { rows: { count: number }[] }) => rows[0]?.count),
];

describe('killed site', { timeout: 120_000 }, () => {
  it('applies neither the webhook nor its effects, and both on redelivery', async () => {
    const document = await fixture.papers.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const event = fixture.payAt('stripe', reference);
    await start();
    const holder = new Client({ connectionString: fixture.site.connectionString });
    await holder.connect();
    // Inserting the entry waits for a lock that this test holds. By then the event is written.
    await holder.query(`select pg_advisory_lock(46);
      create function wait_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(46); return new; end $$;
      create trigger wait_here before insert on ledger_entries for each row when (new.kind = 'paid') execute function wait_here()`);
    const answer = sendWebhook(event);
    await vi.waitUntil(
      async () =>
        (await holder.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 46 and not granted`))
          .rowCount === 1,
      { timeout: 20_000, interval: 20 },
    );
    await site.kill();
    expect(await answer).toBeNull();
    await holder.query('select pg_advisory_unlock(46)');
    // The transaction ends when its connection is closed.
    await vi.waitUntil(
      async () =>
        (await holder.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 46`)).rowCount === 0,
      { timeout: 20_000, interval: 20 },
    );
    await holder.query('drop function wait_here cascade');
    await holder.end();
    expect(await booksOf(id, document)).toEqual(['pending', 0, 1000, 0]);
    await start();
    for (let time = 0; time < 3; time++) expect(await sendWebhook(event)).toBe(200);
    expect(await booksOf(id, document)).toEqual(['confirmed', 1, 0, 1]);
  });

  it('does not count a payment again after losing its response', async () => {
    const document = await fixture.papers.issue(1000);
    const { id, reference } = await fixture.begin(document, 'stripe');
    const event = fixture.payAt('stripe', reference);
    await start();
    proxy.mute();
    const answer = sendWebhook(event);
    await vi.waitUntil(() => proxy.isMute(), { timeout: 20_000, interval: 5 });
    await vi.waitUntil(async () => (await fixture.stateOf(id)) === 'confirmed', { timeout: 20_000, interval: 5 });
    await site.kill();
    expect(await answer).toBeNull();
    proxy.speak();
    expect(await booksOf(id, document)).toEqual(['confirmed', 1, 0, 1]);
    await start();
    for (let time = 0; time < 3; time++) expect(await sendWebhook(event)).toBe(200);
    expect(await booksOf(id, document)).toEqual(['confirmed', 1, 0, 1]);
    expect(await fixture.refundsOf(id)).toEqual([]);
  });

  it.each(['stripe', 'paypal'] as const)('refunds once when killed during the call to %s', async method => {
    const document = await fixture.papers.issue(1000);
    const first = await fixture.begin(document, method === 'stripe' ? 'paypal' : 'stripe');
    const second = await fixture.begin(document, method);
    for (const [way, payment] of [
      [method === 'stripe' ? 'paypal' : 'stripe', first],
      [method, second],
    ] as const) {
      const event = fixture.payAt(way, payment.reference);
      if (way === 'stripe') await fixture.deliver(event);
      else await fixture.ask(payment.id);
    }
    const before = fixture.providers.countRefunds();
    fixture.providers.takeCalls();
    // The provider has made the refund, but its response hasn't arrived.
    fixture.providers.setHeld(true);
    await start();
    await vi.waitUntil(() => fixture.providers.countRefunds() === before + 1, { timeout: 30_000, interval: 10 });
    await site.kill();
    fixture.providers.setHeld(false);
    expect((await fixture.refundsOf(second.id)).map(({ status }) => status)).toEqual(['pending']);
    // The job of a dead process is retried once it has timed out.
    await fixture.db.$client.query(
      `update pgboss.job set state = 'retry', start_after = now() where name = 'payments.process_refund' and state = 'active'`,
    );
    await start();
    await vi.waitUntil(async () => (await fixture.refundsOf(second.id))[0]?.status === 'succeeded', {
      timeout: 30_000,
      interval: 50,
    });
    const asked = fixture.providers.takeCalls().filter(call => /^POST .*refunds?$/.test(call));
    expect([asked.length > 1, fixture.providers.countRefunds()]).toEqual([true, before + 1]);
    expect(await getAmountDue(fixture.db, document.id)).toBe(0);
    const { rows } = await fixture.db.$client.query<{ kind: string }>(
      'select kind from ledger_entries where billing_document_id = $1 order by id',
      [document.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['invoiced', 'paid', 'paid', 'refunded']);
  });
});
