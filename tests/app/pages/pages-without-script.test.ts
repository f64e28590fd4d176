import type { Element, Nodes } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formPages, navigationItems, publicPages } from '../../e2e/support/public-pages.ts';
import { getDescription, type Page, parsePage, textOf } from '../../support/page-html.ts';
import { createHtmlBrowser } from '../../support/html-forms.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
afterAll(() => site.close());

/** The open page of a browser without JavaScript. */
let page: Page;
let address: string;

async function open(url: string): Promise<number> {
  const answer = await site.http.app.inject({ url });
  address = url;
  page = await parsePage(answer.body);
  return answer.statusCode;
}

function elementsIn(node: Nodes): Element[] {
  const below = 'children' in node ? node.children.flatMap(elementsIn) : [];
  return node.type === 'element' ? [node, ...below] : below;
}
const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const main = () => page.all('main').flatMap(elementsIn);
const texts = (tagName: string, within = main()) =>
  within.filter(element => element.tagName === tagName).map(element => collapse(textOf(element)));
const region = (label: string) =>
  page.elements.filter(({ properties }) => properties.ariaLabel === label).flatMap(elementsIn);
const status = () => texts('output')[0];
const titles = () => page.all('article').map(article => texts('h2', elementsIn(article))[0]);
const current = (label: string) =>
  region(label)
    .filter(({ tagName, properties }) => tagName === 'a' && properties.ariaCurrent)
    .map(link => collapse(textOf(link)));

const nameOf = (link: Element) => link.properties.ariaLabel ?? collapse(textOf(link).replace('×', ''));
const isLink = ({ tagName }: Element) => tagName === 'a';
const links = (within = main()) => within.filter(isLink);

/** Follows the link whose name is or starts with `name`, such as "Travel 3". */
async function follow(name: string, label?: string): Promise<void> {
  const offered = links(label === undefined ? main() : region(label));
  const link = offered.find(a => nameOf(a) === name) ?? offered.find(a => nameOf(a).startsWith(`${name} `));
  expect(link, `${address} links to "${name}"`).toBeDefined();
  expect(await open(String(link?.properties.href))).toBe(200);
}

