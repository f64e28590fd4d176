import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { parseWordpressExport } from './wordpress.ts';

const wxr = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d"><channel>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_login><![CDATA[jean]]></wp:author_login><wp:author_display_name><![CDATA[Jean Bartik]]></wp:author_display_name></wp:author>
${items}</channel></rss>`;

const item = (content: string, more = '') => `<item><title><![CDATA[A <b>post</b> & more 🌊]]></title>
<link>https://old.example/2020/05/a-post/</link><dc:creator><![CDATA[jean]]></dc:creator><guid isPermaLink="false">https://old.example/?p=1</guid>
<content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[A *short* one]]></excerpt:encoded>
<wp:post_id>1</wp:post_id><wp:post_date>2020-05-06 09:08:07</wp:post_date><wp:post_date_gmt>2020-05-06 07:08:07</wp:post_date_gmt>
<wp:post_name>a-post</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}</item>`;

const attachment = `<item><title>sea</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type>
<wp:attachment_url>https://old.example/wp-content/uploads/2020/05/sea.jpg</wp:attachment_url>
<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>The sea</wp:meta_value></wp:postmeta></item>`;

function read(items: string) {
  const site = parseWordpressExport(wxr(items));
  return { ...site, posts: site.posts.map(post => post.read()) };
}
const textOf = (html: string) => read(item(html) + attachment).posts[0]?.content.markdown;

const comment = (id: number, words: string, more = '', parent = 0) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Grace]]></wp:comment_author>
  <wp:comment_author_email>Grace@old.example</wp:comment_author_email><wp:comment_date_gmt>2020-05-0${id} 10:00:00</wp:comment_date_gmt>
  <wp:comment_content><![CDATA[${words}]]></wp:comment_content><wp:comment_parent>${parent}</wp:comment_parent>
  ${more || '<wp:comment_approved>1</wp:comment_approved>'}</wp:comment>`;

describe('comments in a WordPress export', () => {
  const commentsOf = (more: string) => read(item('Text', more)).posts[0]?.comments ?? [];

  it('are plain text in threads of one level, with author and date', () => {
    const threads = commentsOf(
      [
        comment(3, 'Deeper', '', 2),
        comment(1, '<p>One &amp; <b>two</b><br>three</p><script>alert(1)</script><p>\u0007four</p>'),
        comment(2, 'Answer', '<wp:comment_approved>0</wp:comment_approved>', 1),
        comment(
          4,
          'To an unknown comment',
          '<wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type>',
          99,
        ),
      ].join(''),
    );
    expect(threads.map(({ body, state, replies }) => [body, state, replies.map(reply => reply.body)])).toEqual([
      ['One & two\nthree\n\nfour', 'published', ['Answer', 'Deeper']],
      ['To an unknown comment', 'published', []],
    ]);
    expect(threads[0]).toMatchObject({
      author: { name: 'Grace', email: 'Grace@old.example', designation: '', avatar: null },
      createdAt: '2020-05-01T10:00:00.000Z',
      approvedAt: '2020-05-01T10:00:00.000Z',
      replies: [{ state: 'pending', approvedAt: null }, {}],
    });
  });

  it('skip spam, deleted and empty ones and pingbacks, and terminate for any reply structure', () => {
    const approved = '<wp:comment_approved>1</wp:comment_approved>';
    expect(
      commentsOf(
        [
          comment(1, 'x', '<wp:comment_approved>spam</wp:comment_approved>'),
          comment(2, 'x', '<wp:comment_approved>trash</wp:comment_approved>'),
          comment(3, 'x', `${approved}<wp:comment_type>pingback</wp:comment_type>`),
          comment(4, '<img src="x">'),
        ].join(''),
      ),
    ).toEqual([]);
    const round = commentsOf(comment(1, 'a', '', 2) + comment(2, 'b', '', 1) + comment(3, 'c', '', 3));
    expect(round.flatMap(({ body, replies }) => [body, ...replies.map(reply => reply.body)]).toSorted()).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(commentsOf(comment(1, 'word '.repeat(3000)))[0]?.body.length).toBeLessThanOrEqual(2000);
  });
});

