import { afterAll, beforeAll, expect, it } from 'vitest';
import { getApi } from '../support/api-client.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite();
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
});
afterAll(() => site.close());

const archives = importFixture(() => site);

/** Takes quadratic time to convert, which is minutes. */
const hostile = `<p>${'<em>a</em>*'.repeat(200_000)}</p>`;

it('reports a hostile post, imports the rest and delays nobody', async () => {
  const post = (id: number, title: string, html: string) => ({
    id: `${id}`,
    title,
    slug: title.toLowerCase(),
    html,
    status: 'published',
    published_at: '2024-05-06T07:08:09Z',
  });
  const posts = [post(1, 'Before', '<p>One</p>'), post(2, 'Hostile', hostile), post(3, 'After', '<p>Two</p>')];
  const ghost = Buffer.from(JSON.stringify({ db: [{ data: { posts } }] }));
  let answered = false;
  const uploading = archives.upload(cookie, ghost).finally(() => {
    answered = true;
  });
  for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
  expect(answered, 'the archive is still being read').toBe(false);
  const upload = await uploading;
  expect(upload.statusCode, upload.body).toBe(200);
  const { id } = upload.json<{ id: string }>();
  const skipped = [{ name: 'Hostile', reason: 'It takes too much time or memory to read.' }];
  const preview = await archives.preview(cookie, id);
  expect(preview.skipped).toEqual(skipped);
  expect(preview.items.map(({ title }) => title)).toEqual(['Before', 'After']);
  expect((await archives.run(cookie, id)).statusCode).toBe(202);
  await archives.work(id);
  const done = await archives.preview(cookie, id);
  expect(done).toMatchObject({ import: { status: 'completed', result: { created: 2, invalid: 0 } }, skipped });
});
