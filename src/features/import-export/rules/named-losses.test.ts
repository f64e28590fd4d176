import { describe, expect, it } from 'vitest';
import { parseGhostExport } from './ghost.ts';
import { decodeEntities } from './html.ts';
import { parseWordpressExport } from './wordpress.ts';

const wxr = (channel: string) =>
  parseWordpressExport(`<rss><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada &amp; Co]]></wp:author_display_name></wp:author>
    <wp:author><wp:author_login>grace</wp:author_login><wp:author_display_name>Grace</wp:author_display_name></wp:author>${channel}</channel></rss>`);
const item = (fields: string, type = 'post', content = 'Text') =>
  `<item><title><![CDATA[Q &amp; A]]></title><guid>https://old.example/?p=1</guid><dc:creator>ada</dc:creator>
  <content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>1</wp:post_id><wp:status>publish</wp:status>
  <wp:post_date_gmt>2020-05-06 07:08:09</wp:post_date_gmt><wp:post_type>${type}</wp:post_type>${fields}</item>`;

describe('character references', () => {
  it.each([
    ['Food &amp; Drink', 'Food & Drink'],
    ['&amp;amp; &lt;b&gt; &eacute; &#8217;', '&amp; <b> é ’'],
    ['<b>bold</b> &amp; a < b', '<b>bold</b> & a < b'],
    ['AT&T &unknown; &', 'AT&T &unknown; &'],
  ])('%s are decoded once', (written, words) => {
    expect(decodeEntities(written)).toBe(words);
  });

  it('are decoded once in titles, tags and names of WordPress and Ghost', () => {
    const post = wxr(
      item('<category domain="post_tag"><![CDATA[R&amp;amp;D &amp; more]]></category>'),
    ).posts[0]?.read();
    expect(post).toMatchObject({ author: { name: 'Ada & Co' }, content: { title: 'Q & A', tags: ['R&amp;D & more'] } });
    const ghost = parseGhostExport({
      data: {
        posts: [{ id: '1', title: 'A' }],
        tags: [{ id: 't', name: 'Food &amp; Drink' }],
        posts_tags: [{ post_id: '1', tag_id: 't' }],
        users: [{ id: 'a', name: 'Ada &amp; Co' }],
        posts_authors: [{ post_id: '1', author_id: 'a' }],
      },
    });
    expect(ghost.posts[0]?.read()).toMatchObject({ author: { name: 'Ada & Co' }, content: { tags: ['Food & Drink'] } });
  });
});

describe('Ghost cards', () => {
  it('without an equivalent are noted', () => {
    const noteOf = (fields: object) =>
      parseGhostExport({ data: { posts: [{ id: '1', title: 'A', ...fields }] } })
        .posts[0]?.read()
        .notes.join(' ') ?? '';
    const html =
      '<div class="kg-card kg-audio-card"><audio src="/a.mp3"></audio></div><div class="kg-card kg-header-card"><h2>Hi</h2></div><div class="kg-card kg-signup-card">Join</div>';
    expect(noteOf({ html })).toContain('audio, header, and sign-up');
    expect(noteOf({ lexical: '{"root":{"children":[{"type":"signup"}]}}' })).toContain('sign-up');
    expect(noteOf({ html: '<p>audio header</p>' })).toBe('');
  });
});

