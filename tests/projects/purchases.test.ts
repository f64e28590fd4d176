import { afterAll, describe, expect, it } from 'vitest';
import { processDueOrders } from '#features/orders/jobs.ts';
import { expectApiError } from '../support/api-client.ts';
import { listEmailsTo } from '../support/emails.ts';
import { orderFixture, type PlacedOrder } from '../support/order-fixture.ts';
import { startFakeProviders } from '../support/fake-payment-providers.ts';
import { createPaymentModel } from '../support/payment-model.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';

let providers: Awaited<ReturnType<typeof startFakeProviders>>;
const fixture = orderFixture({ environment: async () => (providers = await startFakeProviders()).environment });
const { site, owner, arrive, placeOrder, pay, read, asOwner, asClient, passDays, sendFile, download } = fixture;
afterAll(() => providers.close());
const model = createPaymentModel(site, () => providers);
const projects = projectFixture(site);

/** Publishes a project with these files. Returns its ID. */
async function publishForSale(...names: string[]): Promise<string> {
  const { id } = await projects.begin(owner(), COMPLETE_PROJECT);
  for (const name of names) expect((await projects.addFile(owner(), id, name)).statusCode).toBe(201);
  return (await projects.make(owner(), id, 'publish')).id;
}

let shared: Promise<string> | undefined;

/** Orders a project, by default one with two files, and pays by card, so a refund is made through the provider. */
async function buyProject(id?: string): Promise<PlacedOrder> {
  model.reset();
  shared ??= publishForSale('source.zip', 'license.txt');
  const order = await placeOrder(id ?? (await shared), { kind: 'project' });
  await model.begin(await read(order.number), 'stripe');
  model.pay(0);
  await model.deliver(0, 1);
  await site().db.$client.query('delete from rate_limits');
  return order;
}

const pathsOf = async ({ reference: link }: PlacedOrder) =>
  (await read(link)).files.map(({ downloadPath }) => downloadPath ?? '');
const whatOf = async ({ number }: PlacedOrder) =>
  (await read(number)).events.map(({ type, transition }) => transition ?? type);
const refund = (order: PlacedOrder, by = asClient, reason?: string) =>
  by(order, '/transitions', { transition: 'refund_purchase', ...(reason ? { reason } : {}) });
const owedOn = async ({ number }: PlacedOrder) => {
  const [row] = await model.rowsOf<{ owed: number }>(
    `select sum(e.amount)::int as owed from ledger_entries e join billing_documents d on d.id = e.billing_document_id
      where d.order_id = $1`,
    [number],
  );
  return row?.owed;
};

describe('term 12: purchased project', () => {
  it('unlocks its files with the payment', async () => {
    const order = await placeOrder(await publishForSale('source.zip', 'license.txt'), { kind: 'project' });
    const before = await read(order.reference);
    expect(before.files.map(({ name, downloadPath }) => [name, downloadPath])).toEqual([
      ['source.zip', null],
      ['license.txt', null],
    ]);
    const path = `/order/${order.reference}/files/${before.files[0]?.id}`;
    const locked = await download(path);
    expectApiError(locked, 'CONFLICT');
    expect(locked.body).not.toContain('the source');
    await pay(order);
    expect(await read(order.reference)).toMatchObject({
      status: 'delivered',
      summary: { downloadBlockedReason: null },
    });
    const saved = await download(path);
    expect([saved.statusCode, saved.body]).toEqual([200, 'the source']);
    expect(saved.headers['content-disposition']).toContain('source.zip');
    expect(saved.headers['cache-control']).toBe('no-store');
    const mails = await listEmailsTo(site(), owner().email);
    expect(
      mails.some(({ text }) => text?.replaceAll(/\s+/g, ' ').includes('The client can download the files now.')),
    ).toBe(true);
  });

  it('gives its current files, even after archiving or deletion', async () => {
    const id = await publishForSale('first.zip');
    const order = await buyProject(id);
    await projects.addFile(owner(), id, 'second.zip', 'version two');
    await projects.make(owner(), id, 'archive');
    expect((await projects.remove(owner(), id)).statusCode).toBe(200);
    const [, second = ''] = await pathsOf(order);
    expect((await download(second)).body).toBe('version two');
  });

  it('denies its files to visitors, other clients and other orders', async () => {
    const [order, other] = [await buyProject(), await buyProject(await publishForSale('other.zip'))];
    const eve = await arrive({ name: 'Eve' });
    const [file] = (await read(order.reference)).files;
    for (const reference of [`${order.number}.${'A'.repeat(43)}`, String(order.number), other.reference]) {
      expectApiError(await download(`/order/${reference}/files/${file?.id}`, eve.cookie), 'NOT_FOUND');
    }
    expectApiError(await download(`/order/${order.number}/files/${file?.id}`), 'UNAUTHORIZED');
    expect([...(await whatOf(order)), ...(await whatOf(other))]).not.toContain('downloaded');
  });

  it('without files waits until the owner adds them and delivers', async () => {
    const id = await publishForSale('only.zip');
    const order = await placeOrder(id, { kind: 'project' });
    const [file] = (await projects.draft(owner(), id)).files;
    expect((await projects.removeFile(owner(), id, file?.id ?? '')).statusCode).toBe(200);
    await pay(order);
    expect(await read(order.number)).toMatchObject({
      status: 'paid',
      summary: {
        nextAction: { by: 'owner', message: 'Paid in full. Add files to deliver the order.' },
      },
    });
    const refused = await asOwner(order, '/transitions', { transition: 'deliver' });
    expectApiError(refused, 'CONFLICT');
    expect(refused.body).toContain('There are no files to deliver.');
    await projects.addFile(owner(), id);
    expect((await asOwner(order, '/transitions', { transition: 'deliver' })).statusCode).toBe(200);
    expect((await read(order.reference)).status).toBe('delivered');
  });

  it('can be delivered with the order’s own files', async () => {
    const id = await publishForSale('only.zip');
    const order = await placeOrder(id, { kind: 'project' });
    await site().db.$client.query('delete from project_files where project_id = $1', [id]);
    await pay(order);
    await sendFile(order.number, 'name=own.zip&purpose=deliverable', 'made for you');
    expect((await asOwner(order, '/transitions', { transition: 'deliver' })).statusCode).toBe(200);
    const [path = ''] = await pathsOf(order);
    expect((await download(path)).body).toBe('made for you');
    expectApiError(await refund(order), 'CONFLICT');
  });
});

