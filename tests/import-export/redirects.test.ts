import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepFewSamples } from '../support/few-samples.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createZipBuffer } from '../support/zip.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
  await keepFewSamples(site);
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from redirects');
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
});
afterAll(() => site.close());

const archives = importFixture(() => site);
const get = async (url: string, from = site) => {
  const { statusCode, headers } = await from.http.app.inject({ method: 'GET', url });
  return statusCode === 301 ? headers.location : statusCode;
};
/** Checks where each URL redirects to. */
async function expectMoved(expected: Readonly<Record<string, string | number>>, from = site): Promise<void> {
  for (const [url, to] of Object.entries(expected)) expect(await get(url, from), url).toBe(to);
}

const item = (fields: string, type = 'post') =>
  `<item><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><dc:creator>ada</dc:creator>${fields}</item>`;
const wxr = (items: string) => `<?xml version="1.0"?><rss xmlns:wp="x" xmlns:dc="y" xmlns:content="z"><channel>
<link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>7</wp:author_id><wp:author_login>ada</wp:author_login><wp:author_display_name>Ada</wp:author_display_name></wp:author>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>sea</wp:category_nicename><wp:cat_name>Sea</wp:cat_name></wp:category>
<wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>moon</wp:category_nicename><wp:category_parent>sea</wp:category_parent><wp:cat_name>Moon</wp:cat_name></wp:category>
<wp:tag><wp:tag_slug>salt-water</wp:tag_slug><wp:tag_name>Salt water</wp:tag_name></wp:tag>
${items}</channel></rss>`;
const tides =
  item(`<title>Tides</title><link>https://old.example/2019/05/06/tides/</link><guid>https://old.example/?p=123</guid>
<wp:post_id>123</wp:post_id><wp:post_name>tides</wp:post_name><wp:post_date_gmt>2019-05-06 10:00:00</wp:post_date_gmt>
<category domain="category" nicename="moon">Moon</category><category domain="post_tag" nicename="salt-water">Salt water</category>
<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>ebb</wp:meta_value></wp:postmeta>
<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>flow</wp:meta_value></wp:postmeta>
<content:encoded>Text.</content:encoded>`);
const named = (title: string, link: string, id: number) =>
  item(`<title>${title}</title><link>${link}</link><wp:post_id>${id}</wp:post_id><wp:post_name>${title.toLowerCase()}</wp:post_name>
<wp:post_date_gmt>2019-05-06 10:00:00</wp:post_date_gmt><content:encoded>Text.</content:encoded>`);

describe('WordPress import', () => {
  it('redirects permalinks, ids, lists and feeds', async () => {
    const about = item('<title>About me</title><link>https://old.example/about-me/</link>', 'page');
    const archive = Buffer.from(wxr(tides + about + named('Pricing', 'https://old.example/pricing/', 9)));
    const id = await archives.send(cookie, archive);
    const shown = await archives.preview(cookie, id, '?status=keep');
    expect(shown.redirects.total).toBeGreaterThan(10);
    expect(shown.redirects.invalid).toEqual([
      { from: '/pricing/', reason: 'This site has its own page at this address.' },
      { from: '/about-me/', reason: 'This was a page. Pages aren’t imported.' },
    ]);
    expect(await get('/2019/05/06/tides')).toBe(404);
    const done = await archives.importArchive(cookie, archive);
    expect(done.redirects).toEqual(shown.redirects);
    expect(done.import.result?.redirects).toBe(shown.redirects.total);
    await expectMoved({
      '/2019/05/06/tides/': '/blog/tides',
      '/2019/05/06/ebb/': '/blog/tides',
      '/2019/05/06/flow/': '/blog/tides',
      '/?p=123': '/blog/tides',
      '/?p=9': '/blog/pricing',
      '/2019': '/blogs',
      '/2019/05/': '/blogs',
      '/2019/05/06': '/blogs',
      '/category/sea/moon/': '/blogs?tag=Moon',
      '/category/moon': '/blogs?tag=Moon',
      '/category/sea': '/blogs',
      '/?cat=5': '/blogs?tag=Moon',
      '/tag/salt-water/': '/blogs?tag=Salt+water',
      '/author/ada/': '/blogs',
      '/feed/': '/rss.xml',
      '/feed/atom/': '/atom.xml',
      '/page/2/': '/blogs',
      '/tag/salt-water/page/3/': '/blogs?tag=Salt+water',
      '/?feed=rss2': '/rss.xml',
      '/about-me': 404,
      '/pricing': 200,
      '/': 200,
    });
  });

  it('adds redirects to earlier imported posts once', async () => {
    const archive = Buffer.from(wxr(tides));
    await archives.importArchive(cookie, archive);
    await site.db.$client.query('delete from redirects');
    await site.db.$client.query(`update posts set slug = 'renamed' where slug = 'tides'`);
    const again = await archives.importArchive(cookie, archive);
    expect(again.import.result).toMatchObject({ created: 0, existing: 1 });
    expect(again.import.result?.redirects).toBeGreaterThan(5);
    expect(await get('/2019/05/06/tides')).toBe('/blog/renamed');
    expect((await archives.importArchive(cookie, archive)).import.result?.redirects).toBe(0);
  });

  it('keeps the owner’s redirects and hides drafts', async () => {
    await site.db.$client.query(
      `insert into redirects (from_path, to_address, created_by) values ('/2019/05/06/tides', '/about', 'owner')`,
    );
    await archives.importArchive(cookie, Buffer.from(wxr(tides)), { status: 'draft' });
    await expectMoved({ '/2019/05/06/tides': '/about', '/2019/05/06/ebb': 404, '/feed': '/rss.xml' });
  });
});