describe('WordPress export', () => {
  it('notes custom fields, except those of plugins', () => {
    const meta = (key: string) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>x</wp:meta_value></wp:postmeta>`;
    const post = wxr(item(['subtitle', '_edit_last', 'rating'].map(meta).join(''))).posts[0]?.read();
    expect(post?.notes).toContain('Custom fields aren’t imported: “subtitle” and “rating”.');
    expect(post?.notes.join(' ')).not.toContain('_edit_last');
  });

  it('notes shortcodes that stay as text', () => {
    const post = wxr(item('', 'post', '[gallery ids="5"] [contact-form-7 id="1"] [sic] a[0]')).posts[0]?.read();
    expect(post?.notes).toEqual(['Shortcodes stay as text: [gallery] and [contact-form-7].']);
  });

  it("notes a second author, a sticky post and the cover's caption", () => {
    const site = wxr(
      item(`<category domain="author" nicename="cap-ada">ada</category><category domain="author">grace</category>
        <wp:is_sticky>1</wp:is_sticky><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>`) +
        `<item><title>sea</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/a.jpg</wp:attachment_url><excerpt:encoded>At noon</excerpt:encoded></item>`,
    );
    const post = site.posts[0]?.read();
    const notes = post?.notes.join('\n') ?? '';
    for (const words of ['Grace', 'featured', 'At noon']) expect(notes).toContain(words);
    expect(post?.author?.name).toBe('Ada & Co');
  });

  it('inserts reusable blocks and notes missing ones', () => {
    const reusable = item('', 'wp_block', '<!-- wp:paragraph --><p>Shared words</p><!-- /wp:paragraph -->').replace(
      '<wp:post_id>1<',
      '<wp:post_id>7<',
    );
    const text =
      '<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:block {"ref":7} /--><!-- wp:block {"ref":8} /--><!-- wp:latest-posts {"a":1} /-->';
    const site = wxr(item('', 'post', text) + reusable);
    const post = site.posts[0]?.read();
    expect(post?.content.markdown).toBe('One\n\nShared words');
    expect(post?.notes.join('\n')).toContain('reusable block 8');
    expect(post?.notes.join('\n')).toContain('latest-posts');
    expect(site.skipped).toEqual([]);
  });

  it('stops at a reusable block that contains itself', () => {
    const own = item('', 'wp_block', 'Words <!-- wp:block {"ref":7} /-->').replace('<wp:post_id>1<', '<wp:post_id>7<');
    const post = wxr(item('', 'post', '<!-- wp:block {"ref":7} /-->') + own).posts[0]?.read();
    expect(post?.content.markdown).toContain('Words');
    expect(post?.notes).toHaveLength(1);
  });

  it('notes custom types, built-in items and category hierarchies', () => {
    const site = wxr(
      `<wp:category><wp:category_nicename>tech</wp:category_nicename><wp:cat_name><![CDATA[Tech &amp; Web]]></wp:cat_name></wp:category>
       <wp:category><wp:category_nicename>css</wp:category_nicename><wp:category_parent>tech</wp:category_parent><wp:cat_name>CSS</wp:cat_name></wp:category>` +
        item('', 'recipe') +
        item('', 'nav_menu_item') +
        item(''),
    );
    expect(site.skipped).toEqual([{ name: 'Q & A', reason: 'This is of type “recipe”. Only posts are imported.' }]);
    const notes = site.notes.join('\n');
    expect(notes).toContain('“CSS” (in “Tech & Web”)');
    expect(notes).toContain('nav_menu_item');
    expect(site.posts).toHaveLength(1);
  });
});

describe('Ghost export', () => {
  it("notes a second author, a featured post, internal tags, code and the cover's caption", () => {
    const site = parseGhostExport({
      data: {
        posts: [{ id: '1', title: 'A', html: '<p>Text</p>', featured: 1, codeinjection_foot: '<script></script>' }],
        posts_meta: [{ post_id: '1', feature_image_caption: 'At <b>noon</b> &amp; night' }],
        users: [
          { id: 'a', name: 'Ada' },
          { id: 'b', name: 'Grace' },
        ],
        posts_authors: [
          { post_id: '1', author_id: 'b', sort_order: 1 },
          { post_id: '1', author_id: 'a', sort_order: 0 },
        ],
        tags: [{ id: 't', name: '#internal' }],
        posts_tags: [{ post_id: '1', tag_id: 't' }],
      },
    });
    const post = site.posts[0]?.read();
    const notes = post?.notes.join('\n') ?? '';
    expect(post?.author?.name).toBe('Ada');
    for (const words of ['Grace', 'featured', 'At noon & night', '#internal', 'Injected code'])
      expect(notes).toContain(words);
    expect(notes).not.toContain('Ada');
  });
});
