import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html.ts';
import { withParagraphs } from './wordpress-paragraphs.ts';

const textOf = (html: string) => htmlToMarkdown(withParagraphs(html));

describe('classic WordPress post', () => {
  it.each([
    ['paragraphs and breaks', 'One\nline\n\nTwo', 'One\\\nline\n\nTwo'],
    ['Windows line ends', 'One\r\nline\r\n\r\nTwo', 'One\\\nline\n\nTwo'],
    ['a paragraph tag among bare lines', '<p>One</p>\nTwo\n\nThree', 'One\n\nTwo\n\nThree'],
    ['a heading without empty lines', 'One\n<h2>Head</h2>\nTwo\n\nThree', 'One\n\n## Head\n\nTwo\n\nThree'],
    ['a list', 'One\n\nTwo\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nThree', 'One\n\nTwo\n\n- a\n- b\n\nThree'],
    ['a quote of two paragraphs', '<blockquote>One\n\nTwo</blockquote>\nThree', '> One\n>\n> Two\n\nThree'],
    ['a div', '<div class="x">One\n\nTwo</div>\n\nThree\nfour', 'One\n\nTwo\n\nThree\\\nfour'],
    ['an empty line inside a paragraph tag', '<p>One\n\nTwo</p>', 'One\n\nTwo'],
    ['code', '<pre>a\n\n  b</pre>\nOne\n\nTwo', '```\na\n\n  b\n```\n\nOne\n\nTwo'],
    ['inline tags around empty lines', '<em>One\n\nTwo</em>', '*One*\n\n*Two*'],
    ['a break of its own before a line end', 'One<br />\nTwo', 'One\\\nTwo'],
    [
      'a table',
      'One\n<table>\n<tr>\n<th>a</th>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</table>\nTwo',
      'One\n\n| a |\n| - |\n| b |\n\nTwo',
    ],
    ['a picture in a line of its own', 'One\n\n<img src="/a.png" alt="A" />\n\nTwo', 'One\n\n![A](/a.png)\n\nTwo'],
    ['a line end inside a tag', 'A <a\nhref="https://x.example/a>b">b</a>', 'A [b](https://x.example/a>b)'],
    ['a sign that begins no tag', 'a < b\n\nc > d', 'a < b\n\nc > d'],
    ['an unknown shortcode', '[contact-form-7 id="1"]\n\nOne\nTwo', '\\[contact-form-7 id="1"]\n\nOne\\\nTwo'],
    ['the mark for more', 'One\n\n<!--more-->\n\nTwo', 'One\n\nTwo'],
    ['a tag that never ends', 'One\n\nTwo <a href="', 'One\n\nTwo'],
    ['a heading with an empty line', '<H2>One\n\nTwo</H2>Three', '## One Two\n\nThree'],
    [
      'quotation marks in tags',
      '<b title="1 > 0">One</b> it\'s "two"\n\n<i title=\'>\'>x</i>',
      '**One** it\'s "two"\n\n*x*',
    ],
    ['a rule in a list', '<ul>\n<li>One<hr>Two</li>\n<li>Three</li>\n</ul>', '- One\n\n  ---\n  Two\n- Three'],
    ['a horizontal rule', 'One\n<hr />\nTwo\n\nThree', 'One\n\n---\n\nTwo\n\nThree'],
  ])('keeps %s', (_what, html, markdown) => {
    expect(textOf(html)).toBe(markdown);
  });

  it('is unchanged if it consists of blocks', () => {
    const blocks = '<!-- wp:paragraph -->\n<p>One\n\nTwo</p>\n<!-- /wp:paragraph -->\n\nThree';
    expect(withParagraphs(blocks)).toBe(blocks);
  });

  it('keeps each paragraph of text regardless of tags in between', () => {
    const between = fc.constantFrom(
      '\n\n',
      '\n<h2>w</h2>\n',
      '\n\n<ul>\n<li>w</li>\n</ul>\n',
      '<hr />',
      '\n<div>w\n\nw</div>\n',
    );
    fc.assert(
      fc.property(fc.array(between, { minLength: 1, maxLength: 6 }), parts => {
        const html = parts.map((part, place) => `word${place} more\nline${part}`).join('');
        const markdown = textOf(html).split('\n\n');
        for (const place of parts.keys()) expect(markdown).toContain(`word${place} more\\\nline`);
      }),
    );
  });

  it('is parsed in linear time', () => {
    for (const part of ['<a "', '<', '<!--', '<p>\n\n', '</div>', '\n\n']) {
      expect(typeof withParagraphs(part.repeat(50_000))).toBe('string');
    }
  });
});