describe('link between imported posts', () => {
  it('is changed to the new slug', async () => {
    await archives.importArchive(cookie, Buffer.from(wxr(named('Tides', 'https://elsewhere.example/tides/', 77))));
    const linking =
      item(`<title>Linking</title><link>https://old.example/linking/</link><wp:post_id>5</wp:post_id><wp:post_name>linking</wp:post_name>
<wp:post_date_gmt>2019-05-06 10:00:00</wp:post_date_gmt><content:encoded><![CDATA[<p><a href="https://old.example/2019/05/06/tides/#high">one</a>, <a href="https://other.example/blog/tides">two</a></p>]]></content:encoded>`);
    await archives.importArchive(cookie, Buffer.from(wxr(tides + linking)));
    const { rows } = await site.db.$client.query(`select markdown from posts where slug = 'linking'`);
    expect(rows).toEqual([{ markdown: '[one](/blog/tides-2#high), [two](https://other.example/blog/tides)' }]);
  });
});

describe('Ghost import', () => {
  const ghost = JSON.stringify({
    db: [
      {
        data: {
          posts: [
            {
              id: '1',
              uuid: 'u-1',
              title: 'Tides',
              slug: 'tides',
              html: '<p>T</p>',
              status: 'published',
              published_at: '2019-05-06T10:00:00Z',
            },
            { id: '2', uuid: 'u-2', title: 'About', slug: 'me', html: '<p>T</p>', status: 'published', type: 'page' },
          ],
          tags: [
            { id: 't', name: 'Sea', slug: 'the-sea' },
            { id: 'h', name: '#secret', slug: 'hash-secret', visibility: 'internal' },
          ],
          posts_tags: [{ post_id: '1', tag_id: 't' }],
          users: [{ id: 'a', name: 'Ada', slug: 'ada' }],
          posts_authors: [{ post_id: '1', author_id: 'a' }],
        },
      },
    ],
  });

  it('redirects posts, tags, authors, feeds and the entries of redirects.yaml', async () => {
    const yaml =
      '301:\n  /old/: /tides/\n  ^\\/ancient\\/?$: https://other.example/x\n  ^/(.*)-x$: /$1\n302:\n  /nowhere: /no-such\n';
    const done = await archives.importArchive(
      cookie,
      await createZipBuffer({ 'ghost.json': ghost, 'redirects.yaml': yaml }),
    );
    expect(done.redirects.invalid.map(({ from }) => from)).toEqual(['^/(.*)-x$', '/me', '/nowhere']);
    await expectMoved({
      '/tides/': '/blog/tides',
      '/email/u-1': '/blog/tides',
      '/tag/the-sea/': '/blogs?tag=Sea',
      '/tag/hash-secret': 404,
      '/author/ada/': '/blogs',
      '/page/2/': '/blogs',
      '/tag/the-sea/page/2/': '/blogs?tag=Sea',
      '/rss/': '/rss.xml',
      '/old': '/blog/tides',
      '/ancient/': 'https://other.example/x',
    });
  });

  it('follows the permalinks of routes.yaml', async () => {
    const routes = 'collections:\n  /:\n    permalink: /{year}/{month}/{primary_tag}/{slug}/\n';
    await archives.importArchive(cookie, await createZipBuffer({ 'ghost.json': ghost, 'routes.yaml': routes }));
    await expectMoved({ '/2019/05/the-sea/tides': '/blog/tides', '/tides': 404 });
  });

  it('reports unknown parts of permalinks in routes.yaml', async () => {
    const routes =
      'collections:\n  /:\n    permalink: /{moon_phase}/{slug}/\n  /notes/:\n    permalink: /{id}/{slug}/\n';
    const done = await archives.importArchive(
      cookie,
      await createZipBuffer({ 'ghost.json': ghost, 'routes.yaml': routes }),
    );
    expect(done.redirects.invalid.map(({ from }) => from)).toEqual(['/{moon_phase}/{slug}', '/me']);
    await expectMoved({ '/1/tides': '/blog/tides' });
  });
});