/** Returns the action and values of the page's list or search form. */
function formValues(): { action: string; values: Record<string, string> } {
  const form = main().find(({ tagName, properties }) => tagName === 'form' && properties.method === 'get');
  const values: Record<string, string> = {};
  for (const control of form ? elementsIn(form) : []) {
    const { name, value } = control.properties;
    if (typeof name !== 'string') continue;
    const options = elementsIn(control).filter(({ tagName }) => tagName === 'option');
    const chosen = options.find(({ properties }) => properties.selected) ?? options[0];
    values[name] = String(chosen?.properties.value ?? value ?? '');
  }
  return { action: String(form?.properties.action).replace(/#.*/, ''), values };
}

/** Returns the options of a select by name, as text and value. */
const choices = (name: string) =>
  main()
    .filter(({ tagName, properties }) => tagName === 'select' && properties.name === name)
    .flatMap(elementsIn)
    .filter(({ tagName }) => tagName === 'option')
    .map(option => [collapse(textOf(option)), String(option.properties.value)] as const);

async function submit(changes: Record<string, string>): Promise<void> {
  const { action, values } = formValues();
  expect(await open(`${action}?${String(new URLSearchParams({ ...values, ...changes }))}`)).toBe(200);
}

describe('every page', () => {
  /** Elements that CSS hides without JavaScript, as no-javascript.spec.ts tests. */
  const needsScript = ({ properties }: Element) =>
    ['dataThemeToggle', 'dataCopyCode', 'dataNeedsApp'].some(name => properties[name] !== undefined);

  it.each([...publicPages, ...formPages])('$path has content and no control that needs script', async place => {
    expect(await open(place.path)).toBe(place.status);
    expect(page.text('h1')).toMatch(/\S/);
    expect(collapse(textOf(page.all('main')[0])).length).toBeGreaterThan(80);
    expect(links(region('Main')).map(link => [nameOf(link), link.properties.href])).toEqual(navigationItems);
    const hidden = page.elements.filter(needsScript).flatMap(elementsIn);
    const buttons = page.elements.filter(
      ({ tagName, properties }) => tagName === 'button' || (tagName === 'input' && properties.type === 'button'),
    );
    expect(buttons.length).toBeGreaterThan(0);
    const dead = buttons.filter(
      button => !hidden.includes(button) && button.properties.type !== 'submit' && !button.properties.popoverTarget,
    );
    expect(dead.map(nameOf)).toEqual([]);
  });

  it.each([
    ...navigationItems.map(([label, path]) => [path, label, 'page'] as const),
    ['/blogs?category=Technology', 'Blogs', 'page'] as const,
    ['/projects/harbor', 'Projects', 'true'] as const,
    ['/blog/caching-html-on-one-server', 'Blogs', 'true'] as const,
  ])('%s marks %s as current in the header', async (url, label, kind) => {
    await open(url);
    for (const menu of ['Main', 'Menu']) {
      const marked = region(menu).filter(({ properties }) => properties.ariaCurrent !== undefined);
      expect(marked.map(link => [nameOf(link), link.properties.ariaCurrent])).toEqual([[label, kind]]);
    }
  });
});

it('leads through the site by header, lists, posts, neighbors and footer', async () => {
  await open('/about');
  for (const [label, path] of navigationItems) {
    await follow(label, 'Main');
    expect(address).toBe(path);
  }
  expect(page.all('header').flatMap(elementsIn).find(isLink)?.properties.href, 'the brand').toBe('/');
  for (const path of ['/blogs', '/projects']) {
    await open(path);
    const [first] = page.all('article').flatMap(elementsIn).filter(isLink);
    await open(String(first?.properties.href));
    expect(page.text('h1')).toBe(collapse(textOf(first)));
    const older = links(region(path === '/blogs' ? 'More posts' : 'More projects')).at(-1);
    await open(String(older?.properties.href));
    expect(collapse(textOf(older))).toContain(page.text('h1'));
    const [tag] = links(region('Tags'));
    await open(String(tag?.properties.href));
    expect(address).toContain(`${path}?tag=`);
    expect(page.all('article').length).toBeGreaterThan(0);
  }
  await follow('About Me', 'Footer');
  expect(page.text('h1')).toBe('About Me');
  const terms = page.all('a').find(link => nameOf(link) === 'User Terms & Conditions');
  expect(terms?.properties).toMatchObject({ href: '/terms-conditions', target: '_blank' });
});

it.each(['/no-such-page', '/projects/no-such-project', '/blog/no-such-post'])(
  '%s is a 404 page with links that work',
  async url => {
    expect(await open(url)).toBe(404);
    expect(page.text('h1')).toBe('Page not found');
    expect(page.meta('robots')).toContain('noindex');
    expect(links(region('Main'))).toHaveLength(navigationItems.length);
    expect(page.all('footer')).toHaveLength(1);
    const words = page.all('input').find(({ properties }) => properties.name === 'q');
    expect(words?.properties.value).toBe(url.split('/').at(-1)?.replaceAll('-', ' '));
    for (const [name, path] of [
      ['Go to the home page', '/'],
      ['Read the blog', '/blogs'],
      ['View projects', '/projects'],
    ] as const) {
      await open(url);
      await follow(name);
      expect(address).toBe(path);
    }
  },
);

it.each([
  ['/confirm-address/used', 'register again', ['Sign in', 'Register']],
  ['/confirm-new-address/used', 'expired', ['Sign in']],
  ['/sign-in-link/used', 'link', ['Sign in']],
  [`/newsletter/confirm/${'x'.repeat(101)}`, 'Copy the full link', ['Subscribe to the newsletter']],
  ['/newsletter/preferences/1.2.x', 'Open the link again', ['Subscribe to the newsletter']],
  ['/preview/unknown', 'Copy the full link', ['Go to the home page', 'Read the blog', 'View projects']],
  ['/order/abc', 'Copy the full link', ['Go to the home page', 'Read the blog', 'View projects']],
  ['/booking/abc', 'Copy the full link', ['Go to the home page', 'Read the blog', 'View projects']],
])('%s explains that the link doesn’t work, and what to do next', async (url, text, names) => {
  expect(await open(url)).toBe(404);
  expect(page.text('h1')).toBe('This link doesn’t work');
  expect(texts('p').join(' ')).toContain(text);
  expect(links().map(nameOf)).toEqual(names);
  expect(page.all('input').some(({ properties }) => properties.name === 'q')).toBe(false);
});

describe.each([
  {
    path: '/blogs',
    noun: 'posts',
    total: 30,
    category: 'Technology',
    tag: 'habits',
    word: 'recipe',
    sorts: [
      ['Newest first', 'newest'],
      ['Oldest first', 'oldest'],
      ['Most liked', 'most_liked'],
      ['Most discussed', 'most_commented'],
    ],
  },
  {
    path: '/projects',
    noun: 'projects',
    total: 25,
    category: 'Full Stack',
    tag: 'postgresql',
    word: 'booking',
    sorts: [
      ['Featured first', 'featured'],
      ['Newest first', 'newest'],
      ['Oldest first', 'oldest'],
      ['Most stars', 'top_rated'],
      ['Price, low to high', 'price_asc'],
      ['Price, high to low', 'price_desc'],
    ],
  },
])('$path', ({ path, noun, total, category, tag, word, sorts }) => {
  /** Checks that the page lists what the API returns for the same query. */
  async function expectList(query: string): Promise<void> {
    const { items, total: count } = (await site.http.app.inject({ url: `/api/v1${path}?${query}` })).json<{
      items: { title: string }[];
      total: number;
    }>();
    expect(count).toBeGreaterThan(0);
    expect(titles()).toEqual(items.map(({ title }) => title));
    expect(status()).toMatch(new RegExp(`^${count} `));
  }

  it('filters by category, tag and search and removes filters', async () => {
    await open(path);
    expect([status(), formValues().values.category]).toEqual([`${total} ${noun}`, '']);
    expect(choices('category')[0]).toEqual([`All categories (${total})`, '']);
    const label = choices('category').find(([, value]) => value === category)?.[0];
    await submit({ category });
    expect(formValues().values.category).toBe(category);
    expect(label).toBe(`${category} (${parseInt(status() ?? '', 10)})`);
    expect(status()).toMatch(new RegExp(`^\\d+ ${noun} in ${category}$`));
    await expectList(`category=${category}`);
    await follow('Clear category');
    expect([address, status()]).toEqual([path, `${total} ${noun}`]);

    await follow(`#${tag}`, 'Tags');
    expect(address).toBe(`${path}?tag=${tag}`);
    expect(status()).toContain(`tagged ${tag}`);
    await expectList(`tag=${tag}`);
    await follow('Clear tag');
    expect(address).toBe(path);

    await submit({ search: word });
    expect(status()).toContain(`matching “${word}”`);
    expect(formValues().values.search).toBe(word);
    await expectList(`search=${word}`);
    await submit({ search: 'zzyzx' });
    expect([status(), titles()]).toEqual([`0 ${noun} matching “zzyzx”`, []]);
    expect(texts('p')).toContain(`No matching ${noun}.`);
    await follow(`see all ${noun}`);
    expect([address, formValues().values.search]).toEqual([path, '']);
  });

  it('links every page in both directions and every order', async () => {
    await open(path);
    const pages = Math.ceil(total / 12);
    const seen: unknown[] = [];
    for (let number = 1; number <= pages; number++) {
      expect(texts('span', region('Pagination'))).toContain(`Page ${number} of ${pages}`);
      expect(current('Pagination')).toEqual([String(number)]);
      await expectList(`page=${number}`);
      seen.push(...titles());
      if (number < pages) await follow('Next', 'Pagination');
    }
    expect(new Set(seen).size).toBe(total);
    expect(links(region('Pagination')).map(nameOf)).not.toContain('Next');
    await follow('Previous', 'Pagination');
    await expectList(`page=${pages - 1}`);
    await follow('Page 1', 'Pagination');
    expect(address).toBe(path);
    expect(choices('sort')).toEqual(sorts);
    for (const [, sort] of sorts.toReversed()) {
      await submit({ sort: String(sort) });
      expect(formValues().values.sort).toBe(sort);
      await expectList(`sort=${sort}`);
    }
  });

  it('keeps several filters in the address and removes them one by one', async () => {
    await open(path);
    await submit({ category });
    await submit({ search: 'a' });
    await submit({ sort: 'oldest' });
    expect(Object.fromEntries(new URL(address, 'http://site').searchParams)).toEqual({
      category,
      search: 'a',
      sort: 'oldest',
    });
    await expectList(`category=${category}&search=a&sort=oldest`);
    await follow('Clear search');
    await expectList(`category=${category}&sort=oldest`);
    await follow('Clear category');
    await expectList('sort=oldest');
    await follow('Page 2', 'Pagination');
    await expectList('sort=oldest&page=2');
  });

  it('links to no empty list', async () => {
    await open(path);
    const categories = choices('category').filter(([, value]) => value !== '');
    const waiting = [
      path,
      ...categories.map(([, value]) => `${path}?${String(new URLSearchParams({ category: value }))}`),
    ];
    const seen = new Set(waiting);
    // The links of the first page and of the pages they lead to cover the pagination of every category and tag.
    for (let depth = 0; depth < 2; depth++) {
      for (const url of waiting.splice(0)) {
        expect([url, await open(url)]).toEqual([url, 200]);
        expect(page.all('article').length, url).toBeGreaterThan(0);
        for (const { properties } of page.all('a')) {
          const href = String(properties.href);
          if (seen.has(href) || (href !== path && !href.startsWith(`${path}?`))) continue;
          seen.add(href);
          waiting.push(href);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(30);
  });

  it.each(['category=Nonsense', 'page=0', 'sort=sideways'])('rejects %s with a link onward', async query => {
    expect(await open(`${path}?${query}`)).toBe(400);
    expect(page.text('h1')).toBe('Something went wrong');
    await follow('Go to the home page');
    expect(address).toBe('/');
  });

  it('shows an empty page with a link back past its end', async () => {
    expect(await open(`${path}?page=900`)).toBe(200);
    expect(status()).toMatch(/^\d+ /);
    await follow('Page 1', 'Pagination');
    expect(titles()).toHaveLength(12);
  });
});

it('corrects a misspelled search in a list', async () => {
  await open('/blogs');
  await submit({ search: 'recpie' });
  expect(status()).toMatch(/matching “recpie”. Showing results for “recipe”/);
  expect(titles().length).toBeGreaterThan(0);
});

describe('/pricing', () => {
  it('compares the plans in a table, row by row', async () => {
    await open('/pricing');
    const [table] = page.all('table');
    const rows = elementsIn(table ?? { type: 'root', children: [] }).filter(({ tagName }) => tagName === 'tr');
    const cells = (tr: Element) =>
      tr.children.filter(cell => cell.type === 'element').map(cell => collapse(textOf(cell)));
    expect(page.all('th').map(({ properties }) => properties.scope)).not.toContain(undefined);
    const [head, ...body] = rows.map(cells);
    expect(head).toEqual(['What you get', 'Starter', 'GrowthMost popular', 'Business', 'Elite']);
    const values = Object.fromEntries(body.map(([label = '', ...rest]) => [label, rest]));
    expect(values.Order).toEqual(['Order Starter', 'Order Growth', 'Order Business', 'Request a quote for Elite']);
    expect(values['Expected delivery after the deposit']).toEqual(['2 weeks', '4 weeks', '6 weeks', '12 weeks']);
    expect(values['Minor revisions']).toEqual(['up to 3', 'up to 3', 'up to 3', 'up to 3 per milestone']);
    expect(values['Blog or event calendar']).toEqual(['–Not included', 'Included', 'Included', '–Not included']);
    expect(values['Also included']?.[3]).toContain('Custom web application');
    expect(values['You provide']?.[0]).toContain('The text for up to 3 pages');
    expect(values.More?.[1]).toContain('an hour of training');
  });

  it('searches specialized services by words of their title or description', async () => {
    const services = () => texts('summary', region('Specialized services'));
    await open('/pricing');
    expect([status(), services().length]).toEqual(['20 services', 20]);
    await submit({ search: 'BACKUP empty' });
    expect(formValues().values.search).toBe('BACKUP empty');
    expect([status(), services()]).toEqual(['1 of 20 services', ['Backup Rehearsal']]);
    await follow('Request a quote for Backup Rehearsal');
    expect(texts('h1')).toEqual(['Custom plan']);
    const chosen = main().filter(({ properties }) => properties.type === 'number' && properties.value !== '0');
    expect(chosen.map(({ properties }) => [properties.name, properties.value])).toEqual([
      ['quantity-backup-rehearsal', '1'],
    ]);
    await open('/pricing?search=zzyzx');
    expect([status(), services()]).toEqual(['0 of 20 services', []]);
    expect(texts('p')).toContain('No service matches “zzyzx”.');
    await follow('Show all services');
    expect(services()).toHaveLength(20);
  });
});

describe('/search', () => {
  it('corrects a misspelled query, filters to projects and links to a result', async () => {
    await open('/search');
    await submit({ q: 'wordpres bakry' });
    expect(status()).toBe('1 result for “wordpress bakery”. No results for “wordpres bakry”.');
    expect(formValues().values.q).toBe('wordpres bakry');
    await submit({ q: 'typescript' });
    expect(texts('li', region('Results')).length).toBeGreaterThanOrEqual(12);
    expect(texts('mark', region('Results'))[0]).toMatch(/typescript/i);
    await follow('Projects', 'Result types');
    await follow('Next', 'Pagination');
    expect(Object.fromEntries(new URL(address, 'http://site').searchParams)).toEqual({
      q: 'typescript',
      kind: 'projects',
      page: '2',
    });
    const [hit] = links(region('Results'));
    const title = texts('h2', region('Results'))[0];
    await open(String(hit?.properties.href));
    expect(page.text('h1')).toBe(title);
  });
});

describe('a form with a file', () => {
  const LOST = 'Choose your file again. Your browser doesn’t keep files when a form is shown again.';

  it('asks for the file again after an error, but only if one was chosen', async () => {
    const browser = createHtmlBrowser(site);
    await browser.open('/contact');
    await browser.submit('Send message', { Name: 'Ada' });
    expect(browser.status).toBe(400);
    expect(browser.text()).not.toContain(LOST);
    await browser.submit('Send message', { 'File (optional)': new File(['%PDF-1.7'], 'brief.pdf') });
    expect(browser.value('Name')).toBe('Ada');
    expect(getDescription(browser.page, browser.field('File (optional)'))).toContain(LOST);
  });
});
