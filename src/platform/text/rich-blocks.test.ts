import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const ID = '0123456789abcdef';
const OTHER = 'fedcba9876543210';
const file = (id: string) => `/media/pictures/${id}-1600.webp`;
const shape = { width: 900, height: 600 };

async function htmlOf(markdown: string): Promise<string> {
  const pictures = async (ids: string[]) => new Map(ids.filter(id => id === ID).map(id => [id, shape] as const));
  return (await renderMarkdown(markdown, { pictures })).html;
}

describe('own images', () => {
  it('have their sizes, formats and dimensions, so nothing moves when they load', async () => {
    const html = await htmlOf(`Text ![Alt](${file(ID)})`);
    expect(html).toContain('width="900" height="600" loading="lazy"');
    expect(html).toContain(
      `<source type="image/avif" srcset="/media/pictures/${ID}-480.avif 480w, /media/pictures/${ID}-640.avif 640w, /media/pictures/${ID}-800.avif 800w"`,
    );
    expect(html).toContain('<source type="image/webp"');
    expect(html).toContain(`<img src="/media/pictures/${ID}-800.webp" alt="Alt"`);
  });

  it('are looked up once each, and only if there are any', async () => {
    const lookups: string[][] = [];
    const pictures = async (ids: string[]) => {
      lookups.push(ids);
      return new Map<string, typeof shape>();
    };
    await renderMarkdown('No picture, only ![a](/media/else.webp)', { pictures });
    await renderMarkdown(`![a](${file(ID)}) ![b](${file(OTHER)}) ![a](${file(ID)})`, { pictures });
    expect(lookups).toEqual([[ID, OTHER]]);
  });

  it.each([
    ['', `![Alt](${file(OTHER)})`],
    ['', `![Alt](${file(OTHER)} "Caption")`],
    ['', `[![Alt](${file(OTHER)})](/blogs)`],
    ['<p>Before  after</p>', `Before ![Alt](${file(OTHER)}) after`],
    ['<p> <img src="/media/else.webp" alt="a"></p>', `![Alt](${file(OTHER)}) ![a](/media/else.webp)`],
  ])('that were deleted are left out: %j', async (html, markdown) => {
    expect(await htmlOf(markdown)).toBe(html);
  });

  it.each(['https://ada.example', 'http://former.example:8080'])(
    'are shown if they were pasted with %s',
    async origin => {
      const html = await htmlOf(`![Alt](${origin}${file(ID)}) ![B](${file(ID)})\n\n![C](${origin}${file(OTHER)})`);
      expect(html).toContain(`<img src="/media/pictures/${ID}-800.webp" alt="Alt" width="900"`);
      expect(html).toContain('<figure class="gallery">');
      // The library has no image with this ID, so it is another site's.
      expect(html).toContain(`<p><a href="${origin}${file(OTHER)}">C</a></p>`);
      expect(html.match(new RegExp(origin, 'g'))).toHaveLength(1);
    },
  );

  it('have their title as a caption if they are alone in a paragraph', async () => {
    expect(await htmlOf('![Alt](/media/x.webp "A *caption*")')).toBe(
      '<figure><img src="/media/x.webp" alt="Alt"><figcaption>A *caption*</figcaption></figure>',
    );
    expect(await htmlOf('With words ![Alt](/media/x.webp "Title")')).toContain('title="Title"');
  });

  it('form a gallery if several are in one paragraph', async () => {
    expect(await htmlOf('![a](/media/x.webp)\n![b](/media/y.webp "B")')).toBe(
      '<figure class="gallery"><img src="/media/x.webp" alt="a"><figure><img src="/media/y.webp" alt="b"><figcaption>B</figcaption></figure></figure>',
    );
  });
});

describe('images from other sites', () => {
  it.each([
    ['![Alt](https://else.example/x.png)', '<p><a href="https://else.example/x.png">Alt</a></p>'],
    ['![](//else.example/x.png)', '<p><a href="//else.example/x.png">//else.example/x.png</a></p>'],
    ['<img src="/\\else.example/x.png" alt="Alt">', '<a href="/\\else.example/x.png">Alt</a>'],
    ['[![Alt](https://else.example/x.png)](/a)', '<p><a href="/a">Alt</a></p>'],
    ['<img src="https://else.example/x.png" alt="Alt">', '<a href="https://else.example/x.png">Alt</a>'],
    ['![Alt](data:image/png;base64,AAAA)', '<p>Alt</p>'],
    ['<img srcset="https://else.example/x.png 1x" alt="Alt">', 'Alt'],
    [
      '<picture><source srcset="//else.example/x"><img src="/media/x.webp" alt="a"></picture>',
      '<p><img src="/media/x.webp" alt="a"></p>',
    ],
  ])('%s becomes a link, since pages load none', async (markdown, html) => {
    expect(await htmlOf(markdown)).toBe(html);
  });
});