describe('Hugo and Jekyll imports', () => {
  it('redirect aliases, sections, tags and feeds of Hugo', async () => {
    await archives.importArchive(
      cookie,
      await createZipBuffer({
        'site/content/posts/My-Tides.md':
          '---\ntitle: Tides\ndate: 2019-05-06\ntags: [Salt Water]\naliases: [/once/, very/old.html, /blog/former]\n---\nText.',
        'site/content/notes/moon/index.md': '+++\ntitle = "The Moon"\ndate = 2020-01-02\n+++\nText.',
        'site/content/posts/set.md': '---\ntitle: Set\nurl: /set/here.html\ndate: 2019-05-06\n---\nText.',
        'site/hugo.toml': '[permalinks]\nnotes = "/:year/:month/:title/"\n',
      }),
    );
    await expectMoved({
      '/posts/my-tides/': '/blog/my-tides',
      '/once': '/blog/my-tides',
      '/posts/very/old.html': '/blog/my-tides',
      '/blog/former': '/blog/my-tides',
      '/2020/01/the-moon/': '/blog/moon',
      '/set/here.html': '/blog/set',
      '/posts/': '/blogs',
      '/index.xml': '/rss.xml',
      '/posts/index.xml': '/rss.xml',
      '/tags/salt-water/': '/blogs?tag=Salt+Water',
      '/page/2/': '/blogs',
      '/posts/page/2/': '/blogs',
    });
  });

  it('redirect dated permalinks and redirect_from of Jekyll', async () => {
    await archives.importArchive(
      cookie,
      await createZipBuffer({
        '_posts/2019-05-06-tides.md':
          '---\ntitle: Tides\ncategories: [Sea, Deep]\nredirect_from:\n  - /first/\n  - /second.html\n---\nText.',
        '_posts/2019-05-07-ebb.md': '---\ntitle: Ebb\npermalink: /kept/:title/\nredirect_from: /third\n---\nText.',
      }),
    );
    await expectMoved({
      '/sea/deep/2019/05/06/tides.html': '/blog/tides',
      '/first/': '/blog/tides',
      '/second.html': '/blog/tides',
      '/kept/ebb/': '/blog/ebb',
      '/third': '/blog/ebb',
      '/feed.xml': '/rss.xml',
      '/page2/': '/blogs',
    });
  });

  it.each([
    ['ordinal', '/sea/2019/126/tides.html'],
    ['weekdate', '/sea/2019/W19/Mon/tides.html'],
    ['/:short_year/:i_month/:long_day/:title/', '/19/5/Monday/tides/'],
  ])('follow Jekyll’s %s permalinks', async (permalink, address) => {
    const post = '---\ntitle: Tides\ncategories: [Sea]\n---\nText.';
    const archive = await createZipBuffer({
      '_config.yml': `permalink: ${permalink}\n`,
      '_posts/2019-05-06-tides.md': post,
    });
    expect((await archives.importArchive(cookie, archive)).redirects.invalid).toEqual([]);
    await expectMoved({ [address]: '/blog/tides' });
  });

  it('report unknown parts of permalinks', async () => {
    const jekyll = {
      '_config.yml': 'permalink: /:hour/:title/\n',
      '_posts/2019-05-06-tides.md': '---\ntitle: T\n---\nText.',
    };
    const hugo = {
      'hugo.toml': '[permalinks]\nposts = "/:moon/:slug/"\n',
      'content/posts/ebb.md': '---\ntitle: E\n---\nText.',
    };
    for (const [files, from] of [
      [jekyll, '/:hour/:title'],
      [hugo, '/:moon/:slug'],
    ] as const) {
      const id = await archives.send(cookie, await createZipBuffer(files));
      expect((await archives.preview(cookie, id)).redirects.invalid).toEqual([
        { from, reason: 'This permalink has a part that isn’t supported here. Add the redirects you need manually.' },
      ]);
    }
  });
});

describe('Freehold archive', () => {
  it('contains redirects and restores them on another site', async () => {
    await archives.importArchive(cookie, Buffer.from(wxr(tides)));
    await site.db.$client.query(
      `insert into redirects (from_path, to_address, to_path, created_by) values ('/gone', 'https://other.example/', null, 'owner')`,
    );
    const archive = await archives.exportArchive(cookie);
    const other = await createTestSite({ files: createMemoryFileStore() });
    const otherOwner = await createSignedInUser(other, { role: 'owner', name: 'Ada Byron' });
    await other.db.$client.query(`insert into posts (slug, title, description, category, author_id, markdown, html, headings, word_count)
      values ('tides', 'Other', '', 'Technology', 'mira-castellan', '', '', '[]', 0)`);
    const done = await importFixture(() => other).importArchive(otherOwner.cookie, archive);
    expect(done.redirects.invalid).toEqual([]);
    await expectMoved(
      { '/2019/05/06/tides': '/blog/tides-2', '/gone': 'https://other.example/', '/category/moon': '/blogs?tag=Moon' },
      other,
    );
    expect((await importFixture(() => other).importArchive(otherOwner.cookie, archive)).import.result?.redirects).toBe(
      0,
    );
    await other.close();
  });
});