describe('term 7: purchased project', () => {
  it('is refunded in full before a download, which locks its files', async () => {
    const order = await buyProject();
    const [path = ''] = await pathsOf(order);
    expect((await read(order.reference)).summary.refund.isAllowed).toBe(true);
    // Neither counts as a download.
    expect((await site().http.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    const ahead = await site().http.app.inject({ url: path, headers: { 'sec-purpose': 'prefetch' } });
    expect([ahead.statusCode, ahead.body]).toEqual([503, '']);
    expect((await download(path, owner().cookie)).statusCode).toBe(200);
    expect((await refund(order)).statusCode).toBe(200);
    await model.processRefunds();
    const seen = await read(order.reference);
    expect(seen).toMatchObject({ status: 'refunded', summary: { amountDue: 0, downloadBlockedReason: { term: 7 } } });
    expect(seen.payments.map(({ amount, refunded }) => amount - refunded)).toEqual([0]);
    expect(seen.billingDocuments.map(({ kind }) => kind)).toContain('credit_note');
    expect(await owedOn(order)).toBe(0);
    expectApiError(await download(path), 'CONFLICT');
    expectApiError(await refund(order), 'CONFLICT');
  });

  it('is not refunded after the first download, logged once', async () => {
    const order = await buyProject();
    const [path = '', second = ''] = await pathsOf(order);
    const answers = await Promise.all([path, path, second].map(one => download(one)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await download(path);
    expect((await whatOf(order)).filter(what => what === 'downloaded')).toHaveLength(1);
    const refused = await refund(order);
    expectApiError(refused, 'CONFLICT');
    expect(refused.body).toContain('The files were downloaded on');
    expect(refused.body).toContain('Payment term 7');
    const seen = await read(order.reference);
    expect(seen).toMatchObject({ status: 'delivered', summary: { refund: { isAllowed: false, reason: { term: 7 } } } });
    expect(seen.transitions.find(({ name }) => name === 'refund_purchase')?.blockedReason?.term).toBe(7);
    // The owner can still refund it.
    expectApiError(await refund(order, asOwner), 'UNPROCESSABLE');
    expect((await refund(order, asOwner, 'It did not run.')).statusCode).toBe(200);
    await model.processRefunds();
    expect([await owedOn(order), (await read(order.reference)).status]).toEqual([0, 'refunded']);
  });

  it('is either refunded or downloaded when both happen simultaneously', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await buyProject();
      const [path = ''] = await pathsOf(order);
      const tries = [() => refund(order), () => download(path)];
      const [one, other] = round % 2 === 0 ? tries : tries.toReversed();
      const [first, last] = await Promise.all([one?.(), other?.()]);
      const [refunded, downloaded] = round % 2 === 0 ? [first, last] : [last, first];
      const { status } = await read(order.number);
      const wasDownloaded = (await whatOf(order)).includes('downloaded');
      expect([refunded?.statusCode, downloaded?.statusCode]).toEqual(wasDownloaded ? [409, 200] : [200, 409]);
      expect(downloaded?.body === 'the source').toBe(wasDownloaded);
      expect(status).toBe(wasDownloaded ? 'delivered' : 'refunded');
    }
  });

  it('is closed automatically after the download, but not before and not by the owner', async () => {
    const calendar = () => processDueOrders({ ...site().http.services, log: site().log.log });
    const [unused, used] = [await buyProject(), await buyProject()];
    const [path = ''] = await pathsOf(used);
    await download(path);
    await passDays(5);
    await calendar();
    expect([(await read(unused.number)).status, (await read(used.number)).status]).toEqual(['delivered', 'closed']);
    expectApiError(await asOwner(unused, '/transitions', { transition: 'close' }), 'CONFLICT');
    expect((await refund(unused)).statusCode).toBe(200);
    expectApiError(await refund(used), 'CONFLICT');
    expect((await download(path)).body).toBe('the source');
  });

  it('logs no download of a damaged file', async () => {
    const order = await buyProject(await publishForSale('source.zip'));
    const [file] = (await read(order.reference)).files;
    await site().http.services.files.remove(`project-files/${file?.id}`);
    expectApiError(await download(file?.downloadPath ?? ''), 'NOT_FOUND');
    expect(await whatOf(order)).not.toContain('downloaded');
  });
});
