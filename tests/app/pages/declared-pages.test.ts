import Anchor from 'lucide-react/icons/anchor';
import { describe, expect, it } from 'vitest';
import { dashboardPages } from '#app/dashboard-pages.ts';
import { formPages } from '#app/form-pages.ts';
import { findMenu, listMenuBlocks, listNavPages } from '#app/layouts/dashboard/nav.ts';
import { readerPages } from '#app/pages.ts';
import { toRoutes } from '#app/routes.tsx';
import { sitePages } from '#app/site-pages.ts';
import { getListedPages } from '#features/seo/feeds/guides.ts';
import type { DashboardPage, FormPage, ReaderPage } from '#platform/pages/page-definitions.ts';
import { getPageCacheKey, isCacheable } from '#platform/pages/page-keys.ts';
import { createSitePages, isPart } from '#platform/pages/page-registry.ts';
import type { Api } from '#shared/api.ts';

// Adds a feature that only this test has: declaring its pages must be enough for the site to serve them.

const load = async () => ({ Component: () => null });
const harborPage: ReaderPage = {
  path: '/harbors/:name',
  load,
  revalidateOn: 'path',
  cache: { params: ['tide', 'q'], uncached: ['q'] },
  tracked: { group: 'other' },
};
const listPage: ReaderPage = { path: '/harbors', load, sitemap: { title: 'Harbors', note: 'All of them' } };
const formPage: FormPage = { path: '/harbors/:name/berth', load, upload: { maxBytes: 100, access: 'owner' } };
const dashboardPage: DashboardPage = {
  path: '/dashboard/harbors',
  load,
  nav: { menu: 'Site', label: 'Harbors', order: 15, access: 'owner', icon: Anchor, keywords: 'berths' },
};
const part = { below: ['/harbors/:name'], load };
const pages = createSitePages({ reader: [harborPage, listPage, part], form: [formPage], dashboard: [dashboardPage] });

describe('declared page', () => {
  it('becomes a route with its parts below', () => {
    const [harbor, list] = toRoutes([harborPage, listPage, part]);
    expect(harbor).toMatchObject({ path: '/harbors/:name', caseSensitive: true, children: [{ index: true }] });
    expect(harbor?.shouldRevalidate).toBeTypeOf('function');
    expect(list).toMatchObject({ path: '/harbors', children: [] });
    expect(toRoutes([dashboardPage], '/dashboard/harbors')).toMatchObject([{ index: true }]);
  });

  it('is found by address with its audience', () => {
    const found = ['/harbors', '/harbors/bergen', '/harbors/bergen/berth', '/dashboard/harbors', '/harbors/a/b'];
    expect(found.map(path => pages.find(path)?.audience)).toEqual(['reader', 'reader', 'form', 'dashboard', undefined]);
  });

  it('is cached by its parameters', async () => {
    const key = getPageCacheKey('/harbors/bergen?utm_source=x&tide=low', pages.find('/harbors/bergen')?.cache);
    expect(key).toBe('/harbors/bergen?tide=low');
    expect(await isCacheable(key, harborPage.cache, {} as Api)).toBe(true);
    expect(await isCacheable('/harbors/bergen?q=x', harborPage.cache, {} as Api)).toBe(false);
  });

  it('is tracked only if declared', () => {
    expect(pages.findTracked('/harbors/bergen')).toEqual({ path: '/harbors/bergen', group: 'other' });
    expect(pages.findTracked('/harbors')).toBeUndefined();
  });

  it('is in the sitemap only if declared', () => {
    expect(getListedPages(pages)).toEqual([{ path: '/harbors', title: 'Harbors', note: 'All of them' }]);
  });

  it('is in the menu for permitted roles at its position', () => {
    const labels = (role: 'member' | 'owner') =>
      listNavPages(role, [...dashboardPages, dashboardPage]).map(({ label }) => label);
    expect(labels('owner')).toEqual(expect.arrayContaining(['Site content', 'Harbors', 'Appearance']));
    expect(labels('owner').indexOf('Harbors')).toBe(labels('owner').indexOf('Site content') + 1);
    expect(labels('member')).not.toContain('Harbors');
  });
});

