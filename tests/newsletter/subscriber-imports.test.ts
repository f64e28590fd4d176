import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ImportPreview, Subscriber } from '#features/newsletter/contract/subscribers.ts';
import { requestApi, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteNewsletters } from '../support/newsletter-helpers.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { deleteAllUsers } from '../support/user-factory.ts';

const NOW = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** Exported by Ghost 6: Members, Export all members. */
const GHOST_MEMBERS = `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,lin@site.example,Lin Zhao,Met at a fair,true,false,,2021-03-04T05:06:07.000Z,,"VIP,Early bird",
2,grace@site.example,"Hopper, Grace",,false,false,,2022-01-02T03:04:05.000Z,,VIP,
3,jean@site.example,,,,false,,2022-02-03T04:05:06.000Z,,,
4,kay@site.example,Kay,,true,false,,2020-01-01T00:00:00.000Z,2023-01-01T00:00:00.000Z,,
`;

let site: TestSite;
let ada: SignedInUser;
const members = memberFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ now: () => NOW });
});
beforeEach(async () => {
  await deleteNewsletters(site);
  await deleteAllUsers(site.db);
  ada = await members.arrive({ role: 'owner', name: 'Ada' });
});
afterAll(() => site.close());

const post = async (path: string, body: object) =>
  (await postApi(site, `/newsletter${path}`, body, { cookie: ada.cookie })).json<ImportPreview>();
const importList = (csv: string) => post('/subscribers/import', { csv, note: 'Members of the old blog' });
const list = async (query = '?sort=email_asc') =>
  (await getApi<{ items: Subscriber[] }>(site, `/newsletter/subscribers${query}`, ada.cookie)).items;
const exported = async () => (await requestApi(site, '/newsletter/subscribers.csv?sort=email_asc', ada.cookie)).body;

describe('Ghost member import', () => {
  it('keeps unsubscribed members unsubscribed and lists them', async () => {
    const preview = await post('/subscribers/import/preview', { csv: GHOST_MEMBERS });
    expect(preview).toMatchObject({ rowCount: 4, subscribed: 1, unsubscribed: 3, invalidCount: 0, endedTotal: 3 });
    expect(preview.ended.map(({ row, email }) => [row, email])).toEqual([
      [3, 'grace@site.example'],
      [4, 'jean@site.example'],
      [5, 'kay@site.example'],
    ]);
    expect(await importList(GHOST_MEMBERS)).toEqual(preview);
    expect((await list()).map(({ email, state }) => [email, state])).toEqual([
      ['grace@site.example', 'unsubscribed'],
      ['jean@site.example', 'unsubscribed'],
      ['kay@site.example', 'unsubscribed'],
      ['lin@site.example', 'subscribed'],
    ]);
    // Importing only addresses later doesn't resubscribe anyone.
    expect(await importList('grace@site.example\njean@site.example')).toMatchObject({ subscribed: 0, skippedCount: 2 });
  });

  it('never resubscribes someone who unsubscribes during the import', async () => {
    await importList('Email,State\ngrace@site.example,pending');
    const other = await site.db.$client.connect();
    await other.query('begin');
    await other.query(`update newsletter_subscribers set state = 'unsubscribed', inactive_since = now(),
      inactive_reason = 'one_click' where email = 'grace@site.example'`);
    const imported = importList('grace@site.example');
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await site.db.$client.query(waiting)).rowCount === 1);
    await other.query('commit');
    other.release();
    expect(await imported).toMatchObject({ subscribed: 0, skippedCount: 1 });
    expect(await list()).toMatchObject([{ state: 'unsubscribed' }]);
  });

  it('reads dates without a time zone as UTC', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => void vi.unstubAllEnvs());
    // As Mailchimp writes it.
    await importList('Email Address,OPTIN_TIME\nlin@site.example,2021-03-04 05:06:07');
    expect(await list()).toMatchObject([{ createdAt: '2021-03-04T05:06:07.000Z' }]);
  });

  it('unsubscribes existing subscribers', async () => {
    await importList('grace@site.example');
    expect(await importList(GHOST_MEMBERS)).toMatchObject({ subscribed: 1, unsubscribed: 3, endedTotal: 3 });
    expect((await list('?search=grace'))[0]).toMatchObject({ state: 'unsubscribed', name: 'Hopper, Grace' });
  });

  it('keeps names, labels and sign-up dates, also in the export', async () => {
    await importList(GHOST_MEMBERS);
    const [, , , lin] = await list();
    expect(lin).toMatchObject({
      name: 'Lin Zhao',
      labels: ['VIP', 'Early bird'],
      createdAt: '2021-03-04T05:06:07.000Z',
      consentNote: 'Members of the old blog · Met at a fair',
    });
    expect((await list('?search=hopper')).map(({ email }) => email)).toEqual(['grace@site.example']);
    const before = await list();
    const csv = await exported();
    await site.db.$client.query('delete from newsletter_subscribers');
    await importList(csv);
    const withoutIds = (items: Subscriber[]) =>
      items.map(({ name, labels, createdAt, state }) => [name, labels, createdAt, state]);
    expect(withoutIds(await list())).toEqual(withoutIds(before));
  });

  it('adds missing names but changes none', async () => {
    await importList('Email,Name\nlin@site.example,\nzoe@site.example,Zoë');
    await importList('Email,Name,Labels\nlin@site.example,Lin Zhao,VIP\nzoe@site.example,Other,VIP');
    expect((await list()).map(({ name, labels }) => [name, labels])).toEqual([
      ['Lin Zhao', ['VIP']],
      ['Zoë', ['VIP']],
    ]);
  });
});
