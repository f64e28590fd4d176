import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingDocumentDetails } from '#features/billing/contract/document-details.ts';
import { EMPTY_DETAILS } from '#features/clients/contract/constants.ts';
import type { Order } from '#features/orders/lifecycle/contract/order.ts';
import type { PaymentTermsDto } from '#features/pricing/contract/payment-terms.ts';
import type { Pricing } from '#features/pricing/contract/index.ts';
import { getPaymentTerms } from '#features/pricing/queries/terms.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { placePlanOrder } from '../support/order-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: SignedInUser;
const { arrive } = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

const rows = async () =>
  JSON.stringify(
    await Promise.all(
      ['payment_terms', 'payment_term_settings'].map(
        async table => (await site.db.$client.query(`select * from ${table} order by 1`)).rows,
      ),
    ),
  );
const read = () => getApi<PaymentTermsDto>(site, '/pricing/payment-terms', owner.cookie);
const shown = async () => (await getApi<Pricing>(site, '/pricing')).paymentTerms;

/** Returns the terms as the form sends them, with some values replaced. */
function bodyOf(now: PaymentTermsDto, texts: Readonly<Record<number, string>> = {}, settings: object = {}) {
  return {
    version: now.version,
    terms: now.terms.map(({ number, title, text }) => ({ title, text: texts[number] ?? text })),
    settings: { ...now.settings, installmentMinimum: '1000', ...settings },
  };
}
const send = (body: object, cookie = owner.cookie) =>
  postApi(site, '/pricing/payment-terms', body, { cookie, method: 'PUT' });