describe('site pages', () => {
  it.each([
    ['/dashboard', 'Home'],
    ['/dashboard/add-blog', 'Posts'],
    ['/dashboard/update-blog/7', 'Posts'],
    ['/dashboard/update-blog/7/revisions', 'Posts'],
    ['/dashboard/preview-project/p1', 'Projects'],
    ['/dashboard/projects-order', 'Projects'],
    ['/dashboard/media/documents', 'Media'],
    ['/dashboard/media/m1', 'Media'],
    ['/dashboard/site/profile', 'Site'],
    ['/dashboard/inbox/3', 'Inbox'],
    ['/dashboard/orders/1001', 'Orders'],
    ['/dashboard/calendar/new', 'Bookings'],
    ['/dashboard/bookings/5', 'Bookings'],
    ['/dashboard/payments/9', 'Money'],
    ['/dashboard/documents/statement', 'Money'],
    ['/dashboard/update-pricing/plan-1', 'Pricing'],
    ['/dashboard/newsletter/2', 'Newsletter'],
    ['/dashboard/subscribers/import', 'Newsletter'],
    ['/dashboard/identities', 'Settings'],
    ['/dashboard/redirects/1', 'Settings'],
    ['/dashboard/elsewhere', undefined],
  ])('mark the entry of %s in the menu', (path, menu) => {
    expect(findMenu(path)).toBe(menu);
  });

  it('all belong to a menu entry in the dashboard', () => {
    const lost = sitePages.all.filter(({ path, audience }) => audience === 'dashboard' && !findMenu(path));
    expect(lost).toEqual([]);
  });

  it('are in this menu, as tabs of their entries', () => {
    const menu = listMenuBlocks('owner').flat();
    expect(menu.map(({ label, pages: tabs }) => [label, ...tabs.map(tab => tab.label)])).toEqual([
      ['Home', 'Home'],
      ['Posts', 'Posts'],
      ['Projects', 'Projects'],
      ['Media', 'Media'],
      ['Site', 'Site content', 'Appearance', 'Testimonials'],
      ['Inbox', 'Messages', 'Comments'],
      ['Orders', 'Orders'],
      ['Bookings', 'Bookings', 'Calendar', 'Availability', 'External calendars'],
      [
        'Money',
        'Overview',
        'Invoices',
        'Payments',
        'Tax',
        'Reminders',
        'Read e-invoice',
        'Billing settings',
        'Document design',
        'Email texts',
      ],
      ['Pricing', 'Pricing', 'Payment terms'],
      ['Newsletter', 'Newsletters', 'Subscribers', 'Newsletter settings'],
      ['Insights', 'Insights'],
      ['People', 'Clients', 'Users'],
      [
        'Settings',
        'Profile',
        'Account',
        'Site settings',
        'Backups',
        'Import & export',
        'Redirects',
        'Email log',
        'Security log',
        'Status',
      ],
    ]);
  });

  it('are all in the menu', () => {
    const inMenu = listMenuBlocks('owner').flatMap(block => block.flatMap(({ pages: tabs }) => tabs));
    expect(inMenu).toHaveLength(listNavPages('owner').length);
  });

  it('have unique paths', () => {
    const paths = sitePages.all.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('in the sitemap have no secret links or parameters', () => {
    const listed = getListedPages(sitePages).map(({ path }) => path);
    expect(listed).toContain('/contact');
    expect(listed.join(' ')).not.toMatch(/[:]|set-up|sign|dashboard/);
  });

  it('have their declared upload limits', () => {
    const limits = sitePages.all.flatMap(({ path, upload }) => (upload ? [`${path} ${upload.maxBytes}`] : []));
    expect(limits.toSorted()).toEqual([
      '/booking/:booking 20971520',
      '/contact 20971520',
      '/document/:number/:token 5242880',
      '/order/:kind/:id 20971520',
      '/order/:order 20971520',
      '/pricing/custom 20971520',
    ]);
  });

  it('render every part', () => {
    const entries = [...readerPages, ...formPages, ...dashboardPages];
    const paths = entries.map(({ path }) => path);
    const parts = entries.filter(isPart);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.flatMap(({ below }) => below).filter(path => !paths.includes(path))).toEqual([]);
  });
});
