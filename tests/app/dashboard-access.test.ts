import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardPages } from '#app/dashboard-pages.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
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

describe('download without a session', () => {
  const request = (url: string, headers: Record<string, string>) =>
    site.http.app.inject({
      url,
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', ...headers },
    });
  const downloads = [
    dashboardPaths.contentExport,
    dashboardPaths.clientsExport,
    dashboardPaths.insightsExport,
    dashboardPaths.profileExport,
    dashboardPaths.inboxFile(1),
    dashboardPaths.backupDownload('secret-key'),
  ];

  it.each(downloads)('at %s leads to sign-in and back to the page that links to it', async url => {
    const referer = `${site.http.services.siteUrl}/dashboard/clients?search=a`;
    const { statusCode, headers, body } = await request(url, { referer });
    expect([statusCode, headers.location, body]).toEqual([303, '/login?next=%2Fdashboard%2Fclients%3Fsearch%3Da', '']);
    expect(headers['cache-control']).toContain('no-store');
    for (const other of ['https://other.example/dashboard', '']) {
      expect((await request(url, { referer: other })).headers.location).toBe('/login');
    }
  });

  it('fails for anything but a page in a tab', async () => {
    for (const dest of ['empty', 'iframe']) {
      expect((await request(dashboardPaths.clientsExport, { 'sec-fetch-dest': dest })).statusCode).toBe(401);
    }
  });
});