describe('WordPress export', () => {
  it('contains posts with all supported fields', () => {
    const more = `<category domain="category" nicename="x"><![CDATA[Running]]></category><category domain="post_tag" nicename="y">Sea</category>
      <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>
      <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>older</wp:meta_value></wp:postmeta>
      <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>oldest</wp:meta_value></wp:postmeta>
      <wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>%%title%%</wp:meta_value></wp:postmeta>
      <wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>`;
    const site = read(item('Text', more) + attachment);
    expect(site.posts).toMatchObject([
      {
        sourceId: 'https://old.example/?p=1',
        slug: 'a-post',
        status: 'published',
        publishedAt: '2020-05-06T07:08:07.000Z',
        author: { name: 'Jean Bartik' },
        formerSlugs: [
          { slug: 'older', at: null },
          { slug: 'oldest', at: null },
        ],
        content: {
          title: 'A <b>post</b> & more 🌊',
          description: 'A short one',
          category: 'Health & Fitness',
          tags: ['Sea', 'Running'],
          cover: 'https://old.example/wp-content/uploads/2020/05/sea.jpg',
          coverAlt: 'The sea',
          metaTitle: null,
          markdown: 'Text',
        },
      },
    ]);
    expect(site.posts[0]?.comments).toEqual([]);
    expect(site.skipped).toEqual([]);
  });

  it('contains posts with an unknown status as drafts', () => {
    const site = read(item('Text', '').replace('>publish<', '>constructor<'));
    expect(site.posts).toMatchObject([{ status: 'draft', publishedAt: null }]);
  });

  it.each([
    ['open', false],
    ['closed', true],
  ])('contains posts whose comments are %s', (status, commentsClosed) => {
    const site = read(item('Text', `<wp:comment_status>${status}</wp:comment_status>`));
    expect(site.posts).toMatchObject([{ commentsClosed }]);
  });

  it.each([
    ['paragraphs of the old editor', 'One\nline\n\nTwo', 'One\\\nline\n\nTwo'],
    [
      'blocks',
      '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->\n\n<!-- wp:list --><ul><li>a</li></ul><!-- /wp:list -->',
      'One\n\n- a',
    ],
    [
      'a caption',
      '[caption id="x" width="9"]<img src="/wp-content/uploads/a.jpg" alt="A" /> At noon[/caption]',
      '![A](/wp-content/uploads/a.jpg "At noon")',
    ],
    [
      'a gallery',
      '[gallery ids="9,9"]',
      '![The sea](https://old.example/wp-content/uploads/2020/05/sea.jpg) ![The sea](https://old.example/wp-content/uploads/2020/05/sea.jpg)',
    ],
    [
      'a gallery with some pictures',
      "[gallery ids='9, 8']",
      '![The sea](https://old.example/wp-content/uploads/2020/05/sea.jpg)',
    ],
    [
      'a caption as an attribute',
      '[caption width="9" caption="At <noon>"]<a href="https://x.example/"> <img src="/a.jpg" alt="A"> </a>[/caption]',
      '[![A](/a.jpg "At <noon>")](https://x.example/)',
    ],
    ['an embed', '[embed width="9"]https://x.example/v[/embed]', '<https://x.example/v>'],
    ['a video', '[youtube]https://x.example/v?a=1[/youtube]', '<https://x.example/v?a=1>'],
    ['a player', '[audio mp3="https://x.example/a.mp3"][/audio]', '<https://x.example/a.mp3>'],
    ['a player without an address', '[video]', '\\[video]'],
    ['source code', '[sourcecode language="c++"]int a;[/sourcecode]', '```c++\nint a;\n```'],
    ['code in an invalid language', '[code lang="a b"]x[/code]', '```\nx\n```'],
    ['an unknown gallery', '[gallery ids="77"]', '\\[gallery ids="77"]'],
    [
      'an embedded page',
      '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://x.example/v\n</div></figure>',
      '<https://x.example/v>',
    ],
    ['an address alone', 'Look:\n\nhttps://x.example/v', 'Look:\n\n<https://x.example/v>'],
    ['code', '[code lang="php"]\nif ($a < 1) {}[/code]', '```php\nif ($a < 1) {}\n```'],
    [
      'a link to a post beside it',
      '<a href="http://www.old.example/2020/05/a-post/#x">here</a>',
      '[here](/blog/a-post#x)',
    ],
    ['scripts', '<script>alert(1)</script>Hi <a href="javascript:alert(1)">b</a>', 'Hi b'],
  ])('converts %s to Markdown', (_what, html, markdown) => {
    expect(textOf(html)).toBe(markdown);
  });

  it('skips pages and deleted posts, and imports password-protected posts as drafts', () => {
    const page = item('x').replace('<wp:post_type>post', '<wp:post_type>page');
    const binned = item('x').replace('<wp:status>publish', '<wp:status>trash');
    const locked = item('x', '<wp:post_password>secret</wp:post_password>');
    const site = read(page + binned + locked);
    expect(site.skipped.map(({ reason }) => reason)).toEqual([
      'This is a page, not a post.',
      'This post was in the trash or never saved.',
    ]);
    expect(site.posts.map(({ status }) => status)).toEqual(['draft']);
  });

  it.each([
    ['entities of its own', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss>&b;</rss>', /document type/],
    ['entities from elsewhere', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><rss/>', /document type/],
    ['an undeclared entity', wxr('<item>&xxe;</item>'), /damaged near line/],
    ['an end too early', wxr('').slice(0, 200), /damaged near line/],
    ['endless depth', '<a>'.repeat(5000), /too deeply/],
    ['another feed', '<rss><channel><item/></channel></rss>', /isn’t a WordPress export/],
  ])('rejects %s', (_what, xml, says) => {
    expect(() => parseWordpressExport(xml)).toThrow(AppError);
    expect(() => parseWordpressExport(xml)).toThrow(says);
  });
});
