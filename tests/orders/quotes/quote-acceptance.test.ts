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
  await site.db.$client.query('delete from mails; delete from rate_limits; delete from pgboss.job');
});

const countDocuments = async () => (await rows('business_documents')).length;

describe('accepting a quote', () => {
  it('stores the signed text (term 15) and invoices the deposit (term 1)', async () => {
    const { link } = await quoted();
    const { quote: open } = await read(link);
    const answer = await accept(link);
    expect(answer.statusCode, answer.body).toBe(200);
    const order = await read(link);
    expect(order).toMatchObject({
      state: 'agreed',
      quote: null,
      standing: { nextPayment: { amount: 85_000, dueOn: '2027-03-01' } },
      agreements: [
        {
          kind: 'signed',
          signature: 'Noor Haddad',
          sha256: open?.agreementHash,
          text: open?.agreement,
          ip: '203.0.113.1',
          at: '2027-03-01T12:00:00.000Z',
        },
      ],
    });
    // At or over 1,000 the balance may be paid in installments (term 4).
    expect(order.installmentChoices).toEqual([2, 3, 4, 5, 6]);
    await runAgreementJobs(site);
    expect((await listEmailsTo(site, owner.email)).map(({ template }) => template)).toEqual(['orderAgreed']);
  });

  it('happens once for four simultaneous submissions', async () => {
    const { link } = await quoted();
    const { quote: open } = await read(link);
    const before = await countDocuments();
    const body = { agreementHash: open?.agreementHash, signature: 'Noor' };
    const again = () => postApi(site, `/orders/${link}/agreement`, body);
    const answers = await Promise.all([again(), again(), again(), again()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await countDocuments()).toBe(before + 1);
    expect((await read(link)).agreements).toHaveLength(1);
  });

  it.each([
    ['no name', { signature: ' ' }, 'BAD_REQUEST'],
    ['another text than the present one', { agreementHash: '0'.repeat(64) }, 'CONFLICT'],
  ] as const)('is refused with %s', async (_what, changes, code) => {
    const { link } = await quoted();
    expectApiError(await accept(link, changes), code);
    expect(await read(link)).toMatchObject({ state: 'quoted', agreements: [], documents: [] });
  });

  it('is refused after its last day in the owner’s time zone', async () => {
    const { number, link } = await quoted({ until: '2027-03-05' });
    const { timeZone } = await read(link);
    now = Temporal.PlainDateTime.from('2027-03-05T23:59:59').toZonedDateTime(timeZone).toInstant();
    expect((await read(link)).standing.state).toBe('quoted');
    now = now.add({ seconds: 1 });
    expect((await read(link)).standing.state).toBe('expired');
    expect(expectApiError(await accept(link), 'CONFLICT').message).toContain('05 Mar 2027');
    expectApiError(await sendQuote(number, { until: '2027-04-15' }), 'CONFLICT');
    expect((await read(link)).documents).toEqual([]);
  });

  it('is refused after declining, and the owner receives the reason', async () => {
    const { number, link } = await quoted();
    const { quote: open } = await read(link);
    await postApi(site, `/orders/${link}/moves`, { move: 'decline', reason: 'Too dear.' });
    const [mail] = await listEmailsTo(site, owner.email);
    expect(mail?.text).toContain('Too dear.');
    const body = { agreementHash: open?.agreementHash, signature: 'Noor' };
    expectApiError(await postApi(site, `/orders/${link}/agreement`, body), 'CONFLICT');
    expectApiError(await sendQuote(number), 'CONFLICT');
  });
});

describe('recorded confirmation (term 15)', () => {
  const record = (number: number, changes: object = {}) =>
    send(owner, 'POST', `/orders/${number}/confirmation`, {
      message: 'Yes, please begin.',
      from: 'Noor Haddad',
      at: '2027-03-01T12:30',
      ...changes,
    });

  it('is stored with the accepted text and invoices the deposit', async () => {
    const { number, link } = await quoted();
    const { quote: open, timeZone } = await read(link);
    now = begin.add({ hours: 2 });
    const at = begin.add({ minutes: 30 }).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
    const answer = await record(number, { at });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await read(link)).toMatchObject({
      state: 'agreed',
      standing: { nextPayment: { amount: 85_000 } },
      agreements: [
        {
          kind: 'recorded',
          signature: 'Noor Haddad',
          message: 'Yes, please begin.',
          sha256: open?.agreementHash,
          text: open?.agreement,
          ip: null,
          at: '2027-03-01T12:30:00.000Z',
        },
      ],
    });
    const { events } = await read(link);
    expect(events.at(-1)).toMatchObject({ move: 'agree', actor: 'owner', reason: 'Yes, please begin.' });
  });

  it.each([
    ['without the message', { message: ' ' }, 'BAD_REQUEST'],
    ['from before the quote', { at: '2027-02-01T12:00' }, 'UNPROCESSABLE'],
    ['from the future', { at: '2027-03-05T12:00' }, 'UNPROCESSABLE'],
    ['at no time', { at: '2027-02-30T12:00' }, 'UNPROCESSABLE'],
  ] as const)('is refused %s', async (_what, changes, code) => {
    const { number, link } = await quoted();
    expectApiError(await record(number, changes), code);
    expect(await read(link)).toMatchObject({ state: 'quoted', agreements: [] });
  });
});
