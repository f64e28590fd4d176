import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { slugOf } from '#features/publishing/rules/slugs.ts';
import { slug } from '#shared/contract.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { getApi } from '../support/api-client.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { COMPLETE_PROJECT, projectFixture } from '../support/project-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { wordsByScript } from '../support/scripts.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { postFixture } from '../support/post-fixture.ts';

let site: TestSite;
let owner: SignedInUser;
const { arrive } = memberFixture(() => site);
const { begin, make, save, draft } = postFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ pages: true, environment: { SITE_URL: 'https://site.example' } });
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
  site.http.invalidateAll();
});
afterAll(() => site.close());

const get = (url: string) => site.http.app.inject(url);
const text = { description: 'D', markdown: 'Text.' };

describe('slug for a title', () => {
  it.each([
    ['জোয়ার ভাটার সময়সূচি', 'জোয়ার-ভাটার-সময়সূচি'],
    ['المد والجزر، دليل', 'المد-والجزر-دليل'],
    ['潮汐表の読み方', '潮汐表の読み方'],
    ['Прилив и Отлив', 'прилив-и-отлив'],
    ['React দিয়ে শুরু!', 'react-দিয়ে-শুরু'],
    ['Über die Gezeiten & mehr', 'ueber-die-gezeiten-and-mehr'],
    ['🌊', 'post'],
    ['', 'post'],
  ])('%s is %s', (title, expected) => {
    expect(slugOf(title, 'post')).toBe(expected.normalize('NFC'));
  });

  it.each(Object.entries(wordsByScript).filter(([script]) => script !== 'Latin'))(
    'in %s keeps its letters and marks',
    (_script, title) => {
      const words = title
        .normalize('NFC')
        .toLowerCase()
        .replaceAll('\u200D', '')
        .split(/[ \u0F0B]/);
      expect(slugOf(title, 'post')).toBe(words.join('-'));
    },
  );

  it('is valid for any title and at most 80 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), title => {
        const made = slugOf(title, 'post');
        expect(slug.safeParse(made).success, JSON.stringify([title, made])).toBe(true);
        expect(made.length).toBeLessThanOrEqual(80);
        expect(made).toBe(made.normalize('NFC'));
      }),
      { numRuns: 2000 },
    );
    expect(slugOf('潮'.repeat(120), 'post')).toBe('潮'.repeat(80));
  });
});

describe('post with a slug in its own script', () => {
  it('is read, linked, listed and shared under it', async () => {
    const { id, slug: made } = await begin(owner, { ...text, title: 'জোয়ার ভাটা' });
    expect(made).toBe('জোয়ার-ভাটা'.normalize('NFC'));
    await make(owner, id, 'publish');
    site.http.invalidateAll();
    const path = `/blog/${encodeURIComponent(made)}`;
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<link rel="canonical" href="https://site.example${path}"/>`);
    expect(page.headers['cache-control']).toContain('s-maxage');
    for (const file of ['/sitemap.xml', '/rss.xml', '/atom.xml', '/feed.json', '/llms.txt']) {
      expect((await get(file)).body, file).toContain(`https://site.example${path}`);
    }
    expect((await get(`/social/post/${encodeURIComponent(made)}.png`)).statusCode).toBe(200);
    const decomposed = await get(`/blog/${encodeURIComponent('জোয়ার-ভাটা'.normalize('NFD'))}`);
    expect([200, 301]).toContain(decomposed.statusCode);
    expect((await getApi<{ slug: string }>(site, `/blog/${encodeURIComponent(made)}`)).slug).toBe(made);
  });

  it('redirects from its NFD form and its former slug in one step', async () => {
    const { id } = await begin(owner, { ...text, title: 'Café', slug: 'café'.normalize('NFD') });
    expect((await draft(owner, id)).slug).toBe('café'.normalize('NFC'));
    await make(owner, id, 'publish');
    const at = `/blog/${encodeURIComponent('café'.normalize('NFC'))}`;
    expect((await get(`/blog/${encodeURIComponent('café'.normalize('NFD'))}`)).headers.location).toBe(at);
    await save(owner, id, { slug: 'مد-وجزر' });
    expect((await get(at)).headers.location).toBe(`/blog/${encodeURIComponent('مد-وجزر')}`);
  });

  it('can use the maximum length', async () => {
    const long = 'জ'.repeat(120);
    const { id } = await begin(owner, { ...text, title: 'Long', slug: long });
    await make(owner, id, 'publish');
    expect((await get(`/blog/${encodeURIComponent(long)}`)).statusCode).toBe(200);
    expect((await get(`/social/post/${encodeURIComponent(long)}.png`)).statusCode).toBe(200);
  });

  it('keeps its slug through imports and exports', async () => {
    const wxr = `<?xml version="1.0"?><rss xmlns:wp="x" xmlns:content="z"><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>জোয়ার</title><link>https://old.example/2019/${encodeURIComponent('জোয়ার-ভাটা').toLowerCase()}/</link><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<wp:post_id>5</wp:post_id><wp:post_name>${encodeURIComponent('জোয়ার-ভাটা').toLowerCase()}</wp:post_name><wp:post_date_gmt>2019-05-06 10:00:00</wp:post_date_gmt><content:encoded>Text.</content:encoded></item></channel></rss>`;
    const archives = importFixture(() => site);
    // A small site takes a fraction of the time.
    await site.db.$client.query('delete from posts; delete from projects; delete from pictures where in_library');
    const done = await archives.importArchive(owner.cookie, Buffer.from(wxr));
    const nativeSlug = 'জোয়ার-ভাটা'.normalize('NFC');
    expect(done.created.map(made => made.slug)).toEqual([nativeSlug]);
    expect((await get(`/2019/${encodeURIComponent('জোয়ার-ভাটা')}`)).headers.location).toBe(
      `/blog/${encodeURIComponent(nativeSlug)}`,
    );
    const archive = await archives.exportArchive(owner.cookie);
    await site.db.$client.query('delete from posts where not is_sample');
    const again = await archives.importArchive(owner.cookie, archive);
    expect(again.created.map(made => made.slug)).toContain(nativeSlug);
  });
});

