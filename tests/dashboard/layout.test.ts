import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HydrationData } from '#platform/pages/hydration-data.ts';
import { createHtmlBrowser } from '../support/html-forms.ts';
import { textOf } from '../support/page-html.ts';
import { createSignedInUser } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: string;
let member: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  owner = (await createSignedInUser(site, { role: 'owner' })).cookie;
  member = (await createSignedInUser(site)).cookie;
});
afterAll(() => site.close());

async function open(path: string, cookie = '') {
  const browser = createHtmlBrowser(site, { cookie });
  await browser.open(`/dashboard/${path}`);
  return browser;
}

it.each(['all-users?role=author', 'update-profile'])('asks visitors of %s to sign in and returns them', async path => {
  expect((await open(path)).url).toBe(`/login?next=${encodeURIComponent(`/dashboard/${path}`)}`);
});

it('shows an unknown address inside the layout', async () => {
  const browser = await open('no-such-page', owner);
  expect([browser.status, browser.page.text('h1')]).toEqual([404, 'Page not found']);
  expect(browser.links('Dashboard')).toContain('People');
});

it.each([
  ['add-blog', true],
  ['add-project', true],
  ['my-blogs', false],
])('renders %s with the side bar hidden: %s', async (path, hidden) => {
  const [sideBar] = (await open(path, owner)).page.all('header');
  expect(sideBar?.properties.popover).toBe(hidden ? 'auto' : undefined);
});

it.each(['outbox/3f0e8a52-6a0b-4c7e-9d0f-2f6f0a1b2c3d', 'newsletter/1', 'inbox/1'])(
  'refuses %s to a member inside the layout',
  async path => {
    const browser = await open(path, member);
    expect([browser.status, browser.page.text('h1')]).toEqual([403, 'Only the owner can open this page']);
    expect(browser.links('Dashboard')).toContain('Settings');
    expect(browser.links('Dashboard')).not.toContain('Inbox');
  },
);

it('contains the data of its page for hydration, except after an error or on a public page', async () => {
  const read = async (url: string) => (await site.http.app.inject({ url, headers: { cookie: owner } })).body;
  const block = /<script type="application\/json" id="hydration-data">(.*?)<\/script>/;
  const { loaderData } = JSON.parse(block.exec(await read('/dashboard/all-users'))?.[1] ?? '{}') as HydrationData;
  const [layout, page] = Object.values(loaderData ?? {}) as object[];
  expect(layout).toMatchObject({ profile: { role: 'owner' } });
  expect(page).toHaveProperty('list.items.length', 2);
  for (const path of ['/dashboard/no-such-page', '/contact', '/']) expect(await read(path), path).not.toMatch(block);
});

it('shows only that it needs JavaScript to a browser without it', async () => {
  const main = (await open('outbox', owner)).page.all('main')[0];
  const parts = (main?.children ?? []).flatMap(part => (part.type === 'element' ? [part] : []));
  // Parts with this attribute are hidden without script (no-javascript.spec.ts).
  const [explanation, ...others] = parts.filter(({ properties }) => properties.dataNeedsApp === undefined);
  expect(explanation?.tagName).toBe('noscript');
  expect(textOf(explanation)).toContain(
    'The dashboard requires JavaScript. Turn it on in your browser settings, then reload this page.',
  );
  for (const { properties } of others) expect(properties.className).toContain('hidden');
});
