import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { parseGhostExport } from './ghost.ts';

const post = (fields: object) => ({
  id: '1',
  uuid: 'u-1',
  title: 'A post',
  slug: 'a-post',
  html: '<p>Text</p>',
  status: 'published',
  published_at: '2024-01-02T03:04:05.000Z',
  ...fields,
});

function readPosts(posts: object[], more: object = {}) {
  const data = { posts, ...more };
  const site = parseGhostExport({ db: [{ meta: { version: '5.0.0' }, data }] });
  return { ...site, posts: site.posts.map(({ read }) => read()) };
}

const textOf = (html: string) => readPosts([post({ html })]).posts[0]?.content.markdown;

describe('Ghost export', () => {
  it('contains posts with all supported fields', () => {
    const { posts } = readPosts(
      [
        post({
          title: '<b>Tides</b> & “moons” 🌊\u0007',
          custom_excerpt: 'Short.',
          feature_image: '__GHOST_URL__/content/images/2024/01/a.jpg',
          canonical_url: 'https://other.example/x',
          meta_title: 'M',
          created_at: '2023-01-01T00:00:00.000Z',
        }),
      ],
      {
        posts_meta: [{ post_id: '1', og_title: 'Card', feature_image_alt: 'The sea' }],
        tags: [
          { id: 't1', name: 'Cooking' },
          { id: 't2', name: '#hidden', visibility: 'internal' },
          { id: 't3', name: 'Moon' },
        ],
        posts_tags: [
          { post_id: '1', tag_id: 't3', sort_order: 1 },
          { post_id: '1', tag_id: 't1', sort_order: 0 },
          { post_id: '1', tag_id: 't2', sort_order: 2 },
        ],
        users: [{ id: 'a', name: 'Jean Bartik' }],
        posts_authors: [{ post_id: '1', author_id: 'a' }],
      },
    );
    expect(posts).toMatchObject([
      {
        sourceId: 'u-1',
        slug: 'a-post',
        status: 'published',
        publishedAt: '2024-01-02T03:04:05.000Z',
        createdAt: '2023-01-01T00:00:00.000Z',
        author: { name: 'Jean Bartik' },
        content: {
          title: '<b>Tides</b> & “moons” 🌊',
          description: 'Short.',
          category: 'Food',
          tags: ['Cooking', 'Moon'],
          cover: '/content/images/2024/01/a.jpg',
          coverAlt: 'The sea',
          canonicalUrl: 'https://other.example/x',
          metaTitle: 'M',
          cardTitle: 'Card',
        },
      },
    ]);
  });

  it('supports the older format, omits missing values and skips pages', () => {
    const site = parseGhostExport({
      data: { posts: [{ id: 7, title: null, html: null }, post({ id: 8, type: 'page', title: 'About' }), 'nonsense'] },
    });
    const [only, ...others] = site.posts.map(({ read }) => read());
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      sourceId: '7',
      status: 'draft',
      publishedAt: null,
      content: { title: '', markdown: '' },
    });
    expect(site.skipped).toEqual([
      { name: 'Post 3', reason: 'This post can’t be read.' },
      { name: 'About', reason: 'This is a page, not a post.' },
    ]);
  });

  it('imports subscriber-only posts as drafts and keeps scheduled ones scheduled', () => {
    const { posts } = readPosts([
      post({ visibility: 'paid' }),
      post({ status: 'scheduled', published_at: '2031-01-01T00:00:00.000Z' }),
      post({ status: 'constructor' }),
    ]);
    expect(posts.map(({ status, scheduledFor }) => [status, scheduledFor])).toEqual([
      ['draft', null],
      ['scheduled', '2031-01-01T00:00:00.000Z'],
      ['draft', null],
    ]);
  });

  it.each([
    [
      'a picture with a caption',
      '<figure class="kg-image-card"><img src="/a.png" alt="A"><figcaption>At <b>noon</b></figcaption></figure>',
      '![A](/a.png "At noon")',
    ],
    [
      'a gallery',
      '<figure class="kg-gallery-card"><div><div><img src="/a.png" alt="A"></div><div><img src="/b.png" alt=""></div></div></figure>',
      '![A](/a.png) ![](/b.png)',
    ],
    [
      'a callout',
      '<div class="kg-callout-card kg-callout-card-red"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Mind <i>this</i></div></div>',
      '> [!CAUTION]\n> Mind *this*',
    ],
    [
      'a bookmark',
      '<figure class="kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/a"><div>Title</div></a></figure>',
      '<https://x.example/a>',
    ],
    [
      'a film',
      '<figure class="kg-embed-card"><iframe src="https://www.youtube.com/embed/abc?feature=oembed"></iframe></figure>',
      '<https://www.youtube.com/watch?v=abc>',
    ],
    ['code', '<pre><code class="language-js">a &lt; b\n</code></pre>', '```js\na < b\n```'],
    ['a link to a post beside it', '<p><a href="__GHOST_URL__/a-post/#x">here</a></p>', '[here](/blog/a-post#x)'],
    [
      'links to the old site',
      '<p><a href="__GHOST_URL__/about/?a#b">one</a> <a href="__GHOST_URL__">two</a></p>',
      '[one](/about/?a#b) [two](/)',
    ],
    [
      'scripts, and addresses that run',
      '<p onclick="x()">A<script>alert(1)</script><a href="javascript:alert(1)">b</a></p><style>p{}</style><iframe src="javascript:alert(1)"></iframe><svg onload="x()"></svg><img src="x" onerror="x()">',
      'Ab\n\n![](x)',
    ],
  ])('converts %s to Markdown', (_what, html, markdown) => {
    expect(textOf(html)).toBe(markdown);
  });

  it("takes the text of Ghost's own formats if there is no HTML", () => {
    const lexical = JSON.stringify({
      root: { children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Bold <x>', format: 1 }] }] },
    });
    const heading = JSON.stringify({
      root: {
        children: [
          { type: 'heading', tag: 'big', children: [{ type: 'text', text: 'Head' }] },
          { type: 'paragraph', children: [{ type: 'text', text: 'Text' }] },
        ],
      },
    });
    const mobiledoc = JSON.stringify({ cards: [], sections: [[1, 'h2', [[0, [], 0, 'Head']]]] });
    const old = JSON.stringify({ cards: [['markdown', { markdown: '# *Old* __GHOST_URL__/x' }]], sections: [[10, 0]] });
    const { posts } = readPosts([
      post({ html: '', lexical }),
      post({ html: null, lexical: heading }),
      post({ html: null, mobiledoc }),
      post({ html: null, mobiledoc: old }),
      post({ html: null, lexical: '{broken' }),
    ]);
    expect(posts.map(({ content }) => content.markdown)).toEqual([
      '**Bold \\<x>**',
      '## Head\n\nText',
      '## Head',
      '# *Old* /x',
      '',
    ]);
  });

  it.each([[null], [[]], [{ db: [] }], [{ db: [{ data: {} }] }], ['x']])('rejects %j', json => {
    expect(() => parseGhostExport(json)).toThrow(AppError);
  });
});