describe('project with a name in its own script', () => {
  it.each(['জোয়ার ভাটা', 'المد والجزر', '潮汐表'])('is read, linked, listed and redirected to: %s', async title => {
    const projects = projectFixture(() => site);
    const name = slugOf(title, 'project');
    expect((await projects.begin(owner, { ...COMPLETE_PROJECT, title })).id).toBe(name);
    await projects.make(owner, name, 'publish');
    expect((await projects.addFile(owner, name)).statusCode).toBe(201);
    site.http.invalidateAll();
    const path = `/projects/${encodeURIComponent(name)}`;
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<link rel="canonical" href="https://site.example${path}"/>`);
    expect(page.headers['cache-control']).toContain('s-maxage');
    expect((await get('/projects')).body).toContain(`href="${path}"`);
    for (const file of ['/sitemap.xml', '/llms.txt']) expect((await get(file)).body, file).toContain(path);
    expect((await get(`/social/project/${encodeURIComponent(name)}.png`)).statusCode).toBe(200);
    const { items } = await getApi<{ items: { path: string }[] }>(site, `/search?q=${encodeURIComponent(title)}`);
    expect(items.map(item => item.path)).toEqual([path]);
    expect((await projects.save(owner, name, { slug: 'дом' })).id).toBe('дом');
    site.http.invalidateAll();
    expect((await get(path)).headers.location).toBe(`/projects/${encodeURIComponent('дом')}`);
  });
});

describe('right-to-left text', () => {
  it('has its direction set, and other text does not', async () => {
    const { html } = await renderMarkdown(
      '# المد\n\nمرحبا بالعالم\n\nHello\n\n- واحد\n- two\n\n> اقتباس\n\n```\nمد\n```',
    );
    expect(html).toContain('dir="auto">المد</h1>');
    expect(html).toContain('<p dir="auto">مرحبا');
    expect(html).toContain('<p>Hello</p>');
    expect(html).toContain('<li dir="auto">واحد');
    expect(html).toContain('<li>two');
    expect(html).toMatch(/<ul dir="rtl">\s*<li dir="auto">/);
    expect(html).toMatch(/<blockquote dir="rtl">\s*<p dir="auto">/);
    expect(html).not.toMatch(/<(?:pre|code)[^>]*dir=/);
  });

  it.each(['Adlam', 'Arabic', 'Hanifi Rohingya', 'Hebrew', "N'Ko", 'Syriac', 'Thaana'])(
    'is recognized in %s',
    async script => {
      expect((await renderMarkdown(wordsByScript[script] ?? '')).html).toContain(
        `<p dir="auto">${wordsByScript[script]}`,
      );
    },
  );

  it('sets the direction of titles, excerpts and fields', async () => {
    const { id, slug: made } = await begin(owner, { ...text, title: 'المد والجزر', description: 'دليل' });
    await make(owner, id, 'publish');
    site.http.invalidateAll();
    const { body } = await get(`/blog/${encodeURIComponent(made)}`);
    expect(body).toMatch(/<h1 dir="auto"[^>]*>المد/);
    expect(body).toMatch(/<p dir="auto"[^>]*>دليل/);
    expect((await get('/contact')).body).toMatch(/<textarea[^>]*dir="auto"/);
  });
});
