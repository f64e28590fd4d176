import type { Element } from 'hast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestUser } from '../../support/user-factory.ts';
import { insertComment, insertPost, insertProject } from '../../support/row-factories.ts';
import { type Page, parsePage, textOf } from '../../support/page-html.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { pageScripts } from '../../support/assert-page.ts';

/** Breaks out of every context that doesn't escape it: element, attribute, script, comment, URL. */
const NASTY = `</title></script><script>alert('x')</script>"'><img src=x onerror=alert(1)><!-- ]]> {{x}} \${x} &amp; \u2028 javascript:alert(1)`;

/** URLs that must not become links or end their attribute. */
const LINKS =
  'javascript:alert(1) JaVaScRiPt://x http://"onmouseover=alert(1) https://a.example/"><script>alert(1)</script> data:text/html,x https://b.example/<b>';

let site: TestSite;
let postPage: Page;
let projectPage: Page;
const slug = 'nasty';
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  const postId = await insertPost(site.db, {
    slug,
    title: `Title ${NASTY}`,
    description: `Description ${NASTY}`,
    tags: [`Tag ${NASTY}`],
    headings: [
      { id: 's-one', text: `Heading ${NASTY}`, level: 2 },
      { id: 's-two', text: 'Two', level: 2 },
    ],
    html: '<h2 id="s-one">One</h2><h2 id="s-two">Two</h2>',
    commentCount: 1,
  });
  const answered = await insertComment(site.db, {
    postId,
    authorName: `Name ${NASTY}`,
    designation: `Designation ${NASTY}`,
    body: `Comment ${NASTY}`,
  });
  const lin = await createTestUser(site.db, { name: `Account ${NASTY}` });
  await insertComment(site.db, { postId, authorId: lin.id, parentId: answered, body: `Answer ${NASTY}` });
  await insertComment(site.db, { postId, body: LINKS, authorName: 'Links' });
  await insertProject(site.db, {
    id: slug,
    title: `Title ${NASTY}`,
    summary: `Summary ${NASTY}`,
    tags: [`Tag ${NASTY}`],
    owner: `Owner ${NASTY}`,
  });
  site.http.invalidateAll();
  postPage = await read(`/blog/${slug}`);
  projectPage = await read(`/projects/${slug}`);
});
afterAll(() => site.close());

async function read(url: string): Promise<Page> {
  const answer = await site.http.app.inject(url);
  expect(answer.statusCode).toBe(200);
  return parsePage(answer.body);
}

/** Checks that a page has no scripts, images or event handlers except its own. */
function expectNoInjection(page: Page): void {
  for (const { tagName, properties } of page.elements) {
    expect(
      Object.keys(properties).filter(name => /^on/i.test(name)),
      tagName,
    ).toEqual([]);
    if (tagName === 'img') expect(properties.src).toMatch(/^(\/media\/|data:image\/webp;base64,)/);
    if (tagName === 'a') expect(String(properties.href)).not.toMatch(/^\s*javascript:/i);
  }
  const scripts = page.all('script').filter(({ properties }) => properties.type !== 'application/ld+json');
  expect(scripts.map(textOf)).toEqual(pageScripts);
  expect(page.all('title')).toHaveLength(1);
  expect(page.all('h1')).toHaveLength(1);
}

const textsOf = (page: Page, has: (element: Element) => boolean) => page.elements.filter(has).map(textOf);

/** Collapses whitespace as the parser does. */
const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ');

