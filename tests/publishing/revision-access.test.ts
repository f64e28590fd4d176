import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { projectFixture } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { postFixture } from '../support/post-fixture.ts';

let site: TestSite;
let ada: SignedInUser;
let eve: SignedInUser;

const { arrive, rows } = memberFixture(() => site);
const posts = postFixture(() => site);
const projects = projectFixture(() => site);

beforeAll(async () => {
  site = await createTestSite();
  ada = await arrive({ name: 'Ada' });
  eve = await arrive({ name: 'Eve' });
});
afterAll(() => site.close());

const revisionsOf = async (folder: string, { cookie }: SignedInUser) =>
  (await getApi<{ items: { id: number }[] }>(site, `${folder}/revisions`, cookie)).items;

describe.each([
  { what: 'post', folder: '/blogs', table: 'post_revisions', begin: async (who: SignedInUser) => posts.begin(who) },
  {
    what: 'project',
    folder: '/projects',
    table: 'project_revisions',
    begin: async (who: SignedInUser) => projects.begin(who),
  },
])('revision of a $what', ({ folder, table, begin }) => {
  it('cannot be shown or restored through someone else’s entry', async () => {
    const secret = await begin(ada);
    const own = await begin(eve);
    const [revision] = await revisionsOf(`${folder}/${secret.id}`, ada);
    expect(revision).toBeDefined();

    const before = await rows(`${table} order by id`);
    for (const id of [own.id, secret.id]) {
      const path = `${folder}/${id}/revisions/${revision?.id}`;
      expectApiError(await requestApi(site, path, eve.cookie), 'NOT_FOUND');
      const restore = await postApi(site, `${path}/restore`, { version: own.version }, { cookie: eve.cookie });
      expectApiError(restore, 'NOT_FOUND');
    }
    expect(await rows(`${table} order by id`)).toEqual(before);
  });

  it('cannot be shown or restored through another entry of the same person', async () => {
    const first = await begin(ada);
    const second = await begin(ada);
    const [revision] = await revisionsOf(`${folder}/${first.id}`, ada);
    const path = `${folder}/${second.id}/revisions/${revision?.id}`;
    expectApiError(await requestApi(site, path, ada.cookie), 'NOT_FOUND');
    const restore = await postApi(site, `${path}/restore`, { version: second.version }, { cookie: ada.cookie });
    expectApiError(restore, 'NOT_FOUND');
    expect(await revisionsOf(`${folder}/${second.id}`, ada)).toHaveLength(1);
  });
});
