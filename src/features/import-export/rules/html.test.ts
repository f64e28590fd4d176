import fc from 'fast-check';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { htmlToMarkdown } from './html.ts';

describe('HTML that Markdown writes differently', () => {
  it.each([
    ['<b><p>One</p><h2>Two</h2></b>', '**One**\n\n## **Two**'],
    ['<i>One<p>Two</p><h2>Three</h2><p>Four</p>', '*One*\n\n*Two*\n\n## *Three*\n\n*Four*'],
    ['<p><i>One</p><p>Two</p><ul><li>a</li></ul>', '*One*\n\n*Two*\n\n- *a*'],
    ['<a href="https://x.example"><h2>T</h2><p>x</p></a>', '## [T](https://x.example)\n\n[x](https://x.example)'],
    ['<span><div>A</div><div>B</div></span>', 'A\n\nB'],
    ['<b><pre><code>x\ny</code></pre>z</b>', '```\nx\ny\n```\n\n**z**'],
    ['<p>1<b>2<i>3</b>4</i>5</p>', '1**2*3****4*5'],
    ['<b><b><b><p>One</p></b></b></b>', '**One**'],
    ['One<article>Two</article>Three', 'One\n\nTwo\n\nThree'],
    ['One<details>Two</details>Three', 'One\n\nTwo\n\nThree'],
    ['One<details></details>Two<aside><span> </span></aside>Three<dl></dl>Four', 'One\n\nTwo\n\nThree\n\nFour'],
    ['<pre>a<table><tr><td>b</td></tr></table></pre>', '```\na\nb\n```'],
    // As "- - -", the empty items would be a thematic break.
    ['<ul><li><ul><li><ul><li></li></ul></li><li>One</li></ul></li></ul>', '- - One'],
  ])('keeps each block: %s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
  });

  it.each([
    ['<code>a<br>b</code>', '`a`<br>`b`'],
    ['<pre><code>a\n  b\n</code></pre>', '`a`<br>`b`'],
    ['<pre>a\nb</pre>', 'a<br>b'],
    ['<code><b>a<br>b</b>c</code> d', '`a`<br>`bc` d'],
    ['<p>one</p><code></code>', 'one'],
  ])('keeps the lines of code in a table cell: %s', (html, markdown) => {
    expect(htmlToMarkdown(`<table><tr><th>h</th></tr><tr><td>${html}</td></tr></table>`)).toContain(`| ${markdown} |`);
  });

  it.each([
    ['style', '<style>x</style>'],
    ['svg', '<svg><text>x</text></svg>'],
    ['math', '<math><mi>x</mi></math>'],
    ['template', '<template>x</template>'],
    ['object', '<object>x</object>'],
    ['select', '<select><option>x</option></select>'],
  ])('drops the content of %s', (_tag, html) => {
    expect(htmlToMarkdown(`<p>A${html}B</p>`)).toBe('AB');
  });

  it('drops line breaks at the ends of a paragraph', () => {
    expect(htmlToMarkdown('<p><br>A<br>B<br></p><p><br></p>C')).toBe('A\\\nB\n\nC');
  });

  it('separates the text of table cells', () => {
    const table = '<table><tr><th>a</th></tr><tr><td><p>A</p><ul><li>x</li><li>y</li></ul></td></tr></table>';
    expect(htmlToMarkdown(table)).toContain('| A<br>x<br>y |');
  });

  it('keeps the text of HTML that is nested too deeply, with a note', () => {
    const notes: string[] = [];
    const html = `${'<blockquote>'.repeat(20_000)}<script>if (a < b) x()</script>deep\n&amp; <b>words</b>`;
    expect(htmlToMarkdown(html, { notes })).toBe('deep &\n\nwords');
    expect(notes).toHaveLength(1);
  });
});

describe('elements without Markdown syntax', () => {
  it.each([
    ['H<sub>2</sub>O and x<sup>2</sup>'],
    ['<mark>Marked <strong>bold</strong></mark> <u>under</u>'],
    ['<kbd>Ctrl</kbd>+<kbd>C_*</kbd>'],
  ])('are kept in the import and on the page: %s', async html => {
    const { html: page } = await renderMarkdown(htmlToMarkdown(`<p>${html}</p>`));
    expect(page).toBe(`<p>${html}</p>`);
  });
});

/** Returns the visible words. */
const wordsIn = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/[^a-z0-9]+/i)
    .filter(Boolean);

/** Writes HTML as browsers understand it: with each end tag where the element ends. */
const asParsed = (html: string) =>
  unified().use(rehypeParse, { fragment: true }).use(rehypeStringify).processSync(html).toString();

describe('visible words of HTML', () => {
  let count = 0;
  const word = fc.constant(null).map(() => `w${count++}`);
  const inline = fc.constantFrom(
    'b',
    'i',
    'em',
    'strong',
    'a',
    'span',
    'mark',
    'sub',
    'sup',
    'u',
    'kbd',
    'code',
    'del',
    'small',
    'abbr',
    'q',
    'cite',
    'font',
  );
  const blocks =
    'p div blockquote h2 section pre details figure aside center article address header main nav fieldset figcaption'.split(
      ' ',
    );
  const blockTag = String.raw`</?(?:${blocks.join('|')}|ul|table|dl)>`;
  const spaceAtBlock = new RegExp(String.raw`\s+(?=${blockTag})|(?<=${blockTag})\s+`, 'g');
  const { tree } = fc.letrec<{ tree: string }>(tie => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      fc.tuple(word, word).map(words => words.join(' ')),
      fc.tuple(inline, fc.array(tie('tree'), { maxLength: 3 }), fc.boolean()).map(([tag, inner, closed]) => {
        const start = tag === 'a' ? '<a href="https://x.example/">' : `<${tag}>`;
        return `${start}${inner.join(' ')}${closed ? `</${tag}>` : ''}`;
      }),
      fc
        .tuple(fc.constantFrom(...blocks), fc.array(tie('tree'), { maxLength: 3 }))
        .map(([tag, inner]) => `<${tag}>${inner.join('\n\n')}</${tag}>`),
      fc
        .array(tie('tree'), { minLength: 1, maxLength: 3 })
        .map(items => `<ul>${items.map(one => `<li>${one}</li>`).join('')}</ul>`),
      fc
        .array(tie('tree'), { minLength: 1, maxLength: 3 })
        .map(cells => `<table><tr>${cells.map(one => `<td>${one}</td>`).join('')}</tr></table>`),
      fc.tuple(word, tie('tree')).map(([term, text]) => `<dl><dt>${term}</dt><dd>${text}</dd></dl>`),
    ),
  }));

  it('are the same in the same order after the import', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.boolean(), async (parts, isTight) => {
        const html = isTight ? parts.join('\n\n').replaceAll(spaceAtBlock, '') : parts.join('\n\n');
        const { html: page } = await renderMarkdown(htmlToMarkdown(html));
        const shown = page.replaceAll(/<figcaption>.*?<\/figcaption>/g, ' ');
        expect(wordsIn(shown)).toEqual(wordsIn(asParsed(html)));
      }),
      { numRuns: 300 },
    );
  });
});
