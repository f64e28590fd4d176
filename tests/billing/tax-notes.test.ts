import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingSettings } from '#features/billing/contract/settings.ts';
import { paths } from '#shared/paths.ts';
import { requestApi, getApi, postApi } from '../support/api-client.ts';
import { orderFixture } from '../support/order-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { quoteFixture } from '../support/quote-fixture.ts';
import { taxRateFixture } from '../support/tax-rate-fixture.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

const { site, owner, placeOrder, placeStartedOrder, read, asClient, asOwner, pay, passDays } = orderFixture({
  pages: true,
});
const { quoted } = quoteFixture(site, owner);

let stopListening: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stopListening = await applyInvalidations(site());
});
afterAll(() => stopListening?.());

async function setTax(taxRate: string, taxBehavior: 'exclusive' | 'inclusive') {
  const { cookie } = owner();
  const { currency: _currency, ...now } = await getApi<BillingSettings>(site(), '/billing-settings', cookie);
  const taxRates = taxRate === '0' ? [] : [taxRateFixture({ rate: taxRate })];
  const edited = { ...now, taxRates, taxBehavior };
  const answer = await postApi(site(), '/billing-settings', edited, { cookie, method: 'PUT' });
  expect(answer.statusCode, answer.body).toBe(200);
}

const lineItems = [{ description: 'More', amount: '100' }];
async function textAt(url: string) {
  const { statusCode, body } = await site().http.app.inject({ method: 'GET', url });
  expect(statusCode, url).toBe(200);
  return textOf((await parsePage(body)).all('main')[0]).replaceAll(/\s+/g, ' ');
}

async function hold() {
  const span = 'from=2027-03-02T00:00:00Z&until=2027-03-30T00:00:00Z';
  const { slots } = await getApi<{ slots: string[] }>(site(), `/consultations/initial/slots?${span}`);
  const answer = await postApi(site(), '/bookings', {
    optionId: 'initial',
    hours: '1',
    startsAt: slots[0],
    timeZone: 'UTC',
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ accessToken: string }>().accessToken;
}

async function delivered() {
  const order = await placeStartedOrder();
  for (const [by, transition] of [
    [asOwner, 'submit_for_review'],
    [asClient, 'complete'],
  ] as const) {
    expect((await by(order, '/transitions', { transition })).statusCode).toBe(200);
  }
  await pay(order);
  expect((await asOwner(order, '/transitions', { transition: 'deliver' })).statusCode).toBe(200);
  return order;
}

describe.each([
  { taxBehavior: 'exclusive', note: 'plus VAT 19%', tax: '$19.00', total: '$119.00', ofPlan: '$189.81' },
  { taxBehavior: 'inclusive', note: 'incl. VAT 19%', tax: '$15.97', total: '$100.00', ofPlan: '$159.51' },
] as const)('tax note with $taxBehavior prices', ({ taxBehavior, note, tax, total, ofPlan }) => {
  beforeEach(() => setTax('19', taxBehavior));

  it('appears on pricing, consultations and the order form', async () => {
    expect((await requestApi(site(), '/selling-notes')).json()).toMatchObject({
      tax: { isIncluded: taxBehavior === 'inclusive' },
    });
    for (const url of [paths.pricing, '/pricing/consultation', '/order/plan/growth']) {
      await expect.poll(() => textAt(url), { message: url }).toContain(note);
    }
    expect(await textAt('/order/plan/growth')).toContain(`${note}${ofPlan}`);
  });

  it('appears with its line on a held time', async () => {
    const text = await textAt(`/booking/${await hold()}`);
    expect(text).toMatch(taxBehavior === 'exclusive' ? /VAT 19%: \$9\.50/ : /VAT 19%: \$7\.98/);
  });

  it('appears with its line on a quote', async () => {
    const order = await quoted({ lineItems });
    const text = await textAt(`/order/${order.reference}`);
    expect(text).toContain(`${note}${tax}`);
    expect(text).toContain(total);
  });

  it('appears with its line on a change request', async () => {
    const order = await placeStartedOrder();
    expect((await asOwner(order, '/change-orders', { lineItems, extraDays: 1 })).statusCode).toBe(200);
    const text = await textAt(`/order/${order.reference}`);
    expect(text).toContain(`${note}${tax}`);
    expect(text).toContain(`Accept for ${total}`);
  });

  it('appears with its line on a support quote', async () => {
    const order = await delivered();
    await passDays(200);
    expect((await asClient(order, '/support-requests', { body: 'A map.' })).statusCode).toBe(200);
    const [request] = (await read(order.reference)).supportRequests;
    expect((await asOwner(order, `/support-requests/${request?.id}/quote`, { lineItems })).statusCode).toBe(200);
    expect((await read(order.reference)).supportRequests[0]?.quote?.tax).toMatchObject({
      isIncluded: taxBehavior === 'inclusive',
    });
    const text = await textAt(`/order/${order.reference}`);
    expect(text).toContain(`${note}${tax}`);
    expect(text).toContain(`Accept for ${total}`);
  });
});

it('does not mention tax when there is none', async () => {
  await setTax('0', 'exclusive');
  const order = await placeOrder();
  expect(await textAt(`/order/${order.reference}`)).not.toContain('VAT');
});
