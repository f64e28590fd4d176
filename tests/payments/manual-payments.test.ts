import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { getAmountDue } from '#features/billing/queries/ledger.ts';
import { updateBillingSettingsRow } from '#features/billing/queries/settings.ts';
import { payments, refunds } from '#features/payments/tables.ts';
import { cleanUpPayments } from '#features/payments/jobs.ts';
import { createRefund } from '#features/payments/actions/refunds.ts';
import type { PaymentSummary } from '#features/payments/contract/checkout.ts';
import type { PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { createDraftInvoice, type IssuedDocument } from '../support/billing-fixture.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { countJobs, listEmailsTo } from '../support/emails.ts';
import { createSignedInUser, type TestUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let documents: Awaited<ReturnType<typeof billingDocumentFactory>>;
let owner: TestUser & { cookie: string };
let clock = Temporal.Instant.from('2026-11-20T12:00:00Z');
const client = createDraftInvoice(1).client.email ?? '';
beforeAll(async () => {
  // A local site without keys, which runs both fake providers itself.
  site = await createTestSite({ now: () => clock });
  documents = await billingDocumentFactory(site);
  owner = await createSignedInUser(site, { role: 'owner' });
  const exchangeRates = [{ currency: 'USD', rate: '120.5', on: '2026-11-01' }];
  await site.db.transaction(tx =>
    updateBillingSettingsRow(tx, {
      bkashInstructions: 'Send to 017.',
      bankTransferInstructions: 'IBAN',
      exchangeRates,
    }),
  );
});
afterEach(async () => {
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});
afterAll(() => site.close());

const reportOf = (changes: object = {}) => ({
  method: 'bkash',
  sender: '01799',
  reference: `T${randomBytes(4).toString('hex')}`,
  ...changes,
});
const reportPayment = (document: IssuedDocument, payment: object = reportOf()) =>
  postApi(site, `${documents.apiPathOf(document)}/payments`, payment);
const loadPaymentMethods = (document: IssuedDocument, cookie?: string) =>
  getApi<PaymentSummary>(site, `${documents.apiPathOf(document)}/payments`, cookie);
const waiting = () => getApi<PaymentsNeedingAttention>(site, '/payments/needs-attention', owner.cookie);
const does = (path: string, body: object = {}) => postApi(site, path, body, { cookie: owner.cookie });
const templates = async (address: string) => (await listEmailsTo(site, address)).map(({ template }) => template);

const sendProof = (path: string, bytes: Uint8Array) =>
  site.http.app.inject({
    method: 'POST',
    url: `${API_PREFIX}${path}/payment-proofs`,
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin' },
  });
const picture = () =>
  sharp({ create: { width: 40, height: 60, channels: 3, background: '#a55' } })
    .withExif({ IFD0: { Artist: 'Noor' } })
    .png()
    .toBuffer();

it('refunds only the surplus when an invoice is paid three times manually', async () => {
  const document = await documents.issue(1000);
  const ids: number[] = [];
  for (let time = 0; time < 3; time++) ids.push((await reportPayment(document)).json<{ id: number }>().id);
  const listDue = async () => (await waiting()).inReview.map(({ amountDue }) => amountDue);
  expect(await listDue()).toEqual([1000, 1000, 1000]);
  for (const id of ids) {
    expect((await does(`/payments/${id}/confirm`)).statusCode).toBe(200);
    if (id === ids[0]) expect(await listDue()).toEqual([0, 0]);
  }
  const refunded = async () =>
    (await waiting()).refunds
      .filter(({ payment }) => payment.documentNumber === document.number)
      .map(({ amount }) => amount);
  expect(await refunded()).toEqual([1000, 1000]);
  for (const { id } of (await waiting()).refunds) {
    expect((await does(`/refunds/${id}/mark-sent`, { reference: `T-${id}` })).statusCode).toBe(200);
  }
  expect([await refunded(), await getAmountDue(site.db, document.id)]).toEqual([[], 0]);
});

describe('payment methods', () => {
  it('include configured methods and, for developers, the fake providers', async () => {
    const document = await documents.issue(1000);
    const { options: offered, amountDue } = await loadPaymentMethods(document, site.developerCookie);
    expect((await loadPaymentMethods(document)).options.map(({ method }) => method)).toEqual([
      'bank_transfer',
      'bkash',
    ]);
    expect(amountDue).toBe(1000);
    expect(offered.map(({ method, isFake, instructions }) => [method, isFake, instructions])).toEqual([
      ['stripe', true, null],
      ['paypal', true, null],
      ['bank_transfer', false, 'IBAN'],
      ['bkash', false, 'Send to 017.'],
    ]);
    const taka = await documents.issue(1000, { currency: 'BDT' });
    expect((await loadPaymentMethods(taka, site.developerCookie)).options.map(({ method }) => method)).toEqual([
      'stripe',
      'bank_transfer',
      'bkash',
    ]);
    // Stripe accepts thousandths only if they end in 0.
    for (const [amount, method] of [
      [12_340, 'stripe'],
      [12_345, 'bank_transfer'],
    ] as const) {
      const dinars = await documents.issue(amount, { currency: 'KWD' });
      expect((await loadPaymentMethods(dinars, site.developerCookie)).options[0]?.method).toBe(method);
    }
    const quote = await documents.issue(1000, { kind: 'quote' });
    expect((await loadPaymentMethods(quote, site.developerCookie)).options).toEqual([]);
    expectApiError(await reportPayment(quote), 'CONFLICT');
  });

  it('include bank transfer if only an IBAN is set, as printed on the invoice', async () => {
    const change = (changes: Parameters<typeof updateBillingSettingsRow>[1]) =>
      site.db.transaction(tx => updateBillingSettingsRow(tx, changes));
    await change({ bankTransferInstructions: null, iban: 'DE75512108001245126199' });
    onTestFinished(() => change({ bankTransferInstructions: 'IBAN', iban: null }));
    const { options } = await loadPaymentMethods(await documents.issue(1000));
    expect(options.map(({ method, instructions }) => [method, instructions])).toEqual([
      ['bank_transfer', 'IBAN DE75 5121 0800 1245 1261 99'],
      ['bkash', 'Send to 017.'],
    ]);
  });

  it('are hidden behind another document’s token, and fakes exist on a local site only', async () => {
    const [one, other] = [await documents.issue(1000), await documents.issue(1000)];
    const foreign = documents.apiPathOf(one).replace(one.number, other.number);
    expectApiError(await requestApi(site, `${foreign}/payments`), 'NOT_FOUND');
    expectApiError(await postApi(site, `${foreign}/payments`, reportOf()), 'NOT_FOUND');
    const publicSite = await createTestSite({ environment: { SITE_URL: 'https://ada.example' } });
    await publicSite.db.$client.query("update site_sections set is_sample = false where key = 'profile'");
    const own = await billingDocumentFactory(publicSite);
    const document = await own.issue(1000);
    expect((await getApi<PaymentSummary>(publicSite, `${own.apiPathOf(document)}/payments`)).options).toEqual([]);
    for (const url of [
      '/dev/fake-provider/stripe/*',
      '/dev/fake-provider/paypal/*',
      '/dev/fake-provider/stripe/pay/:id',
    ]) {
      expect([site, publicSite].map(({ http }) => http.app.hasRoute({ method: 'GET', url }))).toEqual([true, false]);
    }
    expectApiError(await postApi(publicSite, '/webhooks/stripe', {}), 'NOT_FOUND');
    await publicSite.close();
  });
});

describe('manual payment reported by a client', () => {
  it('waits for the owner and counts once with a receipt when confirmed', async () => {
    const document = await documents.issue(49_900);
    const answer = await reportPayment(document, reportOf({ reference: 'BK-77' }));
    expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([201, 'in_review']);
    expect(await templates(owner.email)).toEqual(['payment_in_review']);
    const [payment] = (await waiting()).inReview;
    expect(payment).toMatchObject({
      clientName: createDraftInvoice(1).client.name,
      reference: 'BK-77',
      sender: '01799',
      amount: 49_900,
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => does(`/payments/${payment?.id}/confirm`)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
    expect(await getAmountDue(site.db, document.id)).toBe(0);
    const receipts = await site.db.$client.query(
      `select total from billing_documents where kind = 'receipt' and related_document_id = ${document.id}`,
    );
    expect(receipts.rowCount).toBe(1);
    expect((await waiting()).inReview).toEqual([]);
  });

  it('is rejected with a reason emailed to the client and can be reported again', async () => {
    const document = await documents.issue(1000);
    await reportPayment(document, reportOf({ reference: 'BK-78' }));
    const [payment] = (await waiting()).inReview;
    const path = `/payments/${payment?.id}/reject`;
    expect(Object.keys(expectApiError(await does(path, { reason: ' ' }), 'BAD_REQUEST').fields)).toEqual(['reason']);
    expect((await does(path, { reason: 'No such transfer.' })).statusCode).toBe(200);
    expectApiError(await does(path, { reason: 'No such transfer.' }), 'CONFLICT');
    expect(await templates(client)).toEqual(['payment_rejected']);
    // No reply goes to the owner of the sample site.
    expect(await listEmailsTo(site, client)).toMatchObject([{ replyToEmail: null }]);
    expect((await loadPaymentMethods(document)).payments[0]).toMatchObject({
      status: 'rejected',
      reason: 'No such transfer.',
    });
    expect((await reportPayment(document, reportOf({ reference: 'bk-78' }))).statusCode).toBe(201);
    expect(
      Object.keys(expectApiError(await reportPayment(document, reportOf({ reference: 'BK-78' })), 'CONFLICT').fields),
    ).toEqual(['reference']);
    const [again] = (await waiting()).inReview;
    await does(`/payments/${again?.id}/reject`, { reason: 'Tidied.' });
  });

  it('is confirmed, rejected and refunded once per key, as when a response is lost', async () => {
    const repeat = async (path: string, body: object = {}) => {
      const key = crypto.randomUUID();
      const [first, second] = [await does(path, { ...body, key }), await does(path, { ...body, key })];
      expect([path, first.statusCode, second.statusCode]).toEqual([path, 200, 200]);
      expect(second.json()).toEqual(first.json());
    };
    const document = await documents.issue(1000);
    await reportPayment(document, reportOf({ reference: 'BK-90' }));
    await repeat(`/payments/${(await waiting()).inReview[0]?.id}/reject`, { reason: 'No such transfer.' });
    await reportPayment(document, reportOf({ reference: 'BK-91' }));
    const [payment] = (await waiting()).inReview;
    await repeat(`/payments/${payment?.id}/confirm`);
    await does(`/payments/${payment?.id}/refunds`, { amount: '4', reason: 'Less', decision: 'owed' });
    await repeat(`/refunds/${(await waiting()).refunds[0]?.id}/mark-sent`, { reference: 'OUT-9' });
    expect((await templates(client)).toSorted()).toEqual(['payment_rejected', 'refund_sent']);
  });

  it('names missing fields and is created once for fifty submissions', async () => {
    const document = await documents.issue(1000);
    const bare = expectApiError(await reportPayment(document, { method: 'bkash' }), 'BAD_REQUEST');
    expect(Object.keys(bare.fields).toSorted()).toEqual(['reference', 'sender']);
    const payment = reportOf({ idempotencyKey: 'once' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => reportPayment(document, payment)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await templates(owner.email)).toEqual(['payment_in_review']);
    const [waits] = (await waiting()).inReview;
    await does(`/payments/${waits?.id}/reject`, { reason: 'Tidied.' });
  });

  it('can include a proof image, re-encoded and readable by the document’s link', async () => {
    const [document, other] = [await documents.issue(1000), await documents.issue(1000)];
    const sent = await sendProof(documents.apiPathOf(document), await picture());
    expect(sent.statusCode, sent.body).toBe(201);
    const { proofId } = sent.json<{ proofId: string }>();
    const address = `${documents.pathOf(document)}/proofs/${proofId}`;
    expect((await site.http.app.inject(address)).statusCode).toBe(404);
    expectApiError(await reportPayment(other, reportOf({ proofId })), 'UNPROCESSABLE');
    const report = reportOf({ proofId, idempotencyKey: 'with a picture' });
    const reported = await reportPayment(document, report);
    expect(reported.statusCode).toBe(201);
    // If the response is lost, the form uploads the picture again.
    const second = (await sendProof(documents.apiPathOf(document), await picture())).json<{ proofId: string }>();
    expect((await reportPayment(document, { ...report, ...second })).json()).toEqual(reported.json());
    const shown = await site.http.app.inject(address);
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    const { width, height, exif } = await sharp(shown.rawPayload).metadata();
    expect([width, height, exif]).toEqual([40, 60, undefined]);
    expect((await site.http.app.inject(`${documents.pathOf(other)}/proofs/${proofId}`)).statusCode).toBe(404);
    expect((await waiting()).inReview[0]?.proof).toBe(address);
    expectApiError(await reportPayment(other, reportOf({ proofId })), 'UNPROCESSABLE');
    expectApiError(await sendProof(documents.apiPathOf(document), Buffer.from('no picture')), 'BAD_REQUEST');
    expectApiError(await sendProof(`${documents.apiPathOf(document)}x`, await picture()), 'NOT_FOUND');
    await does(`/payments/${(await waiting()).inReview[0]?.id}/reject`, { reason: 'Tidied.' });
  });

  it('is cleaned up when only the proof image was uploaded', async () => {
    const document = await documents.issue(1000);
    const { proofId } = (await sendProof(documents.apiPathOf(document), await picture())).json<{ proofId: string }>();
    const name = `proofs/${proofId}.webp`;
    expect(await site.http.services.files.has(name)).toBe(true);
    const sweep = () => cleanUpPayments({ ...site.http.services, log: site.log.log });
    const begun = clock;
    await sweep();
    clock = clock.add({ hours: 24 * 8 });
    await sweep();
    // The clock may be wrong, so the cleanup pauses.
    expect(await site.http.services.files.has(name)).toBe(true);
    clock = clock.add({ hours: 25 });
    await sweep();
    expect(await site.http.services.files.has(name)).toBe(false);
    clock = begun.add({ hours: 25 });
  });

  it('keeps its proof image until ninety days after the decision', async () => {
    const sweep = async () => {
      // Pretend that the cleanup also ran on the days in between, so it doesn't pause.
      await site.db.$client.query('delete from cleanup_clock');
      await cleanUpPayments({ ...site.http.services, log: site.log.log });
    };
    const send = async () => {
      const document = await documents.issue(1000);
      const { proofId } = (await sendProof(documents.apiPathOf(document), await picture())).json<{ proofId: string }>();
      await reportPayment(document, reportOf({ proofId }));
      return { address: `${documents.pathOf(document)}/proofs/${proofId}`, name: `proofs/${proofId}.webp` };
    };
    const [rejected, waits] = [await send(), await send()];
    const [first, second] = (await waiting()).inReview;
    await does(`/payments/${first?.id}/reject`, { reason: 'No such transfer.' });
    const decided = clock;
    const shown = async ({ address, name }: typeof waits) => [
      (await site.http.app.inject(address)).statusCode,
      await site.http.services.files.has(name),
    ];
    clock = decided.add({ hours: 90 * 24 - 1 });
    await sweep();
    expect([await shown(rejected), await shown(waits)]).toEqual([
      [200, true],
      [200, true],
    ]);
    clock = decided.add({ hours: 90 * 24 + 1 });
    await sweep();
    expect([await shown(rejected), await shown(waits)]).toEqual([
      [404, false],
      [200, true],
    ]);
    expect(await site.db.$count(payments, eq(payments.id, first?.id ?? 0))).toBe(1);
    clock = decided;
    await does(`/payments/${second?.id}/reject`, { reason: 'Tidied.' });
  });
});

describe('owner', () => {
  it('refunds a manual payment manually, and the client is notified', async () => {
    const document = await documents.issue(1000);
    await reportPayment(document);
    const [payment] = (await waiting()).inReview;
    await does(`/payments/${payment?.id}/confirm`);
    const { jobs } = site.http.services;
    const refund = { paymentId: payment?.id ?? 0, amount: toMinorUnits(400), reason: 'Payment term 7' };
    await site.db.transaction(tx => createRefund(tx, { now: clock, jobs }, refund));
    expect(await countJobs(site, 'payments.process_refund')).toBe(0);
    const [waits] = (await waiting()).refunds;
    expect(waits).toMatchObject({ amount: 400, providerError: null, payment: { documentNumber: document.number } });
    expect(Object.keys(expectApiError(await does(`/refunds/${waits?.id}/mark-sent`), 'BAD_REQUEST').fields)).toEqual([
      'reference',
    ]);
    expect((await does(`/refunds/${waits?.id}/mark-sent`, { reference: 'OUT-1' })).statusCode).toBe(200);
    expectApiError(await does(`/refunds/${waits?.id}/mark-sent`, { reference: 'OUT-1' }), 'CONFLICT');
    expectApiError(await does(`/refunds/${waits?.id}/retry`), 'NOT_FOUND');
    expect(await getAmountDue(site.db, document.id)).toBe(400);
    expect(await templates(client)).toContain('refund_sent');
    const ofPayment = eq(refunds.paymentId, payment?.id ?? 0);
    expect(await site.db.$count(refunds, ofPayment)).toBe(1);
  });

  it('filters and searches all payments and exports them as CSV', async () => {
    const list = async (query: string) =>
      getApi<{ total: number; items: { state: string }[] }>(site, `/payments${query}`, owner.cookie);
    const all = await list('');
    expect(all.total).toBe(await site.db.$count(payments));
    expect((await list('?state=confirmed')).items.every(({ state }) => state === 'confirmed')).toBe(true);
    expect((await list('?method=bank_transfer')).total).toBe(0);
    expect((await list('?search=bk-77')).total).toBe(1);
    expect((await list('?search=%25')).total).toBe(0);
    const csv = await requestApi(site, '/payments.csv?search=bk-77', owner.cookie);
    expect(csv.headers['content-disposition']).toContain('payments-');
    expect(csv.body).toContain('bKash,Confirmed,499.00,USD,BK-77');
    expectApiError(await requestApi(site, '/payments'), 'UNAUTHORIZED');
  });
});
