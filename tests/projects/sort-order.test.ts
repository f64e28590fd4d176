import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
const { arrive } = memberFixture(() => site);
const { begin, make } = projectFixture(() => site);
let owner: SignedInUser;
beforeAll(async () => {
  site = await createTestSite();
  owner = await arrive({ role: 'owner' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
  await site.db.$client.query('update projects set position = null');
});
afterAll(() => site.close());

interface List {
  items: { id: string; hasPosition?: boolean }[];
}
const list = async (query: string) =>
  (await getApi<List>(site, `/projects?pageSize=50${query}`)).items.map(({ id }) => id);
const order = (who: { cookie: string }, ids: readonly string[]) =>
  postApi(site, '/project-sort-order', { ids }, { cookie: who.cookie, method: 'PUT' });

describe('the order of projects', () => {
  it('is newest first until the owner sets one, which then also applies to readers', async () => {
    const newest = await list('&sort=newest');
    expect(await list('')).toEqual(newest);
    const wanted = newest.toReversed();
    const answer = await order(owner, wanted);
    expect(answer.json<List>().items.map(({ id }) => id)).toEqual(wanted);
    expect(answer.json<List>().items.every(({ hasPosition }) => hasPosition)).toBe(true);
    await expect.poll(() => list('')).toEqual(wanted);
    expect(await list('&sort=featured')).toEqual(wanted);
    expect(await list('&sort=newest')).toEqual(newest);
    expect((await order(owner, [])).statusCode).toBe(200);
    await expect.poll(() => list('')).toEqual(newest);
  });

  it('starts with projects without a position, such as new ones', async () => {
    const wanted = (await list('&sort=newest')).toReversed();
    await order(owner, wanted);
    const { id } = await begin(owner);
    expect(await list('')).toEqual(wanted);
    await make(owner, id, 'publish');
    await expect.poll(() => list('')).toEqual([id, ...wanted]);
    const { items } = await getApi<List>(site, '/project-sort-order', owner.cookie);
    expect(items.slice(0, 2).map(({ hasPosition }) => hasPosition)).toEqual([false, true]);
  });

  it('can be read and changed only by the owner, and lists each public project once', async () => {
    const before = await list('');
    for (const role of ['member', 'author'] as const) {
      const somebody = await arrive({ role });
      expectApiError(await order(somebody, ['mise']), 'FORBIDDEN');
      expectApiError(await requestApi(site, '/project-sort-order', somebody.cookie), 'FORBIDDEN');
    }
    expectApiError(await order({ cookie: '' }, ['mise']), 'UNAUTHORIZED');
    const { id } = await begin(owner);
    for (const ids of [['mise', 'mise'], ['mise', id], ['no-such-project'], ['Not A Slug']]) {
      expect(Object.keys(expectApiError(await order(owner, ids), 'BAD_REQUEST').fields).join()).toMatch(/^ids/);
    }
    expect(await list('')).toEqual(before);
  });
});
