import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingDocuments } from '#features/billing/tables.ts';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let local: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: 'https://ada.example' } });
  local = await createTestSite({ pages: true });
});
afterAll(() => Promise.all([site.close(), local.close()]));

interface Price {
  agreementHash: string;
}

async function order(on: TestSite) {
  const { standardPrice, urgentPrice } = await getApi<{ standardPrice: Price; urgentPrice: Price | null }>(
    on,
    '/checkout-offers/plan/growth',
  );
  return postApi(on, '/orders', {
    kind: 'plan',
    id: 'growth',
    brief: 'A shop for tide tables.',
    name: 'Noor Haddad',
    email: 'noor@site.example',
    signature: 'Noor Haddad',
    urgent: '',
    agreementHash: standardPrice.agreementHash,
    urgentAgreementHash: urgentPrice?.agreementHash ?? '',
    idempotencyKey: crypto.randomUUID(),
  });
}

async function hold(on: TestSite) {
  const span = 'from=2026-11-22T00:00:00Z&until=2026-12-20T00:00:00Z';
  const { slots } = await getApi<{ slots: string[] }>(on, `/consultations/initial/slots?${span}`);
  return postApi(on, '/bookings', { optionId: 'initial', hours: '1', startsAt: slots[0], timeZone: 'UTC' });
}

/** Returns whether each page with an order form says that ordering isn't possible yet, before the form. */
async function noticesOn(on: TestSite, cached = [paths.pricing, '/pricing/consultation']) {
  const forms = ['/order/plan/growth', '/order/plan/elite', '/order/service/maintenance', paths.customPlan];
  const notices: boolean[] = [];
  for (const url of [...cached, ...forms]) {
    const { statusCode, body } = await on.http.app.inject({ method: 'GET', url });
    expect(statusCode, url).toBe(200);
    const text = textOf((await parsePage(body)).all('main')[0]);
    const [notice, form] = [text.indexOf('can’t take orders yet'), text.indexOf('Who you are')];
    if (notice >= 0 && form >= 0) expect(notice, url).toBeLessThan(form);
    notices.push(notice >= 0);
  }
  return new Set(notices);
}

describe('public site with the sample profile', () => {
  it('accepts no orders or bookings and says so on pricing pages', async () => {
    for (const answer of [await order(site), await hold(site)]) {
      expect(expectApiError(answer, 'CONFLICT').message).toContain('can’t take orders yet');
    }
    for (const table of [orders, billingDocuments]) expect(await site.db.$count(table)).toBe(0);
    expect(await noticesOn(site)).toEqual(new Set([true]));
    for (const path of ['/selling-notes', '/consultations']) {
      expect((await getApi<{ closed: string | null }>(site, path)).closed).toContain('can’t take orders yet');
    }
  });

  it('shows consultations, without promising a reservation or asking for a time zone', async () => {
    const page = await parsePage((await site.http.app.inject('/pricing/consultation')).body);
    const text = textOf(page.all('main')[0]);
    expect(text).toContain('1. Choose a consultation');
    expect(text).not.toContain('Your time is reserved');
    expect(page.all('select').map(({ properties }) => properties.name)).not.toContain('zone');
  });

  it('lists this in the owner’s checklist with a link', async () => {
    const { cookie } = await memberFixture(() => site).arrive({ role: 'owner' });
    const { body } = await site.http.app.inject({ method: 'GET', url: '/dashboard', headers: { cookie } });
    const link = (await parsePage(body)).all('a').find(element => textOf(element).startsWith('Add your profile'));
    expect(textOf(link)).toContain('can’t order or book until you do');
    expect(link?.properties.href).toBe(dashboardPaths.siteSection('profile'));
  });

  it('issues no invoice for earlier orders', async () => {
    const documents = await billingDocumentFactory(site);
    await expect(documents.issue(1000)).rejects.toThrow('can’t take orders yet');
    expect(await site.db.$count(billingDocuments)).toBe(0);
  });

  it('accepts no orders before the owner has a profile', async () => {
    await site.db.$client.query(
      "update site_sections set is_sample = false, is_placeholder = true where key = 'profile'",
    );
    expectApiError(await order(site), 'CONFLICT');
    expect(await noticesOn(site, [])).toEqual(new Set([true]));
  });

  it('accepts orders once the owner has written a profile', async () => {
    await site.db.$client.query(
      "update site_sections set is_sample = false, is_placeholder = false where key = 'profile'",
    );
    expect((await requestApi(site, '/selling-notes')).json()).toMatchObject({ closed: null });
    expect(await noticesOn(site, [])).toEqual(new Set([false]));
    await site.db.$client.query("update billing_settings set bank_transfer_instructions = 'To 12 34'");
    for (const answer of [await order(site), await hold(site)]) expect(answer.statusCode, answer.body).toBe(201);
  });
});

it('accepts orders on a local site with the sample profile', async () => {
  expect((await requestApi(local, '/selling-notes')).json()).toMatchObject({ closed: null });
  expect(await noticesOn(local)).toEqual(new Set([false]));
  expect((await order(local)).statusCode).toBe(201);
});