describe('payment terms', () => {
  it('contain their default figures', async () => {
    const { settings, terms } = await getPaymentTerms(site.db);
    expect(settings).toEqual({
      depositPercent: 50,
      balanceDueDays: 7,
      installmentMinimum: { minor: 1000_00, currency: 'USD' },
      lateFeeAfterDays: 7,
      lateFeePercent: 5,
      lateFeeMode: 'manual',
      refundAfterDays: 7,
      includedRevisions: 3,
      urgentSurchargePercent: 25,
    });
    expect(terms).toEqual(await shown());
    expect(terms[0]).toEqual({
      number: 1,
      title: '50% deposit',
      text: 'I start a project after a deposit of 50% has been paid.',
    });
  });

  it('can be saved unchanged', async () => {
    const before = await shown();
    const now = await read();
    const answer = await send(bodyOf(now));
    expect(answer.json()).toEqual({ ...now, version: now.version + 1 });
    expect(await shown()).toEqual(before);
  });

  it('show each figure where it is named, immediately', async () => {
    const now = await read();
    const texts = {
      2: 'The rest is due {balanceDays} after completion.',
      16: 'Urgent work costs {urgentSurcharge} more.',
    };
    const settings = {
      depositPercent: '30',
      balanceDueDays: '1',
      includedRevisions: '1',
      installmentMinimum: '$2,500',
      lateFeeMode: 'automatic',
    };
    const saved = (await send(bodyOf(now, texts, settings))).json<PaymentTermsDto>();
    expect(saved.settings).toMatchObject({
      depositPercent: 30,
      installmentMinimum: { minor: 2500_00 },
      lateFeeMode: 'automatic',
    });
    expect(saved.terms[1]?.text).toContain('{balanceDays}');
    const after = await shown();
    expect(after[0]).toMatchObject({
      title: '30% deposit',
      text: 'I start a project after a deposit of 30% has been paid.',
    });
    expect(after[1]?.text).toBe('The rest is due 1 day after completion.');
    expect(after[10]?.text).toMatch(/^Up to 1 minor revision are/);
    expect(after[15]?.text).toBe('Urgent work costs 25% more.');
    expect(after.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_none, place) => place + 1));
    expect((await getPaymentTerms(site.db)).terms).toEqual(after);
  });

  it('are unchanged by invalid input, which names the field', async () => {
    const now = await read();
    const before = await rows();
    const wrong: readonly (readonly [object, string])[] = [
      [bodyOf(now, { 3: 'After {depositt}' }), 'terms.2.text'],
      [bodyOf(now, { 16: 'A brace {' }), 'terms.15.text'],
      [bodyOf(now, { 4: '' }), 'terms.3.text'],
      [
        { ...bodyOf(now), terms: bodyOf(now).terms.map(term => ({ ...term, translations: { de: 'Nach {frist}' } })) },
        'terms.0.translations.de',
      ],
      [bodyOf(now, {}, { depositPercent: 0 }), 'settings.depositPercent'],
      [bodyOf(now, {}, { lateFeeMode: 'never' }), 'settings.lateFeeMode'],
      [bodyOf(now, {}, { installmentMinimum: '1,0000' }), 'settings.installmentMinimum'],
      [bodyOf(now, {}, { more: 1 }), 'settings.more'],
      [{ ...bodyOf(now), terms: bodyOf(now).terms.slice(1) }, 'terms'],
      [{ ...bodyOf(now), terms: [...bodyOf(now).terms, ...bodyOf(now).terms.slice(0, 1)] }, 'terms'],
    ];
    for (const [body, field] of wrong) {
      const { fields } = expectApiError(await send(body), 'BAD_REQUEST');
      const [name = ''] = Object.keys(fields);
      // Unknown properties are reported by their own name.
      expect(field.endsWith(name), `${name} for ${field}`).toBe(true);
    }
    expect(await rows()).toBe(before);
  });

  it('are printed on an order’s documents in the client’s language, with the wording at the time of the order', async () => {
    const client = { name: 'Noor Haddad', emails: ['noor@site.example'], billing: EMPTY_DETAILS, language: 'de' };
    expect((await postApi(site, '/clients', client, { cookie: owner.cookie })).statusCode).toBe(201);
    const translate = async (de: string) => {
      const now = await read();
      const body = bodyOf(now, { 6: 'I may charge {lateFee} for late payments.' });
      const terms = body.terms.map((term, index) => (index === 5 ? { ...term, translations: { de, fr: ' ' } } : term));
      return (await send({ ...body, terms })).json<PaymentTermsDto>();
    };
    const german = 'Nach {lateDays} fallen {lateFee} an.';
    expect((await translate(german)).terms[5]?.translations).toEqual({ de: german });
    const placed = await placePlanOrder(site);
    // An earlier API client doesn't know the field.
    const kept = await send(bodyOf(await read()));
    expect(kept.json<PaymentTermsDto>().terms[5]?.translations).toEqual({ de: german });
    expect((await translate('')).terms[5]?.translations).toEqual({});
    const later = await placePlanOrder(site);
    const read6 = async ({ reference }: typeof placed) => {
      const { agreements, billingDocuments } = await getApi<Order>(site, `/orders/${reference}`);
      // The client agreed to the main text.
      expect(agreements[0]?.text).toContain('6. I may charge 5% for late payments.');
      const path = billingDocuments[0]?.path.replace('/document/', '/billing-documents/') ?? '';
      const { terms, termsNote } = (await getApi<BillingDocumentDetails>(site, path)).document;
      expect(termsNote).toMatch(/^Dies ist eine Übersetzung\./);
      // The others are the site's own translations.
      expect(terms[0]?.text).toMatch(/Anzahlung/);
      return terms.find(({ number }) => number === 6)?.text;
    };
    expect(await read6(placed)).toBe('Nach 7 Tage fallen 5\u{a0}% an.');
    expect(await read6(later)).toBe('I may charge 5% for late payments.');
  });

  it('cannot be overwritten from an older version or by others', async () => {
    const now = await read();
    expect((await send(bodyOf(now, { 3: 'By card.' }))).statusCode).toBe(200);
    const before = await rows();
    expectApiError(await send(bodyOf(now, { 3: 'By cheque.' })), 'CONFLICT');
    const author = await arrive({ role: 'author' });
    const latest = bodyOf(await read(), { 3: 'By cheque.' });
    expectApiError(await send(latest, author.cookie), 'FORBIDDEN');
    expectApiError(await send(latest, ''), 'UNAUTHORIZED');
    expect(await rows()).toBe(before);
    const both = await Promise.all([send(latest), send(latest)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('use the site’s currency once saved', async () => {
    await site.db.$client.query(`update settings set default_currency = 'JPY'`);
    const now = await read();
    expect([now.settings.installmentMinimum.currency, now.defaultCurrency]).toEqual(['USD', 'JPY']);
    const saved = (await send(bodyOf(now, {}, { installmentMinimum: '¥150,000' }))).json<PaymentTermsDto>();
    expect(saved.settings.installmentMinimum).toEqual({ minor: 150_000, currency: 'JPY' });
  });
});
