import fc from 'fast-check';
import { inlineMarkdownArbitrary } from './markdown-inline-arbitrary.ts';

// Generates Markdown as people and programs write it: nested, with every construct in several spellings, and with
// characters that are easy to misparse.

const line = fc
  .array(fc.tuple(inlineMarkdownArbitrary, fc.constantFrom(' ', ' ', ' ', '', ', ')), { minLength: 1, maxLength: 6 })
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
    fc.constantFrom('', '', 'ts', 'js title="a b.js" {1,3}', 'c++', ' python', 'md x', 'a\\*b &amp; c', 'c# &lt; \\_'),
    fc.constantFrom(
      '',
      'const a = 1;',
      'a\n\n  b\n\tc',
      '# no heading\n- no list',
      '<b>&amp;</b>',
      '| a | b |',
      '`` ` ``',
      '```\n~~~',
      '\n\na\n\n',
      '  a\n b',
      '> a\n\t- b',
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
    'a \\| *b* \\| `c`',
    '\\\\\\|',
    '[a](/b\\|c "d\\|e")',
    '![a\\|b](/c)',
    '<b c="d">e</b>',
    '- a',
    '# a',
    '&#124;',
    '[one]',
    '`\\`',
    '~~a~~',
    'a  b',
    '\u00a0',
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
  fc.constantFrom(
    '#',
    '## ##',
    '# a #',
    '# a \\#',
    '### #b',
    '#\ttab',
    '====',
    '>',
    '- ',
    '1.',
    '*\n\n  a',
    '- [ ]',
    '> [!NOTE]',
  ),
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
    '<div>\n  a\n    b',
    '<x-card>\n*a*\n</x-card>',
    '</div>',
    '<!DOCTYPE html>',
    '<script>\n\n- a\n</script> b',
    '   <hr>',
  ),
  fc.constantFrom(
    '[one]: https://example.org "Title"',
    '[two words]: </a b>',
    "[three]:\n  /three\n  'title'",
    '[one]: /first\n[three]: /second',
    '[a\\]b]: <> (t)',
    '[four]: /a_(b)*c* "d \\" e"\ntext',
    '[Two\nwords]: /x',
    '[*one*]: /emphasis\n[ẞ]: /sharp',
  ),
  fc.constantFrom(
    '[^1]: A note.',
    '[^long-name]: First paragraph.\n\n    - a list\n\n    Last one with `code`.',
    '[^1]:\n    On its own line.',
    '[^a\\]b]: # heading\n\n    > quote',
    '[^1]:\n\n        code',
    '[^x]: ```\n    a\n    ```',
    '[^1]:',
    '[^1]: a\nlazy\n\n    | a |\n    | - |',
  ),
);

/** Adds one prefix to the first line and another to the others, except to empty lines. */
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
      fc.constantFrom(
        '- ',
        '* ',
        '+ ',
        '-   ',
        '1. ',
        '7. ',
        '3) ',
        '10. ',
        '- [ ] ',
        '- [x] ',
        '0. ',
        '-\t',
        '999999999. ',
        '1.\t',
      ),
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
      fc.constantFrom(
        '',
        '',
        '[!NOTE]\n',
        '[!WARNING]\n\n',
        '[!tip]\n',
        '\\[!NOTE]\n',
        '[!NOTE]',
        '[!NOTE] ',
        '[!NOTE]\\\n',
        '[!CAUTION]\n\\\n',
      ),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    )
    .map(([marker, blocks]) => prefixed(marker + blocks.join('\n\n'), '> ', '> ')),
}));

const definitions = fc.constantFrom(
  '',
  '[one]: /one\n[two words]: /two "Two"\n\n[^1]: Note.\n[^long-name]: Long.\n\n    More.',
  '[one]: <>\n',
  // HTML like this can't interrupt a paragraph, so it needs an empty line before it.
  '\n\n<x-card name="a">\n\n<img src="/a.webp" alt="x">',
);

/** Line endings: usually LF, sometimes CRLF or CR. */
const lineEnds = fc.oneof({ weight: 8, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', '\r'));

/** Generates documents with most Markdown constructs, mostly well-formed. */
export const markdownArbitrary = fc
  .tuple(
    fc.constantFrom('', '', '\n', '  \n\n'),
    fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n', '\n  \n')), {
      minLength: 1,
      maxLength: 6,
    }),
    definitions,
    fc.constantFrom('', '\n', '\n\n', '  '),
    lineEnds,
  )
  .map(([start, blocks, ends, end, lineEnd]) =>
    `${start}${blocks.map(part => part.join('')).join('')}${ends}${end}`.replaceAll('\n', lineEnd),
  );
