import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';
import type { ImportedPost } from './imported-content.ts';
import { isMarkdownFileName, readMarkdownFile } from './markdown-folder.ts';
import { postTiming } from './outlines.ts';
import { toPostStatusFields } from './import-status.ts';

const NOW = '2026-11-20T12:00:00.000Z';

function read(text: string, name = 'content/posts/a.md'): ImportedPost {
  expect(isMarkdownFileName(name)).toBe(true);
  const file = readMarkdownFile({ name, text }, { permalinks: {} });
  if ('reason' in file) throw new Error(file.reason);
  return file.post;
}
const readStatus = (text: string, name?: string) => {
  const { status, publishedAt, scheduledFor } = toPostStatusFields(
    postTiming(read(text, name)),
    { status: 'keep' },
    NOW,
  );
  return [status, publishedAt ?? scheduledFor];
};
const yaml = (front: string) => `---\ntitle: A\n${front}\n---\nText\n`;

describe('date of a Hugo post', () => {
  it.each([
    ['no date', '', ['draft', null]],
    ['a past date', 'date: 2020-01-02', ['published', '2020-01-02T12:00:00.000Z']],
    ['a future date', 'date: 2030-01-02', ['scheduled', '2030-01-02T12:00:00.000Z']],
    ['a past date to publish', 'date: 2020-01-02\npublishDate: 2020-02-03', ['published', '2020-01-02T12:00:00.000Z']],
    [
      'a future date to publish',
      'date: 2020-01-02\npublishDate: 2030-02-03',
      ['scheduled', '2030-02-03T12:00:00.000Z'],
    ],
    ['only a future date to publish', 'publishDate: 2030-02-03', ['scheduled', '2030-02-03T12:00:00.000Z']],
    ['a past date of expiry', 'date: 2020-01-02\nexpiryDate: 2021-01-02', ['draft', '2020-01-02T12:00:00.000Z']],
    ['a future date of expiry', 'date: 2020-01-02\nexpiryDate: 2031-01-02', ['published', '2020-01-02T12:00:00.000Z']],
    ['a draft in words', 'date: 2020-01-02\ndraft: yes', ['draft', '2020-01-02T12:00:00.000Z']],
    ['not published, in words', 'date: 2020-01-02\npublished: "false"', ['draft', '2020-01-02T12:00:00.000Z']],
  ])('with %s', (_what, front, expected) => {
    expect(readStatus(yaml(front))).toEqual(expected);
  });

  it("notes an expiry date, since posts don't expire here", () => {
    expect(read(yaml('date: 2020-01-02\nexpiryDate: 2031-01-02')).notes.join()).toContain('2031-01-02');
  });

  it.each([
    ['date = 2024-05-06', '2024-05-06T12:00:00.000Z'],
    ['date = 2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
    ['date = 2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['date = 2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['date = 2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09.000Z'],
    ['date = 2024-05-06T07:08:09.5-03:30', '2024-05-06T10:38:09.500Z'],
    ['date = "2024-05-06T07:08+02:00"', '2024-05-06T05:08:00.000Z'],
  ])('is read from TOML: %s', (line, instant) => {
    expect(read(`+++\ntitle = "A"\n${line}\n+++\nText`).publishedAt).toBe(instant);
  });

  it.each([
    ['TOML', '+++\ntitle = "A"\ndate = 2024-02-30\n+++\nText', '2024-02-30'],
    ['TOML with a time', '+++\ntitle = "A"\ndate = 2024-04-31T10:00:00Z\n+++\nText', '2024-04-31T10:00:00Z'],
    ['YAML', yaml('date: 2024-02-30'), '2024-02-30'],
    ['YAML with a time', yaml('date: 2023-02-29 10:00:00 +0100'), '2023-02-29 10:00:00 +0100'],
    ['YAML with a month that doesn’t exist', yaml('date: 2024-13-01'), '2024-13-01'],
  ])('is reported if it doesn’t exist: %s', (_format, text, date) => {
    const post = read(text);
    expect([post.status, post.publishedAt]).toEqual(['draft', null]);
    expect(post.notes).toEqual([`The date “${date}” isn’t valid, so this post is imported as a draft.`]);
  });

  it('that doesn’t exist leaves the other fields of TOML as they are', () => {
    const post = read('+++\ntitle = "A"\ndate = 2024-02-30 # leap year\ntags = ["x"]\n+++\nText');
    expect(post.content).toMatchObject({ title: 'A', tags: ['x'] });
  });
});

describe('front matter', () => {
  it('may be JSON', () => {
    const post = read(
      '{\n  "title": "A } \\" brace",\n  "date": "2024-05-06",\n  "tags": ["x"],\n  "more": {"a": "{"}\n}\n\nText {b}\n',
    );
    expect(post).toMatchObject({
      publishedAt: '2024-05-06T12:00:00.000Z',
      content: { title: 'A } " brace', tags: ['x'], markdown: 'Text {b}' },
    });
  });

  it.each<[string, { front: object; body: string } | undefined]>([
    ['\uFEFF---\r\ntitle: A\r\n---\r\nOne\r\nTwo', { front: { title: 'A' }, body: 'One\nTwo' }],
    ['+++ \ntitle = "A"\n+++\nText', { front: { title: 'A' }, body: 'Text' }],
    ['---\n---\nText', { front: {}, body: 'Text' }],
    ['---\n# A comment\n---\nText', { front: {}, body: 'Text' }],
    ['---\ntitle: A\n---', { front: { title: 'A' }, body: '' }],
    ['---\ntitle: A', { front: {}, body: '---\ntitle: A' }],
    ['Text\n---\ntitle: A\n---\n', { front: {}, body: 'Text\n---\ntitle: A\n---\n' }],
    ['{"title": "A"}', { front: { title: 'A' }, body: '' }],
    ['{ } \n\nText', { front: {}, body: '\nText' }],
    ['---\n- a list\n---\nText', undefined],
    ['+++\ntitle = \n+++\nText', undefined],
  ])('is split from the text: %j', (text, parts) => {
    expect(splitFrontMatter(text)).toEqual(parts);
  });

  it.each(['{{< shortcode >}}\n\nText', '{ a text in braces }', '{"broken": \n\nText', '{"a": 1} and words'])(
    'is not text that merely begins like JSON: %s',
    text => {
      expect(read(text).content.markdown).toBe(text);
    },
  );

  it.each([
    ['_posts/2020-01-02-a.md', 'tags: sea moon', ['sea', 'moon']],
    ['_posts/2020-01-02-a.md', 'tags: open sea, moon', ['open sea', 'moon']],
    ['_posts/2020-01-02-a.md', 'tags: [open sea, moon]', ['open sea', 'moon']],
    ['content/a.md', 'tags: open sea', ['open sea']],
    ['blog/_drafts/a.md', 'categories: sea moon', ['sea', 'moon']],
  ])('of %s has in %s', (name, front, tags) => {
    expect(read(yaml(front), name).content.tags).toEqual(tags);
  });

  it("notes a second author, a featured post and the cover's caption", () => {
    const post = read(
      yaml('authors: [Ada, Grace, Jean]\nfeatured: true\ncover: {image: a.png, alt: Sea, caption: At noon}'),
    );
    expect(post.author?.name).toBe('Ada');
    const notes = post.notes.join('\n');
    for (const words of ['Grace and Jean', 'featured', 'At noon']) expect(notes).toContain(words);
  });
});

describe('Jekyll post in HTML', () => {
  it('is converted to Markdown', () => {
    const post = read('---\ntitle: A\n---\n<p>One <b>two</b></p>\n<ul><li>x</li></ul>', '_posts/2020-01-02-a.html');
    expect(post).toMatchObject({ slug: 'a', status: 'published', content: { markdown: 'One **two**\n\n- x' } });
  });

  it('is not imported without front matter or outside the posts folder', () => {
    expect(isMarkdownFileName('index.html')).toBe(false);
    expect(isMarkdownFileName('_layouts/post.html')).toBe(false);
    const file = readMarkdownFile({ name: 'content/raw.html', text: '<p>x</p>' }, { permalinks: {} });
    expect(file).toEqual({ reason: 'This is a page, not a post.' });
  });
});

describe('a file', () => {
  it.each([
    ['a.mdx', 'Text', 'MDX files aren’t supported.'],
    ['docs/Readme.md', 'Text', 'This isn’t a post.'],
    ['content/_index.md', 'Text', 'This isn’t a post.'],
    ['a.md', yaml('type: page'), 'This is a page, not a post.'],
    ['a.md', yaml('layout: page'), 'This is a page, not a post.'],
    ['a.md', ' \n', 'This file is empty.'],
    ['a.md', '---\n- a list\n---\nText', 'The front matter can’t be read.'],
  ])('%s with %j is skipped with the reason “%s”', (name, text, reason) => {
    expect(readMarkdownFile({ name, text }, { permalinks: {} })).toEqual({ reason });
  });

  it.each([
    ['_posts/2020-01-02-sea-salt.md', 'Text', { slug: 'sea-salt', publishedAt: '2020-01-02T12:00:00.000Z' }],
    ['content/posts/sea/index.md', 'Text', { slug: 'sea', folder: 'content/posts/sea' }],
    ['sea/index.de.md', 'Text', { slug: 'sea' }],
    ['content/constructor/sea.md', 'Text', { slug: 'sea', oldPaths: ['/constructor/sea'] }],
    ['a.md', yaml('permalink: /:constructor/:title/'), { oldPaths: [] }],
    ['index-of-terms.md', 'Text', { slug: 'index-of-terms', folder: '' }],
    ['a.md', yaml('slug: /deep/sea/'), { slug: 'sea' }],
    ['a.md', yaml('permalink: /deep/sea.html?x=1'), { slug: 'sea' }],
    ['a.md', yaml('permalink: /:year/:title/'), { slug: 'a' }],
    [
      'a.md',
      yaml('redirect_from: [/blog/once.html, /blog/deep/x, /other]'),
      { formerSlugs: [{ slug: 'once', at: null }] },
    ],
    ['a.md', yaml('author: {name: " Ada "}'), { author: { name: 'Ada' } }],
    ['drafts/a.md', yaml('date: 2020-01-02'), { status: 'draft' }],
    ['a.md', yaml('date: 2020-01-02\nstatus: draft'), { status: 'draft' }],
    ['a.md', yaml('date: 2020-01-02\nlastmod: 2020-02-03'), { updatedAt: '2020-02-03T12:00:00.000Z' }],
  ])('%s with %j has %j', (name, text, post) => {
    expect(read(text, name)).toMatchObject(post);
  });

  it.each([
    ['sea_salt--x.md', 'Text', { title: 'sea salt x', markdown: 'Text' }],
    ['a.md', '\n#  Sea  salt ##\n\nText', { title: 'Sea salt', markdown: 'Text' }],
    ['a.md', '---\ntitle: B\n---\n# A\n\nText', { title: 'B', markdown: '# A\n\nText' }],
    ['a.md', yaml('featured_image: [/a.png, /b.png]\nimage_alt: Sea'), { cover: '/a.png', coverAlt: 'Sea' }],
    ['a.md', yaml('cover: {feature: /a.png, caption: Noon}'), { cover: '/a.png', coverAlt: 'Noon' }],
    ['a.md', yaml('tags: [1, " b ", null, {c: d}]'), { tags: ['1', 'b'] }],
    [
      'a.md',
      '---\ntitle: A\n---\n{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}\n',
      { markdown: '```ruby\nputs 1\n```' },
    ],
  ])('%s with %j contains %j', (name, text, content) => {
    expect(read(text, name).content).toMatchObject(content);
  });
});
