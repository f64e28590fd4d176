import { describe, expect, test } from 'vitest';
import type { FeedPost } from '#features/blog/queries/posts.ts';
import { formatAtomFeed, formatJsonFeed, formatRssFeed } from './formats.ts';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { createFeed, toFeedHtml } from './feed.ts';

const SITE = 'https://castellan.example';
const TITLE = `Ampersands & <b>tags</b> ]]> "quoted" it's`;

const post: FeedPost = {
  id: 7,
  slug: 'a-post',
  feedSlug: 'a-post',
  title: TITLE,
  description: 'What <it> is & was',
  category: 'Fashion & Beauty',
  tags: ['css', 'css', 'oklch'],
  author: { name: 'Mira "M" Castellan', role: 'Developer', avatar: null },
  cover: { id: '0123456789abcdef', width: 1600, height: 1000, placeholderColors: '808080'.repeat(6) },
  coverAlt: 'A "cover" & more',
  likes: 1,
  commentCount: 2,
  wordCount: 500,
  publishedAt: '2026-11-16T12:00:00.000Z',
  updatedAt: '2026-11-18T09:30:00.000Z',
  html: '<p>Read <a href="/about">this</a> ]]> &#x26; that</p>',
};
const older: FeedPost = {
  ...post,
  id: 6,
  slug: 'older',
  feedSlug: 'older',
  cover: null,
  updatedAt: '2026-11-17T00:00:00.000Z',
};
const feed = createFeed({ name: 'Mira & Co', headline: 'Sites <for> firms' }, [post, older], SITE);

describe('HTML for feeds', () => {
  const url = `${SITE}/blog/a-post`;

  test('turns cards into links, and keeps pictures and galleries as pictures', async () => {
    const { html } = await renderMarkdown(
      'https://vimeo.com/1\n\n![One](/media/pictures/0123456789abcdef-1600.webp "Cap") ![Two](/media/x.webp)',
      { pictures: async ids => new Map(ids.map(id => [id, { width: 900, height: 600 }])) },
    );
    const file = `${SITE}/media/pictures/0123456789abcdef-800.webp`;
    expect(toFeedHtml(html, url)).toBe(
      `<p><a href="https://vimeo.com/1" rel="noopener">Video on Vimeo vimeo.com</a></p>\n<figure><figure><img src="${file}" alt="One" width="900" height="600" loading="lazy" decoding="async"><figcaption>Cap</figcaption></figure><img src="${SITE}/media/x.webp" alt="Two"></figure>`,
    );
  });

  test('makes URLs absolute', () => {
    const html =
      '<a href="/about">a</a><a href="#s-x">b</a><img src="/media/x.webp" alt="i"><a href="mailto:a@b.example">c</a><a href="https://x.example/?a=1&#x26;b=2">d</a>';
    expect(toFeedHtml(html, url)).toBe(
      `<a href="${SITE}/about">a</a><a href="${url}#s-x">b</a><img src="${SITE}/media/x.webp" alt="i"><a href="mailto:a@b.example">c</a><a href="https://x.example/?a=1&#x26;b=2">d</a>`,
    );
  });

  test('strips attributes for scripts and screen readers from every tag', () => {
    const html =
      '<b class="a" data-a-b="x" aria-label="One" role="note" id="c">1</b><button>x</button><i tabindex="-1" title="a > b">2</i><button>y</button><br/>';
    expect(toFeedHtml(html, url)).toBe('<b id="c">1</b><i title="a > b">2</i><br/>');
  });

  test('strips buttons and colors from code blocks, and keeps URLs in code as written', () => {
    const html =
      '<figure class="code-frame"><figcaption><span>html</span><button type="button" data-copy-code="">Copy code</button></figcaption><pre tabindex="0"><code class="hljs language-html"><span class="hljs-tag">&#x3C;a href="/orders"></span></code></pre></figure>';
    expect(toFeedHtml(html, url)).toBe(
      '<figure><figcaption>html</figcaption><pre><code>&#x3C;a href="/orders"></code></pre></figure>',
    );
  });
});

