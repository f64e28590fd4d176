import fc from 'fast-check';

// Markdown as people and programs write it: every construct in several spellings, nested in each other, with the signs
// that are easily misread.

const words = fc.constantFrom(
  'word',
  'snake_case',
  '2 * 3 * 4',
  'a < b & c',
  'R&amp;D',
  '&copy; 2026',
  'x&nbsp;y',
  '漢字と仮名',
  'مرحبا بالعالم',
  'שלום',
  '👩🏽‍💻 🇩🇰',
  'café ærø',
  '1. not a list',
  '\\*not emphasis\\*',
  '\\# no heading',
  '\\[no link\\]',
  'C:\\\\path',
  'tilde ~ and ~~',
  'a|b',
  '"quotes" and ‘others’',
  'http://bare.example/a_b_c',
  'www.example.org',
  'someone@example.org',
  '$5 + 3 = 8',
  '!',
  'semi; colon:',
  '#hash',
  '5) five',
  '^up^',
  '\\',
  'end.',
);

const inline = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.constantFrom(
    '*emphasis*',
    '_emphasis_',
    '**strong**',
    '__strong__',
    '***both***',
    '**strong with *emphasis* inside**',
    '*emphasis with **strong** inside*',
    '~~struck~~',
    '~one tilde~',
    '`code`',
    '`` co`de ``',
    '`a | b`',
    '**`code in strong`**',
    '[link](https://example.org)',
    '[link](/a "Title")',
    '[link](/a \'Other "title"\')',
    '[link](</a b>)',
    '[**strong** link](/a_(b))',
    '**[link in strong](/a) and more**',
    '[text][one]',
    '[one][]',
    '[one]',
    '[Two Words][two words]',
    '[undefined]',
    '[](/empty)',
    '![Alt text](/media/pictures/0123456789abcdef-1600.webp)',
    '![](/decorative.webp)',
    '![Alt](/a.webp "A caption with *signs*")',
    '![Alt][one]',
    '[![Picture](/p.webp)](/target)',
    '<https://example.org/a?b=c&d=e>',
    '<someone@example.org>',
    '<b>html</b>',
    '<br>',
    '<span class="x">inline</span>',
    '<!-- a remark -->',
    'note[^1]',
    'note[^long-name]',
    'note[^undefined]',
    'in**side**words',
    '**(strong)**next',
    '*a*`b`',
    '**a** **b**',
    '**漢字**と',
  ),
);

const line = fc
  .array(fc.tuple(inline, fc.constantFrom(' ', ' ', ' ', '', ', ')), { minLength: 1, maxLength: 6 })
  .map(parts =>
    parts
      .map(part => part.join(''))
      .join('')
      .trimEnd(),
  );

const paragraph = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '  \n', '\\\n', '   \n')), { minLength: 1, maxLength: 3 })
  .map(lines => lines.map(([text, end], place) => (place < lines.length - 1 ? text + end : text)).join(''));

const code = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~', '~~~~'),
    fc.constantFrom('', 'ts', 'js title="a b.js" {1,3}', 'c++', ' python', 'md `x`'.replaceAll('`', '')),
    fc.constantFrom(
      '',
      'const a = 1;',
      'a\n\n  b\n\tc',
      '# no heading\n- no list',
      '<b>&amp;</b>',
      '| a | b |',
      '`` ` ``',
    ),
  )
  .map(([fence, info, text]) => `${fence}${info}\n${text}\n${fence}`);

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '1,000',
    '**b**',
    '`a \\| b`',
    'x \\| y',
    '[l](/a)',
    '*',
    'a_b_c',
    '<br>',
    '\\\\',
    'note[^1]',
    '漢字',
    'https://e.org',
  ),
);

