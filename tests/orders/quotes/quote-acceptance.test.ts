import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAgreementJobs } from '../../support/agreement-jobs.ts';
import { expectApiError, postApi } from '../../support/api-client.ts';
import { listEmailsTo } from '../../support/emails.ts';
import { type SignedInUser, memberFixture } from '../../support/member-fixture.ts';
import { quoteFixture } from '../../support/quote-fixture.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
const begin = Temporal.Instant.from('2027-03-01T12:00:00Z');
let now = begin;
const { arrive, rows, send } = memberFixture(() => site);
let owner: SignedInUser;
const { read, sendQuote, quoted, accept } = quoteFixture(
  () => site,
  () => owner,
);

beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = begin;
  await site.db.$client.query('delete from emails; delete from rate_limits; delete from pgboss.job');
});

const countDocuments = async () => (await rows('billing_documents')).length;

describe('accepting a quote', () => {
  it('stores the signed text (term 15) and invoices the deposit (term 1)', async () => {
    const { reference } = await quoted();
    const { quote: open } = await read(reference);
    const answer = await accept(reference);
    expect(answer.statusCode, answer.body).toBe(200);
    const order = await read(reference);
    expect(order).toMatchObject({
      status: 'agreed',
      quote: null,
      summary: { nextPayment: { amount: 85_000, dueOn: '2027-03-01' } },
      agreements: [
        {
          kind: 'signed',
          signature: 'Noor Haddad',
          sha256: open?.agreementHash,
          text: open?.agreement,
          ip: '203.0.113.1',
          agreedAt: '2027-03-01T12:00:00.000Z',
        },
      ],
    });
    // From 1,000 on, the balance can be paid in installments (term 4).
    expect(order.installmentChoices).toEqual([2, 3, 4, 5, 6]);
    await runAgreementJobs(site);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['order_agreed']);
  });

  it('happens once for four simultaneous submissions', async () => {
    const { reference } = await quoted();
    const { quote: open } = await read(reference);
    const before = await countDocuments();
    const body = { agreementHash: open?.agreementHash, signature: 'Noor' };
    const again = () => postApi(site, `/orders/${reference}/quote/accept`, body);
    const answers = await Promise.all([again(), again(), again(), again()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await countDocuments()).toBe(before + 1);
    expect((await read(reference)).agreements).toHaveLength(1);
  });

  it.each([
    ['no name', { signature: ' ' }, 'BAD_REQUEST'],
    ['a hash of another text', { agreementHash: '0'.repeat(64) }, 'CONFLICT'],
  ] as const)('is refused with %s', async (_what, changes, code) => {
    const { reference } = await quoted();
    expectApiError(await accept(reference, changes), code);
    expect(await read(reference)).toMatchObject({ status: 'quoted', agreements: [], billingDocuments: [] });
  });

  it('is refused after its last day in the owner’s time zone', async () => {
    const { number, reference } = await quoted({ expiresOn: '2027-03-05' });
    const { timeZone } = await read(reference);
    now = Temporal.PlainDateTime.from('2027-03-05T23:59:59').toZonedDateTime(timeZone).toInstant();
    expect((await read(reference)).summary.status).toBe('quoted');
    now = now.add({ seconds: 1 });
    expect((await read(reference)).summary.status).toBe('expired');
    expect(expectApiError(await accept(reference), 'CONFLICT').message).toContain('05 Mar 2027');
    expectApiError(await sendQuote(number, { expiresOn: '2027-04-15' }), 'CONFLICT');
    expect((await read(reference)).billingDocuments).toEqual([]);
  });

  it('is refused after declining, and the owner receives the reason', async () => {
    const { number, reference } = await quoted();
    const { quote: open } = await read(reference);
    await postApi(site, `/orders/${reference}/transitions`, { transition: 'decline', reason: 'Too dear.' });
    const [mail] = await listEmailsTo(site, owner.email);
    expect(mail?.text).toContain('Too dear.');
    const body = { agreementHash: open?.agreementHash, signature: 'Noor' };
    expectApiError(await postApi(site, `/orders/${reference}/quote/accept`, body), 'CONFLICT');
    expectApiError(await sendQuote(number), 'CONFLICT');
  });
});

describe('recorded confirmation (term 15)', () => {
  const record = (number: number, changes: object = {}) =>
    send(owner, 'POST', `/orders/${number}/quote/record-acceptance`, {
      message: 'Yes, please begin.',
      confirmedBy: 'Noor Haddad',
      confirmedAt: '2027-03-01T12:30',
      ...changes,
    });

  it('is stored with the accepted text and invoices the deposit', async () => {
    const { number, reference } = await quoted();
    const { quote: open, timeZone } = await read(reference);
    now = begin.add({ hours: 2 });
    const at = begin.add({ minutes: 30 }).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
    const idempotencyKey = crypto.randomUUID();
    const answer = await record(number, { confirmedAt: at, idempotencyKey });
    expect(answer.statusCode, answer.body).toBe(200);
    // As when the response is lost.
    expect((await record(number, { confirmedAt: at, idempotencyKey })).statusCode).toBe(200);
    expect(await read(reference)).toMatchObject({
      status: 'agreed',
      summary: { nextPayment: { amount: 85_000 } },
      agreements: [
        {
          kind: 'recorded',
          signature: 'Noor Haddad',
          message: 'Yes, please begin.',
          sha256: open?.agreementHash,
          text: open?.agreement,
          ip: null,
          agreedAt: '2027-03-01T12:30:00.000Z',
        },
      ],
    });
    const { events } = await read(reference);
    expect(events.at(-1)).toMatchObject({ transition: 'accept_quote', actor: 'owner', reason: 'Yes, please begin.' });
  });

  it.each([
    ['without the message', { message: ' ' }, 'BAD_REQUEST'],
    ['with a time before the quote', { confirmedAt: '2027-02-01T12:00' }, 'UNPROCESSABLE'],
    ['with a time in the future', { confirmedAt: '2027-03-05T12:00' }, 'UNPROCESSABLE'],
    ['with an invalid time', { confirmedAt: '2027-02-30T12:00' }, 'UNPROCESSABLE'],
  ] as const)('is refused %s', async (_what, changes, code) => {
    const { number, reference } = await quoted();
    expectApiError(await record(number, changes), code);
    expect(await read(reference)).toMatchObject({ status: 'quoted', agreements: [] });
  });
});