describe('RSS', () => {
  const rss = formatRssFeed(feed);

  test('escapes every part', () => {
    expect(rss).toContain(
      '<title>Ampersands &amp; &lt;b&gt;tags&lt;/b&gt; ]]&gt; &quot;quoted&quot; it&apos;s</title>',
    );
    expect(rss).toContain('<dc:creator>Mira &quot;M&quot; Castellan</dc:creator>');
    expect(rss.match(/(?<=<category>)[^<]*/g)?.slice(0, 3)).toEqual(['Fashion &amp; Beauty', 'css', 'oklch']);
    expect(rss).toContain(`&lt;a href=&quot;${SITE}/about&quot;&gt;`);
    expect(rss).not.toContain('<b>');
    expect(rss).not.toContain(']]>');
  });

  test('writes descriptions as HTML, as feed readers expect', () => {
    expect(rss).toContain('<description>Sites &amp;lt;for&gt; firms</description>');
    expect(rss).toContain('<description>What &amp;lt;it&gt; is &amp;amp; was</description>');
  });

  test('contains its own address, dates and pictures', () => {
    expect(rss).toContain(`<atom:link href="${SITE}/rss.xml" rel="self" type="application/rss+xml"/>`);
    expect(rss).toContain('<pubDate>Mon, 16 Nov 2026 12:00:00 GMT</pubDate>');
    expect(rss).toContain('<lastBuildDate>Wed, 18 Nov 2026 09:30:00 GMT</lastBuildDate>');
    expect(rss).toContain(`<guid isPermaLink="true">${SITE}/blog/a-post</guid>`);
    expect(rss.match(/<media:content /g)).toHaveLength(1);
    expect(rss).toContain('width="1200" height="750"');
    expect(rss).not.toMatch(/(?:href|url|src)=(?:"|&quot;)\//);
  });
});

describe('Atom', () => {
  const atom = formatAtomFeed(feed);

  test('contains the fields that RFC 4287 requires of feeds and entries', () => {
    expect(atom).toContain(`<link rel="self" type="application/atom+xml" href="${SITE}/atom.xml"/>`);
    expect(atom).toMatch(/<updated>2026-11-18T09:30:00.000Z<\/updated>\s*<author>\s*<name>Mira &amp; Co<\/name>/);
    expect(atom).toContain(`<id>${SITE}/blog/a-post</id>`);
    expect(atom).toContain('<title type="text">Ampersands &amp; &lt;b&gt;tags&lt;/b&gt; ]]&gt;');
    expect(atom).toContain('<category term="Fashion &amp; Beauty"/>');
    expect(atom.match(/<content type="html">/g)).toHaveLength(2);
  });
});

describe('JSON Feed', () => {
  const json = JSON.parse(formatJsonFeed(feed)) as { feed_url: string; items: Record<string, unknown>[] };

  test('keeps text unchanged and omits a missing picture', () => {
    expect(json.feed_url).toBe(`${SITE}/feed.json`);
    expect(json.items[0]).toMatchObject({
      id: `${SITE}/blog/a-post`,
      title: TITLE,
      image: `${SITE}/media/pictures/0123456789abcdef-1200.webp`,
      tags: ['Fashion & Beauty', 'css', 'oklch'],
      date_modified: '2026-11-18T09:30:00.000Z',
    });
    expect(json.items[1]).not.toHaveProperty('image');
  });
});

test('a blog without posts gives valid, empty feeds', () => {
  const empty = createFeed({ name: 'Mira', headline: 'Sites' }, [], SITE);
  expect(formatRssFeed(empty)).not.toContain('<item>');
  expect(formatAtomFeed(empty)).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(JSON.parse(formatJsonFeed(empty))).toMatchObject({ items: [] });
});
