import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OfferKind } from '#features/pricing/contract/offer-kinds.ts';
import type { Offer, OfferListItem, OfferFormValues } from '#features/pricing/contract/offers.ts';
import type { Pricing } from '#features/pricing/contract/index.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { applyInvalidations } from '#tests/support/fresh-pages.ts';

let site: TestSite;
let owner: SignedInUser;
const { arrive } = memberFixture(() => site);
let stopListening: () => Promise<void>;
beforeAll(async () => {
  site = await createTestSite();
  stopListening = await applyInvalidations(site);
  owner = await arrive({ role: 'owner' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
  await sql(`update settings set default_currency = 'USD'`);
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const sql = async (text: string, values: unknown[] = []) => (await site.db.$client.query(text, values)).rows;
const TABLES =
  'plans services custom_package_details consultation_options consultation_features specialized_services'.split(' ');
/** Returns all offers as text. */
const everything = async () =>
  JSON.stringify(await Promise.all(TABLES.map(table => sql(`select * from ${table} order by id`))));
const list = async (kind: OfferKind, cookie = owner.cookie) =>
  (await getApi<{ items: OfferListItem[] }>(site, '/pricing/offers', cookie)).items.filter(item => item.kind === kind);
const read = (key: string) => getApi<Offer>(site, `/pricing/offers/${key}`, owner.cookie);
const add = (kind: string, value: OfferFormValues, cookie = owner.cookie) =>
  postApi(site, '/pricing/offers', { kind, value }, { cookie });
const save = (key: string, version: number, value: OfferFormValues, cookie = owner.cookie) =>
  postApi(site, `/pricing/offers/${key}`, { version, value }, { cookie, method: 'PUT' });
const change = (key: string, body: object, cookie = owner.cookie) =>
  postApi(site, `/pricing/offers/${key}`, body, { cookie, method: 'PATCH' });
const remove = (key: string, version = 1, cookie = owner.cookie) =>
  postApi(site, `/pricing/offers/${key}`, { version }, { cookie, method: 'DELETE' });
const order = (kind: string, ids: readonly string[], cookie = owner.cookie) =>
  postApi(site, `/pricing/offer-positions/${kind}`, { ids }, { cookie, method: 'PUT' });
const shown = () => getApi<Pricing>(site, '/pricing');

const plan: OfferFormValues = {
  name: 'Landing',
  price: '$1,299.50',
  tagline: 'One page',
  description: 'A page.',
  features: ' One \r\n\r\nTwo',
  deliveryDays: '10',
  supportDays: '0',
  contentItems: 'Your logo',
};
const service = { title: 'Care', price: '99', description: 'Updates' };
const option = { title: 'Talk', description: 'A talk.', price: '80', priceUnit: 'session', durationMinutes: '45' };
const sound: readonly (readonly [OfferKind, OfferFormValues])[] = [
  ['plan', plan],
  ['service', service],
  ['custom_package_detail', { text: 'Everything can be left out.' }],
  ['consultation_option', option],
  ['consultation_feature', { name: 'Notes', description: 'You get notes.' }],
  ['specialized_service', { title: 'Rescue', description: 'I take over.' }],
];

describe('offer', () => {
  it.each(sound)('of kind %s can be added, read, saved unchanged and deleted', async (kind, value) => {
    const before = await list(kind);
    const answer = await add(kind, value);
    expect(answer.statusCode, answer.body).toBe(201);
    const made = answer.json<Offer>();
    expect(made).toMatchObject({ kind, version: 1, isSample: false, isHidden: false, isHighlighted: false });
    expect((await list(kind)).map(({ key }) => key)).toEqual([...before.map(({ key }) => key), made.key]);
    const again = (await save(made.key, 1, made.formValues)).json<Offer>();
    expect(again).toEqual({ ...made, version: 2 });
    const offersBefore = await everything();
    expectApiError(await remove(made.key, 1), 'CONFLICT');
    expect(await everything()).toBe(offersBefore);
    expect((await remove(made.key, 2)).json()).toEqual({ deletedKey: made.key });
    expect(await list(kind)).toEqual(before);
    expectApiError(await remove(made.key), 'NOT_FOUND');
  });

  it('round-trips through its form and is then no longer sample content', async () => {
    for (const [kind] of sound) {
      for (const { key } of await list(kind)) {
        const before = await read(key);
        const after = (await save(key, before.version, before.formValues)).json<Offer>();
        expect(after).toEqual({ ...before, version: before.version + 1, isSample: false });
      }
    }
  });

  it('is parsed from amounts with signs and commas and lists by line', async () => {
    const { key } = (await add('plan', plan)).json<Offer>();
    expect(key).toBe('plan-landing');
    const landing = (await shown()).plans.at(-1);
    expect(landing).toMatchObject({
      id: 'landing',
      price: { minor: 1299_50, currency: 'USD' },
      features: ['One', 'Two'],
      deliveryDays: 10,
      supportDays: 0,
      contentItems: ['Your logo'],
      isStartingPrice: false,
    });
    const second = (await add('plan', plan)).json<Offer>();
    expect(second.key, 'the same name twice has two addresses').toBe('plan-landing-2');
    await remove(key);
    await remove(second.key);
    expect((await shown()).plans).toHaveLength(4);
  });

  it('can be hidden from visitors everywhere and shown again', async () => {
    const { key } = (await add('plan', { ...plan, name: 'Secret', isHidden: 'on' })).json<Offer>();
    const guided = async () => (await site.http.app.inject({ url: '/llms.txt' })).body.includes('Secret');
    expect(JSON.stringify(await shown())).not.toContain('Secret');
    expect(await guided()).toBe(false);
    expect((await list('plan')).at(-1)).toMatchObject({ title: 'Secret', isHidden: true });
    expect((await change(key, { isHidden: false })).json()).toMatchObject({ isHidden: false, version: 2 });
    expect((await shown()).plans.at(-1)?.name).toBe('Secret');
    await expect.poll(guided, { timeout: 10_000 }).toBe(true);
    for (const [kind] of sound) for (const line of await list(kind)) await change(line.key, { isHidden: true });
    const { paymentTerms, ...rest } = await shown();
    expect(Object.values(rest).flat()).toEqual([]);
    expect(paymentTerms).toHaveLength(16);
    for (const [kind] of sound) for (const line of await list(kind)) await change(line.key, { isHidden: false });
    expect((await remove(key, (await read(key)).version)).statusCode).toBe(200);
  });

  it.each([
    ['plan', 'plan-starter', 'plan-elite'],
    ['service', 'service-maintenance', 'service-e-commerce-support'],
    ['consultation_option', 'consultation_option-hourly', 'consultation_option-strategy'],
  ] as const)('only one %s is highlighted at a time', async (kind, one, other) => {
    const highlighted = async () => (await list(kind)).filter(line => line.isHighlighted).map(({ key }) => key);
    await change(one, { isHighlighted: true });
    expect(await highlighted()).toEqual([one]);
    const { version, formValues } = await read(other);
    const field = { plan: 'isHighlighted', service: 'isHighlighted', consultation_option: 'isPrimary' }[kind];
    expect((await save(other, version, { ...formValues, [field]: 'on' })).statusCode).toBe(200);
    expect(await highlighted()).toEqual([other]);
    await Promise.all([change(one, { isHighlighted: true }), change(other, { isHighlighted: true })]);
    expect(await highlighted()).toHaveLength(1);
    const [key = ''] = await highlighted();
    await change(key, { isHighlighted: false });
    expect(await highlighted()).toEqual([]);
  });

  it('can be free if it is a consultation, or if clients request a quote', async () => {
    expect((await add('consultation_option', { ...option, price: '0' })).statusCode).toBe(201);
    expect((await add('plan', { ...plan, price: '0', isStartingPrice: 'on' })).statusCode).toBe(201);
  });

  it('keeps its currency or gets the site’s', async () => {
    const { key } = (await add('service', service)).json<Offer>();
    await sql(`update settings set default_currency = 'EUR'`);
    const { formValues, version, defaultCurrency } = await read(key);
    expect([formValues.currency, defaultCurrency]).toEqual(['USD', 'EUR']);
    expect((await save(key, version, { ...formValues, price: '120' })).json<Offer>().price?.currency).toBe('USD');
    expect(
      expectApiError(await save(key, version + 1, { ...formValues, currency: 'JPY' }), 'BAD_REQUEST').fields,
    ).toHaveProperty('currency');
    const euros = (await save(key, version + 1, { ...formValues, currency: 'EUR', price: '€120' })).json<Offer>();
    expect(euros.price).toEqual({ minor: 120_00, currency: 'EUR' });
    await remove(key, euros.version);
  });
});

describe('sort order', () => {
  it('applies to readers', async () => {
    const wanted = (await list('service')).map(({ id }) => id).toReversed();
    const answer = await order('service', wanted);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await shown()).services.map(({ id }) => id)).toEqual(wanted);
  });

  it('must name every offer once', async () => {
    const ids = (await list('service')).map(({ id }) => id);
    const before = await everything();
    for (const wrong of [ids.slice(1), [...ids, 'no-such'], [...ids, ...ids.slice(0, 1)], []]) {
      expect(Object.keys(expectApiError(await order('service', wrong), 'BAD_REQUEST').fields).join()).toMatch(/^ids/);
    }
    expectApiError(await order('no-such', ids), 'BAD_REQUEST');
    expect(await everything()).toBe(before);
  });
});

describe('invalid request changes nothing:', () => {
  const { price: _none, ...unpriced } = plan;
  const refused: readonly (readonly [OfferKind, OfferFormValues, string])[] = [
    ['plan', { ...plan, price: '4,9999' }, 'price'],
    ['plan', unpriced, 'price'],
    ['plan', { ...plan, price: '-1' }, 'price'],
    ['plan', { ...plan, price: '99999999999' }, 'price'],
    // An order without an amount due would wait for its deposit forever.
    ['plan', { ...plan, price: '0' }, 'price'],
    ['service', { ...service, price: '0,00' }, 'price'],
    ['plan', { ...plan, currency: 'EUR' }, 'currency'],
    ['plan', { ...plan, name: ' ' }, 'name'],
    ['plan', { ...plan, features: ' \n ' }, 'features'],
    ['plan', { ...plan, features: 'Twice\nTwice' }, 'features'],
    ['plan', { ...plan, features: 'x'.repeat(201) }, 'features'],
    ['plan', { ...plan, contentItems: Array.from({ length: 31 }, (_each, place) => place).join('\n') }, 'contentItems'],
    ['plan', { ...plan, deliveryDays: '0' }, 'deliveryDays'],
    ['plan', { ...plan, deliveryDays: '731' }, 'deliveryDays'],
    ['plan', { ...plan, supportDays: 'a week' }, 'supportDays'],
    ['plan', { ...plan, description: 'A\u0000B' }, 'description'],
    ['plan', { ...plan, isHidden: 'yes' }, 'isHidden'],
    ['plan', { ...plan, isSample: 'on' }, 'isSample'],
    ['service', { ...service, title: 'x'.repeat(81) }, 'title'],
    ['consultation_option', { ...option, durationMinutes: '4' }, 'durationMinutes'],
    ['consultation_option', { ...option, priceUnit: 'hour', durationMinutes: '90' }, 'durationMinutes'],
    ['consultation_option', { ...option, priceUnit: 'week' }, 'priceUnit'],
    ['custom_package_detail', {}, 'text'],
    ['consultation_feature', { name: 'Notes', description: '' }, 'description'],
  ];
  it.each(refused)('a %s with %j, which has a field error', async (kind, value, field) => {
    const before = await everything();
    expect(Object.keys(expectApiError(await add(kind, value), 'BAD_REQUEST').fields)).toEqual([field]);
    const [line] = await list(kind);
    const answer = await save(line?.key ?? '', line?.version ?? 0, value);
    expect(Object.keys(expectApiError(answer, 'BAD_REQUEST').fields)).toEqual([field]);
    expect(await everything()).toBe(before);
  });

  it('several wrong fields, which are all named', async () => {
    const { fields } = expectApiError(await add('plan', { ...plan, name: '', price: 'much' }), 'BAD_REQUEST');
    expect(Object.keys(fields).toSorted()).toEqual(['name', 'price']);
  });

  it('a save over a newer version', async () => {
    const { version, formValues } = await read('plan-starter');
    expect((await save('plan-starter', version, { ...formValues, name: 'First' })).statusCode).toBe(200);
    const before = await everything();
    const { message } = expectApiError(
      await save('plan-starter', version, { ...formValues, name: 'Late' }),
      'CONFLICT',
    );
    expect(message).toMatch(/changed in another tab/);
    expect(await everything()).toBe(before);
    const answers = await Promise.all(
      ['One', 'Two'].map(name => save('plan-starter', version + 1, { ...formValues, name })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('an unknown offer, or a highlight where none is possible', async () => {
    const before = await everything();
    for (const key of ['plan-no-such', 'no-such', 'plan-', 'user-1', 'plan-%00']) {
      expectApiError(await change(key, { isHidden: true }), key.includes('%00') ? 'BAD_REQUEST' : 'NOT_FOUND');
    }
    expectApiError(await change('consultation_feature-support', { isHighlighted: true }), 'BAD_REQUEST');
    expectApiError(await add('no-such', plan), 'BAD_REQUEST');
    expect(await everything()).toBe(before);
  });

  it('anyone but the owner', async () => {
    const before = await everything();
    const { version, formValues } = await read('plan-starter');
    const ids = (await list('service')).map(({ id }) => id);
    const author = await arrive({ role: 'author' });
    for (const [cookie, code] of [
      [author.cookie, 'FORBIDDEN'],
      ['', 'UNAUTHORIZED'],
    ] as const) {
      expectApiError(await add('plan', plan, cookie), code);
      expectApiError(await save('plan-starter', version, formValues, cookie), code);
      expectApiError(await change('plan-starter', { isHidden: true }, cookie), code);
      expectApiError(await remove('plan-starter', version, cookie), code);
      expectApiError(await order('service', ids, cookie), code);
      for (const path of ['/pricing/offers', '/pricing/offers/plan-starter', '/pricing/payment-terms']) {
        expectApiError(await site.http.app.inject({ url: `/api/v1${path}`, headers: { cookie } }), code);
      }
    }
    expect(await everything()).toBe(before);
  });
});
