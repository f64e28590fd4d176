import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessDocuments } from '#features/billing/tables.ts';
import { orders } from '#features/orders/tables.ts';
import { askApi, expectRefusal, readApi, sendApi } from './support/api-answers.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';

let site: TestSite;
let local: TestSite;
beforeAll(async () => {
  site = await openTestSite({ environment: { SITE_URL: 'https://ada.example' } });
  local = await openTestSite();
});
afterAll(() => Promise.all([site.close(), local.close()]));

interface Price {
  agreementHash: string;
}

async function order(on: TestSite) {
  const { usual, urgent } = await readApi<{ usual: Price; urgent: Price | null }>(on, '/offers/plan/growth');
  return sendApi(on, '/orders', {
    kind: 'plan',
    id: 'growth',
    brief: 'A shop for tide tables.',
    name: 'Noor Haddad',
    email: 'noor@site.example',
    signature: 'Noor Haddad',
    urgent: '',
    agreementHash: usual.agreementHash,
    urgentAgreementHash: urgent?.agreementHash ?? '',
    submission: crypto.randomUUID(),
  });
}

async function hold(on: TestSite) {
  const span = 'from=2026-11-22T00:00:00Z&until=2026-12-20T00:00:00Z';
  const { times } = await readApi<{ times: string[] }>(on, `/consultations/initial/times?${span}`);
  return sendApi(on, '/bookings', { option: 'initial', hours: '1', startsAt: times[0], timeZone: 'UTC' });
}

describe('a site that others can reach, under the sample profile', () => {
  it('takes no orders and no bookings, issues nothing, and says so on its price pages', async () => {
    for (const answer of [await order(site), await hold(site)]) {
      expect(expectRefusal(answer, 'CONFLICT').message).toContain('can’t take orders yet');
    }
    for (const table of [orders, businessDocuments]) expect(await site.db.$count(table)).toBe(0);
    for (const path of ['/selling-notes', '/consultations']) {
      expect((await readApi<{ closed: string | null }>(site, path)).closed).toContain('can’t take orders yet');
    }
  });

  it('sells once the owner has written a profile', async () => {
    await site.db.$client.query("update site_content set sample = false, untouched = false where key = 'profile'");
    expect((await askApi(site, '/selling-notes')).json()).toMatchObject({ closed: null });
    for (const answer of [await order(site), await hold(site)]) expect(answer.statusCode, answer.body).toBe(201);
  });
});

it('a local site sells under the sample profile, to be tried out', async () => {
  expect((await askApi(local, '/selling-notes')).json()).toMatchObject({ closed: null });
  expect((await order(local)).statusCode).toBe(201);
});
