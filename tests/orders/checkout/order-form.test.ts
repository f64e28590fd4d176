import { expect, it } from 'vitest';
import type { CheckoutOffer } from '#features/orders/checkout/contract.ts';
import { getApi } from '../../support/api-client.ts';
import { orderFixture } from '../../support/order-fixture.ts';
import { parsePage, textOf } from '../../support/page-html.ts';

const { site, rows } = orderFixture({ pages: true });

const ask = (url: string, form?: Record<string, string>) =>
  site().http.app.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });

it('reports all missing fields together, also without JavaScript', async () => {
  const { standardPrice } = await getApi<CheckoutOffer>(site(), '/checkout-offers/plan/growth');
  const { agreementHash } = standardPrice;
  const empty = { name: '', email: '', signature: '', 'billing.company': '', 'billing.street': '1 Main St' };
  const answer = await ask('/order/plan/growth', { ...empty, forCompany: 'on', agreementHash, idempotencyKey: 'none' });
  const page = await parsePage(answer.body);
  const invalid = page.all('input').filter(({ properties }) => properties.ariaInvalid === 'true');
  expect(invalid.map(({ properties }) => properties.name)).toEqual(
    expect.arrayContaining(['name', 'email', 'signature', 'billing.company', 'billing.city']),
  );
  expect(await rows('orders')).toEqual([]);
});

it('shows the price for a company before it accepts the order, also without JavaScript', async () => {
  await site().db.$client.query(
    `update billing_settings set tax_name = 'VAT', tax_basis_points = 1900, tax_country = 'DE', tax_behavior = 'exclusive'`,
  );
  const { standardPrice } = await getApi<CheckoutOffer>(site(), '/checkout-offers/plan/growth');
  const fields = {
    name: 'Ana Roy',
    email: 'ana@site.example',
    signature: 'Ana Roy',
    agreementHash: standardPrice.agreementHash,
    forCompany: 'on',
    'billing.company': 'Beta SARL',
    'billing.street': '1 rue A',
    'billing.city': 'Paris',
    'billing.country': 'FR',
    'billing.taxId': 'FR 12 345 678 901',
  };
  const sent = await ask('/order/plan/growth', { ...fields, idempotencyKey: 'one' });
  expect(sent.statusCode, sent.body).toBe(303);
  const path = String(sent.headers.location);
  expect(path).toMatch(/^\/order\/plan\/growth\?draft=[\w-]+&price=changed$/);
  expect(await rows('orders')).toEqual([]);

  const page = await parsePage((await ask(path)).body);
  const value = (name: string) =>
    page.all('input').find(({ properties }) => properties.name === name)?.properties.value;
  expect([value('billing.taxId'), value('name')]).toEqual(['FR 12 345 678 901', 'Ana Roy']);
  expect(value('signature') ?? '').toBe('');
  const text = textOf(page.all('main')[0]);
  expect(text).toContain('The price for your company is different.');
  expect(text).toContain('Reverse charge');
  const agreementHash = String(value('agreementHash'));
  expect(agreementHash).not.toBe(fields.agreementHash);

  const placed = await ask(path, { ...fields, agreementHash, idempotencyKey: 'two' });
  expect(placed.headers.location).toContain('did=placed');
  expect(await rows('orders')).toMatchObject([{ total: 99_900, client_email: 'ana@site.example' }]);
});
