import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardPages } from '#app/dashboard-pages.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Visits every page of the dashboard as a member. A new page is for the owner only until it is listed here.

/** Pages that members can open. */
const MEMBERS = [
  '/dashboard',
  '/dashboard/add-blog',
  '/dashboard/add-project',
  '/dashboard/billing-details',
  '/dashboard/bookings',
  '/dashboard/comments',
  '/dashboard/identities',
  '/dashboard/media',
  '/dashboard/media/documents',
  '/dashboard/my-blogs',
  '/dashboard/my-profile',
  '/dashboard/my-projects',
  '/dashboard/orders',
  '/dashboard/update-profile',
];

const all = dashboardPages.flatMap(({ path }) => path ?? []);
const plain = all.filter(path => !path.includes(':'));
const withParameter = all.filter(path => path.includes(':'));

let site: TestSite;
let member: string;
let owner: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  member = (await createSignedInUser(site)).cookie;
  owner = (await createSignedInUser(site, { role: 'owner' })).cookie;
});
afterAll(() => site.close());

const open = (path: string, cookie: string) => site.http.app.inject({ url: path, headers: { cookie } });

it('finds the dashboard’s pages', () => {
  expect(plain.length).toBeGreaterThan(25);
  expect(MEMBERS.filter(path => !plain.includes(path))).toEqual([]);
});

describe('member', () => {
  it.each(plain.filter(path => !MEMBERS.includes(path)))('is refused at %s', async path => {
    const answer = await open(path, member);
    expect([answer.statusCode, answer.body.includes('Only the owner can open this page')]).toEqual([403, true]);
    expect((await open(path, owner)).statusCode).toBe(200);
  });

  it.each(MEMBERS)('can open %s', async path => {
    expect((await open(path, member)).statusCode).toBe(200);
  });

  it.each(withParameter)('sees no one else’s data at %s', async path => {
    const answer = await open(path.replace(/:\w+/g, '1'), member);
    expect([400, 403, 404]).toContain(answer.statusCode);
  });
});