describe('task lists', () => {
  it('label their checkboxes for screen readers', async () => {
    expect(await htmlOf('- [x] Read\n- [ ] Write')).toBe(
      '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" checked disabled aria-label="Done"> Read</li>\n<li class="task-list-item"><input type="checkbox" disabled aria-label="Done"> Write</li>\n</ul>',
    );
  });
});

describe('callouts', () => {
  it.each(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION', 'note'])('%s has its name as a label', async marker => {
    const name = marker.toLowerCase();
    const label = name[0]?.toUpperCase() + name.slice(1);
    expect(await htmlOf(`> [!${marker}]\n> One *two*.\n>\n> Three.`)).toBe(
      `<aside class="callout callout-${name}"><p class="callout-label">${label}</p>\n<p>One <em>two</em>.</p>\n<p>Three.</p>\n</aside>`,
    );
  });

  it.each(['> \\[!NOTE]\n> a', '> [!OTHER]\n> a', '> [!NOTE] a', '> a\n> [!NOTE]', '[!NOTE]\na', '> **[!NOTE]**\n> a'])(
    '%j is not a callout',
    async markdown => {
      expect(await htmlOf(markdown)).not.toContain('callout');
    },
  );

  it('can contain lists, code and each other', async () => {
    const html = await htmlOf('> [!TIP]\n>\n> - a\n>\n> ```js\n> b\n> ```\n>\n> > [!CAUTION]\n> > c');
    expect(html.match(/<aside/g)).toHaveLength(2);
    expect(html).toContain('<li>a</li>');
    expect(html).toContain('code-frame');
  });
});

describe('cards', () => {
  const card = (kind: string, href: string, title: string, host: string) =>
    `<p class="embed embed-${kind}"><a href="${href}" rel="noopener"><span class="embed-title">${title}</span> <span class="embed-host">${host}</span></a></p>`;

  it.each([
    ['https://www.youtube.com/watch?v=abc', 'video', 'Video on YouTube', 'youtube.com'],
    ['https://youtu.be/abc', 'video', 'Video on YouTube', 'youtu.be'],
    ['https://vimeo.com/12345', 'video', 'Video on Vimeo', 'vimeo.com'],
    ['https://github.com/owner/name', 'code', 'owner/name', 'github.com'],
    ['https://github.com/owner/name/issues/7', 'code', 'owner/name #7', 'github.com'],
    ['https://codepen.io/ada/pen/abc', 'code', 'Pen by ada', 'codepen.io'],
    ['https://open.spotify.com/track/abc', 'sound', 'Track on Spotify', 'open.spotify.com'],
    ['https://bsky.app/profile/ada.example/post/3k', 'post', 'Post by ada.example on Bluesky', 'bsky.app'],
    ['https://social.example/@ada/1234', 'post', 'Post by @ada@social.example', 'social.example'],
    ['https://some.example/a-page/', 'page', 'a-page', 'some.example'],
  ])('%s alone in a paragraph', async (address, kind, title, host) => {
    expect(await htmlOf(address)).toBe(card(kind, address, title, host));
    expect(await htmlOf(`<${address}>`)).toBe(card(kind, address, title, host));
  });

  it('use the text of a link to a known site', async () => {
    const address = 'https://vimeo.com/1';
    expect(await htmlOf(`[A *film*](${address})`)).toContain('<p><a href');
    expect(await htmlOf(`[A film](${address})`)).toBe(card('video', address, 'A film', 'vimeo.com'));
  });

  it.each([
    '[Somebody’s page](https://some.example/)',
    'See https://vimeo.com/1',
    '[Here](/about)',
    '- https://vimeo.com/1',
    '<someone@example.org>',
    'https://user:secret@vimeo.com/1',
    '<ftp://vimeo.com/1>',
    '## https://vimeo.com/1',
  ])('%s is not a card', async markdown => {
    expect(await htmlOf(markdown)).not.toContain('embed');
  });

  it.each([
    'https://vimeo.com/1?"onmouseover="alert(1)',
    '<https://vimeo.com/<script>alert(1)</script>>',
    "https://some.example/'><img/src=x/onerror=alert(1)>",
    '[<script>alert(1)</script>](https://vimeo.com/1)',
    'https://constructor/a',
    'https://__proto__/a',
  ])('%s runs no scripts', async markdown => {
    const html = await htmlOf(markdown);
    expect(html).not.toMatch(/<script|<img[^>]*onerror|<[^>]*\son\w+=/i);
  });
});
