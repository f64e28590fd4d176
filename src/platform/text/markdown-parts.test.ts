import type { Element, Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

/** Returns the elements of HTML, as a browser parses them. */
async function elementsOf(html: string): Promise<Element[]> {
  const tree = await unified()
    .use(rehypeRaw)
    .run({ type: 'root', children: [{ type: 'raw', value: html } as unknown as Element] } satisfies Root);
  const found: Element[] = [];
  const walk = (node: Nodes) => {
    if (node.type === 'element') found.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return found;
}

describe('headings', () => {
  it('have unique ids that no page uses, and levels two and three make the table of contents', async () => {
    const { html, headings } = await renderMarkdown(
      '# One\n\n## Two & *more*\n\n### Three\n\n## Two & more\n\n#### Four',
    );
    expect(headings).toEqual([
      { id: 's-two--more', text: 'Two & more', level: 2 },
      { id: 's-three', text: 'Three', level: 3 },
      { id: 's-two--more-1', text: 'Two & more', level: 2 },
    ]);
    for (const { id } of headings) expect(html.split(`id="${id}"`)).toHaveLength(2);
  });

  it('start over with every text', async () => {
    const first = await renderMarkdown('## Same');
    const second = await renderMarkdown('## Same');
    expect(second).toEqual(first);
  });
});

describe('words', () => {
  it.each([
    ['', 0],
    ['one two three', 3],
    ['one, two: three!', 3],
    ["it's the client’s e-mail", 4],
    ['# Title\n\nText here.', 3],
    ['- one\n- two', 2],
    ['one **two**three', 2],
    ['| a | b |\n|---|---|\n| c | d |', 4],
    ['```js\nconst a = 1;\n```', 0],
    ['call `run()` now', 3],
    ['1,499.50 is 1 number', 4],
    ['ærø æble', 2],
    ['<b>one</b> two', 2],
  ])('%j has %i', async (markdown, words) => {
    expect((await renderMarkdown(markdown)).wordCount).toBe(words);
  });
});

describe('code', () => {
  it('has a header with its language and a copy button, highlighting by classes, and keyboard focus', async () => {
    const { html } = await renderMarkdown('```ts\nconst a = 1 < 2;\n```');
    const elements = await elementsOf(html);
    const names = elements.map(({ tagName }) => tagName);
    expect(names.slice(0, 6)).toEqual(['figure', 'figcaption', 'span', 'button', 'pre', 'code']);
    expect(elements.find(({ tagName }) => tagName === 'pre')?.properties.tabIndex).toBe(0);
    expect(html).toContain('<span>ts</span>');
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toMatch(/1<\/span> &#x3C; /);
    expect(html).not.toContain('style=');
  });

  it.each([
    ['```\nx\n```', 'text'],
    ['    x', 'text'],
    ['```nonsense\nx\n```', 'nonsense'],
    ['```c++\nx\n```', 'c++'],
    ['```c#\nx\n```', 'c#'],
    ['```ts title="a.ts"\nx\n```', 'ts'],
  ])('%j is called %s', async (markdown, language) => {
    expect((await renderMarkdown(markdown)).html).toContain(`<span>${language}</span>`);
  });

  it('has a header also inside lists and quotes', async () => {
    for (const markdown of ['- a\n\n  ```js\n  b\n  ```', '> ```js\n> b\n> ```']) {
      expect((await renderMarkdown(markdown)).html).toContain('<figure class="code-frame">');
    }
  });
});

describe('tables', () => {
  it('are in a named frame that scrolls by keyboard', async () => {
    const { html } = await renderMarkdown('| a | b |\n|:-|-:|\n| 1 | 2 |');
    expect(html).toMatch(/^<div class="table-frame" tabindex="0" role="region" aria-label="Table"><table>/);
    expect(html).toContain('<td align="right">2</td>');
  });
});

describe('footnotes', () => {
  it('link from the text to the note and back', async () => {
    const { html } = await renderMarkdown('One[^a] and two[^b].\n\n[^a]: First.\n[^b]: Second.');
    const elements = await elementsOf(html);
    const ids = elements.map(({ properties }) => properties.id).filter(id => id !== undefined);
    const links = elements.map(({ properties }) => properties.href).filter(href => typeof href === 'string');
    expect(links).toHaveLength(4);
    for (const link of links) expect(ids).toContain(link.slice(1));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { properties } of elements) {
      for (const id of properties.ariaDescribedBy ?? []) expect(ids).toContain(id);
    }
    const names = elements.map(({ properties }) => properties.dataNote).filter(name => name !== undefined);
    expect(names).toEqual(['--note-1', '--note-2', '--note-1', '--note-2']);
  });
});

describe('other Markdown features', () => {
  it.each([
    ['*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>'],
    ['[a](/b "c")', '<p><a href="/b" title="c">a</a></p>'],
    [
      '<mark>a</mark> <abbr title="b">c</abbr> <kbd>d</kbd>',
      '<p><mark>a</mark> <abbr title="b">c</abbr> <kbd>d</kbd></p>',
    ],
    ['[mail](mailto:a@b.example)', '<p><a href="mailto:a@b.example">mail</a></p>'],
    ['5 < 6 & 7', '<p>5 &#x3C; 6 &#x26; 7</p>'],
    ['![alt](/media/x.webp)', '<p><img src="/media/x.webp" alt="alt"></p>'],
  ])('%s', async (markdown, html) => {
    expect((await renderMarkdown(markdown)).html).toBe(html);
  });

  it('task lists cannot be changed by readers', async () => {
    const { html } = await renderMarkdown('- [x] done\n- [ ] open');
    expect(html.match(/<input type="checkbox"( checked)? disabled aria-label="Done">/g)).toHaveLength(2);
  });
});