describe('hostile text in a post', () => {
  it('is not executed on its page', () => expectNoInjection(postPage));

  it('is shown literally in title, description, comment, heading and tag', () => {
    expect(postPage.text('h1')).toBe(collapseSpaces(`Title ${NASTY}`));
    expect(postPage.text('title')).toContain(collapseSpaces(`Title ${NASTY}`));
    const paragraphs = textsOf(postPage, ({ tagName }) => tagName === 'p');
    expect(paragraphs).toContain(`Description ${NASTY}`);
    expect(paragraphs).toContain(`Comment ${NASTY}`);
    expect(paragraphs.some(text => text.startsWith(`Name ${NASTY}`))).toBe(true);
    expect(paragraphs).toContain(`Answer ${NASTY}`);
    expect(paragraphs.some(text => text.startsWith(`Account ${NASTY}`))).toBe(true);
    const links = textsOf(postPage, ({ tagName }) => tagName === 'a');
    expect(links).toContain(`Heading ${NASTY}`);
    expect(links).toContain(`#Tag ${NASTY}`);
  });

  it('becomes a link in a comment only for web addresses, with nofollow', () => {
    const ugc = postPage.all('a').filter(({ properties }) => String(properties.rel).includes('ugc'));
    expect(ugc.map(({ properties }) => properties.href)).toEqual(['https://a.example/', 'https://b.example/']);
    for (const link of ugc) expect(String(link.properties.rel)).toBe('ugc,nofollow,noopener');
  });

  it('is complete in the meta tags', () => {
    expect(postPage.meta('description')).toBe(`Description ${NASTY}`);
    expect(postPage.meta('og:title')).toBe(`Title ${NASTY}`);
  });

  it('is complete in the structured data and closes no script', async () => {
    const posting = postPage.jsonLd.find(thing => thing['@type'] === 'BlogPosting');
    expect(posting?.headline).toBe(`Title ${NASTY}`);
    expect(posting?.description).toBe(`Description ${NASTY}`);
    expect(posting?.keywords).toBe(`Tag ${NASTY}`);
    const { body } = await site.http.app.inject(`/blog/${slug}`);
    const blocks = body.match(/<script type="application\/ld\+json">.*?<\/script>/gs) ?? [];
    expect(blocks.length).toBe(postPage.jsonLd.length);
    for (const block of blocks) expect(block.slice(1, -'</script>'.length)).not.toContain('<');
  });

  it('is inert in lists', async () => {
    for (const url of ['/', '/blogs']) {
      const page = await read(url);
      expectNoInjection(page);
      expect(textsOf(page, ({ tagName }) => tagName === 'a')).toContain(`Title ${NASTY}`);
    }
  });

  it('links its tag to the tag’s list', async () => {
    const link = postPage.all('a').find(element => textOf(element) === `#Tag ${NASTY}`);
    const href = String(link?.properties.href);
    expect(href).toMatch(/^\/blogs\?tag=/);
    expect(new URL(href, 'http://site.example').searchParams.get('tag')).toBe(`Tag ${NASTY}`);
  });
});

describe('hostile text in a project', () => {
  it('is not executed on its page', () => expectNoInjection(projectPage));

  it('is shown literally and complete in the structured data', () => {
    expect(projectPage.text('h1')).toBe(collapseSpaces(`Title ${NASTY}`));
    const work = projectPage.jsonLd.find(thing => thing['@type'] === 'CreativeWork');
    expect(work?.name).toBe(`Title ${NASTY}`);
    expect(work?.creator).toMatchObject({ name: `Owner ${NASTY}` });
  });

  it('is inert in lists', async () => {
    expectNoInjection(await read('/projects'));
  });
});

describe('hostile text in an address', () => {
  it.each(['search', 'tag'])('is shown literally in the parameter %s', async name => {
    const text = NASTY.slice(0, 50);
    const page = await read(`/blogs?${new URLSearchParams({ [name]: text })}`);
    expectNoInjection(page);
    const { body } = await site.http.app.inject(`/blogs?${new URLSearchParams({ [name]: text })}`);
    expect(body.includes(text)).toBe(false);
    if (name === 'search') {
      const field = page.all('input').find(({ properties }) => properties.name === 'search');
      expect(field?.properties.value).toBe(text.trim());
    }
  });

  it('is not repeated unescaped from a path', async () => {
    for (const path of ['/%3Cscript%3Ealert(1)%3C/script%3E', '/blog/%3Cimg%20src=x%20onerror=alert(1)%3E']) {
      const { body } = await site.http.app.inject(path);
      expect(/<script>alert|<img src=x/.test(body)).toBe(false);
    }
  });
});

describe('project link', () => {
  it.each(['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>'])(
    '%s never reaches a page',
    async link => {
      await insertProject(site.db, { id: 'bad-link', link });
      const { body, statusCode } = await site.http.app.inject('/projects/bad-link');
      const errors = site.log.takeErrors();
      await site.db.$client.query(`delete from projects where id = 'bad-link'`);
      site.http.invalidateAll();
      const hrefs = (await parsePage(body)).all('a').map(({ properties }) => String(properties.href));
      expect(hrefs.filter(href => /^\s*(javascript|data):/i.test(href))).toEqual([]);
      expect(statusCode === 200 || errors.length > 0).toBe(true);
    },
  );
});