const table = fc.integer({ min: 1, max: 4 }).chain(columns => {
  const row = fc.array(cell, { minLength: columns, maxLength: columns });
  return fc
    .tuple(
      row,
      fc.array(fc.constantFrom('---', ':--', '-:', ':-:', '-----'), { minLength: columns, maxLength: columns }),
      fc.array(fc.oneof({ weight: 5, arbitrary: row }, fc.array(cell, { minLength: 1, maxLength: columns + 1 })), {
        maxLength: 3,
      }),
      fc.boolean(),
    )
    .map(([head, rule, rows, outer]) =>
      [head, rule, ...rows]
        .map(cells => (outer || columns === 1 ? `| ${cells.join(' | ')} |` : `${cells.join(' | ')} |`))
        .join('\n'),
    );
});

const leaf = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  line.map(text => `## ${text} ##`),
  fc.tuple(paragraph, fc.constantFrom('===', '---', '-')).map(([text, rule]) => `${text}\n${rule}`),
  fc.constantFrom('---', '***', '* * *', '___', '-----------'),
  code,
  fc.constantFrom('    indented code\n\n    goes on', '\tconst tab = 1;'),
  table,
  fc.constantFrom(
    '<div class="box">\n\n*markdown*\n\n</div>',
    '<details><summary>More</summary>\nText\n</details>',
    '<!-- a remark\n\nover lines -->',
    '<pre>\n  as it is\n\n</pre>',
    '<?php echo 1; ?>',
  ),
  fc.constantFrom(
    '[one]: https://example.org "Title"',
    '[two words]: </a b>',
    "[three]:\n  /three\n  'title'",
    '[one]: /first\n[three]: /second',
  ),
  fc.constantFrom(
    '[^1]: A note.',
    '[^long-name]: First paragraph.\n\n    - a list\n\n    Last one with `code`.',
    '[^1]:\n    On its own line.',
  ),
);

/** Puts a prefix before the first line and another before all others; empty lines take none. */
function prefixed(text: string, first: string, other: string): string {
  return text
    .split('\n')
    .map((one, place) => (place === 0 ? first + one : one === '' ? other.trimEnd() : other + one))
    .join('\n');
}

const { block } = fc.letrec<{ block: string; list: string; quote: string }>(tie => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    tie('list'),
    tie('quote'),
  ),
  list: fc
    .tuple(
      fc.constantFrom('- ', '* ', '+ ', '-   ', '1. ', '7. ', '3) ', '10. ', '- [ ] ', '- [x] ', '0. '),
      fc.boolean(),
      fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('\n', '\n\n'),
    )
    .map(([marker, sameNumber, items, between]) =>
      items
        .map((blocks, place) => {
          const number = /^\d+/.exec(marker)?.[0];
          const mark = number && !sameNumber ? marker.replace(number, String(Number(number) + place)) : marker;
          const indent = ' '.repeat(mark.replace(/\[.\] $/, '').length);
          return prefixed(blocks.join(between === '\n' ? '\n' : '\n\n'), mark, indent);
        })
        .join(between),
    ),
  quote: fc
    .tuple(
      fc.constantFrom('', '', '[!NOTE]\n', '[!WARNING]\n\n', '[!tip]\n', '\\[!NOTE]\n'),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    )
    .map(([marker, blocks]) => prefixed(marker + blocks.join('\n\n'), '> ', '> ')),
}));

const definitions = fc.constantFrom(
  '',
  '[one]: /one\n[two words]: /two "Two"\n\n[^1]: Note.\n[^long-name]: Long.\n\n    More.',
  '[one]: <>\n',
  // Such HTML cannot end a paragraph, so it stands where an empty line is before it.
  '\n\n<x-card name="a">\n\n<img src="/a.webp" alt="x">',
);

/** Documents that have most of what Markdown has, mostly well-formed. */
export const markdownDocuments = fc
  .tuple(
    fc.constantFrom('', '', '\n', '  \n\n'),
    fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n', '\n  \n')), {
      minLength: 1,
      maxLength: 6,
    }),
    definitions,
    fc.constantFrom('', '\n', '\n\n', '  '),
  )
  .map(([start, blocks, ends, end]) => `${start}${blocks.map(part => part.join('')).join('')}${ends}${end}`);
