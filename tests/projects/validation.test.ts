import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
const { arrive, rows } = memberFixture(() => site);
const { begin, change, create, draft, save } = projectFixture(() => site);
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

describe('project input', () => {
  it('with an error is refused with a field error and not saved', async () => {
    const wrong: readonly [field: string, value: unknown][] = [
      ['title', 'a'.repeat(151)],
      ['title', 'two\nlines'],
      ['summary', 'a'.repeat(301)],
      ['category', 'Gardening'],
      ['tags', ['']],
      ['link', 'javascript:alert(1)'],
      ['link', 'tides.example'],
      ['repositoryUrl', 'git@tides.example:tides.git'],
      ['canonicalUrl', 'data:text/html,x'],
      ['slug', 'Not A Slug'],
      ['slug', 'mise'],
      ['coverImageId', '0000000000000000'],
      ['gallery', [{ pictureId: '0000000000000000', alt: '', caption: '' }]],
      ['gallery', [{ alt: '', caption: '' }]],
      ['stars', 5.1],
      ['stars', -0.1],
      ['stars', 4.85],
      ['stars', '4.8'],
      ['likes', -1],
      ['forks', 1.5],
      ['price', '-1'],
      ['price', '1,0000'],
      ['price', '49.999'],
      ['price', 'free'],
      ['price', '21474836.48'],
      ['currency', 'usd'],
      ['currency', 'XQZ'],
      ['markdown', 'a'.repeat(500_001)],
      ['markdown', 'zero \0 byte'],
    ];
    for (const [field, value] of wrong) {
      const refused = expectApiError(await create(owner, { ...COMPLETE_PROJECT, [field]: value }), 'BAD_REQUEST');
      expect(Object.keys(refused.fields).join(), JSON.stringify(value).slice(0, 80)).toMatch(new RegExp(`^${field}`));
    }
    expect(await rows(`projects where not is_sample`)).toEqual([]);
  });

  it('is limited in length', async () => {
    const markdown = 'word '.repeat(90_000);
    const project = await begin(owner, { ...COMPLETE_PROJECT, markdown });
    expect((await draft(owner, project.id)).markdown).toBe(markdown);
    const larger = await create(owner, { ...COMPLETE_PROJECT, markdown: 'a'.repeat(1_100_000) });
    expectApiError(larger, 'PAYLOAD_TOO_LARGE');
  });
});

describe('the price', () => {
  it.each([
    [{ price: '0' }, { minor: 0, currency: 'USD' }],
    [{ price: '' }, { minor: 0, currency: 'USD' }],
    [{ price: '$499' }, { minor: 49_900, currency: 'USD' }],
    [{ price: '0.10' }, { minor: 10, currency: 'USD' }],
    [{ price: '21474836.47' }, { minor: 2_147_483_647, currency: 'USD' }],
    [
      { price: '1200', currency: 'JPY' },
      { minor: 1200, currency: 'JPY' },
    ],
    [
      { price: '1.234', currency: 'KWD' },
      { minor: 1234, currency: 'KWD' },
    ],
  ])('%j is read to the smallest unit', async (body, price) => {
    expect(await begin(owner, { ...COMPLETE_PROJECT, ...body })).toMatchObject({ price });
  });

  it('keeps its currency, and takes another one only together with an amount', async () => {
    const { id } = await begin(owner, { ...COMPLETE_PROJECT, price: '1200', currency: 'JPY' });
    const refused = expectApiError(await change(owner, id, { price: '1200.50', version: 1 }), 'BAD_REQUEST');
    expect(refused.fields).toHaveProperty('price');
    const alone = expectApiError(await change(owner, id, { currency: 'EUR', version: 1 }), 'BAD_REQUEST');
    expect(alone.fields).toHaveProperty('price');
    const changed = await save(owner, id, { currency: 'EUR', price: '10' });
    expect(changed).toMatchObject({ price: { minor: 1000, currency: 'EUR' }, version: 2 });
  });

  it('of a new project is in the currency that the owner set, and of others in their own', async () => {
    const before = await begin(owner, COMPLETE_PROJECT);
    const member = await arrive({ name: 'Grace Murray' });
    try {
      await postApi(site, '/settings', { defaultCurrency: 'JPY' }, { cookie: owner.cookie, method: 'PATCH' });
      expect(await getApi(site, '/settings/default-currency', member.cookie)).toEqual({ currency: 'JPY' });
      expectApiError(await requestApi(site, '/settings/default-currency'), 'UNAUTHORIZED');
      expect(await begin(member, { ...COMPLETE_PROJECT, price: '4950' })).toMatchObject({
        price: { minor: 4950, currency: 'JPY' },
      });
      const refused = expectApiError(await create(member, { ...COMPLETE_PROJECT, price: '49.50' }), 'BAD_REQUEST');
      expect(refused.fields.price).toMatch(/in JPY/);
      expect(await begin(member, { ...COMPLETE_PROJECT, price: '49.50', currency: 'EUR' })).toMatchObject({
        price: { minor: 4950, currency: 'EUR' },
      });
      const { price: _, ...free } = COMPLETE_PROJECT;
      const { id } = await begin(member, free);
      expect(await save(member, id, { currency: 'EUR' })).toMatchObject({ price: { minor: 0, currency: 'EUR' } });
      expect(await draft(owner, before.id)).toMatchObject({ price: { minor: 4950, currency: 'USD' } });
      expect(await save(owner, before.id, { price: '12.5' })).toMatchObject({
        price: { minor: 1250, currency: 'USD' },
      });
    } finally {
      await postApi(site, '/settings', { currency: 'USD' }, { cookie: owner.cookie, method: 'PATCH' });
    }
  });
});
