import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HighlightedParts } from './contract.ts';
import {
  createSnippet,
  highlightText,
  highlightTitle,
  filterMatchingTags,
  type SearchTerms,
  parseSearchWords,
} from './rules.ts';

/** Formats the text with hits in brackets. */
const shown = (marked: HighlightedParts) => marked.map(part => (part.isMatch ? `[${part.text}]` : part.text)).join('');
const ENDINGS =
  'es s e y ies ied ed ly ely er ers ing ings ion ions ation ations al ally ment ments able ible ity ive or ors ness ful ance ence'.split(
    ' ',
  );
const terms = (words: string[], stems: string[] = []): SearchTerms => ({ words, stems });

describe('highlightText', () => {
  it.each<[string, SearchTerms, string]>([
    ['Caching, cached and a cache', terms(['caches'], ['cach']), '[Caching], [cached] and a [cache]'],
    ['A recipe for the recipient', terms(['recipes'], ['recip']), 'A [recipe] for the recipient'],
    ['Planning a plan; a plane', terms(['plans'], ['plan']), '[Planning] a [plan]; a [plane]'],
    ['Studies and one study', terms(['studies'], ['studi']), '[Studies] and one [study]'],
    ['Über Résumés', terms(['uber', 'resume'], ['uber', 'resum']), '[Über] [Résumés]'],
    ['TypeScript', terms(['typesc'], ['typesc']), '[TypeScript]'],
    ['In an interval', terms(['in']), '[In] an interval'],
    ['An integer, 東京都 and Яна', terms(['int', '東', 'я']), 'An [integer], [東]京都 and [Яна]'],
    [`port${ENDINGS.join(' port')} portent`, terms([], ['port']), `[port${ENDINGS.join('] [port')}] portent`],
    ['<b>bold</b>', terms(['bold'], ['bold']), '<b>[bold]</b>'],
    ['東京で自転車、東京', terms(['東京', '転']), '[東京]で自[転]車、[東京]'],
    ['ソフトウエアAI東京', terms(['ai', 'フト']), 'ソ[フト]ウエア[AI]東京'],
    ['がか\u3099', terms(['か']), '[がか\u3099]'],
    ['ซอฟต์แวร์', terms(['ซอฟต', 'ฟตแ']), '[ซอฟต์แ]วร์'],
    ['Nothing', terms([]), 'Nothing'],
    ['', terms(['x']), ''],
  ])('%j for %j', (text, searchTerms, expected) => expect(shown(highlightText(text, searchTerms))).toBe(expected));

  it('never changes the text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(text), fc.array(text), (content, words, stems) => {
        for (const mark of [highlightText, highlightTitle]) {
          expect(
            mark(content, { words, stems })
              .map(part => part.text)
              .join(''),
          ).toBe(content);
        }
      }),
    );
  });
});

describe('highlightTitle', () => {
  it('marks a word that contains the query, unless a word begins with it', () => {
    expect(shown(highlightTitle('A typewriter', terms(['writer'], ['writer'])))).toBe('A [typewriter]');
    expect(shown(highlightTitle('A typewriter of a writer', terms(['writer'], ['writer'])))).toBe(
      'A typewriter of a [writer]',
    );
  });
});

describe('createSnippet', () => {
  it.each(['[', '[^', '![a](', '<a ', ' ', '\n', '\t|', '[a](b(', '- '])('handles many of %j', sign => {
    const text = `${sign.repeat(490_000 / sign.length)}x marzipan`;
    expect(shown(createSnippet(text, terms(['marzipan'])))).toContain('[marzipan]');
  });

  it('shows link texts, also of URLs with brackets', () => {
    const text = 'See [a marzipan](https://example.org/a_(b)) and ![its picture](/c.webp).';
    expect(shown(createSnippet(text, terms(['marzipan'])))).toBe('See a [marzipan] and its picture.');
  });

  const before = 'Words that come long before what is looked for. '.repeat(8);
  it('shows the text around the first hit, cut between words', () => {
    const snippet = shown(createSnippet(`${before}Here is *marzipan* at last. ${before}`, terms(['marzipan'])));
    expect(snippet).toMatch(/^… [A-Za-z]+ .*Here is \[marzipan\] at last\. .* …$/);
    expect(snippet.length).toBeLessThan(230);
  });

  it.each([
    [`${'x'.repeat(300)} marzipan ${'y'.repeat(300)}`, `… ${'x'.repeat(59)} [marzipan] ${'y'.repeat(111)} …`],
    [`${'a '.repeat(30)}marzipan ${'b'.repeat(135)}`, `${'a '.repeat(30)}[marzipan] ${'b'.repeat(135)}`],
    [`${'a '.repeat(31)}marzipan`, `… ${'a '.repeat(29)}[marzipan]`],
  ])('is cut in words longer than the line: %s', (text, snippet) => {
    expect(shown(createSnippet(text, terms(['marzipan'])))).toBe(snippet);
  });

  it('shows a short text completely, and nothing without a hit', () => {
    expect(shown(createSnippet('Only marzipan.', terms(['marzipan'])))).toBe('Only [marzipan].');
    expect(createSnippet(before, terms(['marzipan']))).toEqual([]);
  });

  it('leaves out Markdown syntax', () => {
    const markdown =
      '## The cake\n\n- A [**marzipan** cake](https://site.example/cake) with `sugar`[^1]\n\n[^1]: <b>Sweet</b>';
    expect(shown(createSnippet(markdown, terms(['marzipan'])))).toBe('The cake A [marzipan] cake with sugar Sweet');
    const blocks =
      '> A quote\n\n1. One\n2) Two\n\n* Three\n  + Four_\n\n| a | b |\n|:--|--:|\n| c | marzipan |\n\n```js\nx\n```\n~~~ts\ny\n~~~\n###### End<br>of<BR/>it';
    expect(shown(createSnippet(blocks, terms(['marzipan'])))).toBe(
      'A quote One Two Three Four a b c [marzipan] x y End of it',
    );
  });

  it('contains the hit, wherever it is', () => {
    const words = fc.array(fc.stringMatching(/^[a-y]{1,30}$/), { maxLength: 60 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const marked = createSnippet([...one, 'zebra', ...other].join(' '), terms(['zebra']));
        expect(marked.some(part => part.isMatch && part.text === 'zebra')).toBe(true);
      }),
    );
  });
});

describe('parseSearchWords', () => {
  it.each([
    ['Über "deep work"', ['uber', 'deep', 'work']],
    ['coffee -tea', ['coffee']],
    ['coffee -"green tea" cake', ['coffee', 'cake']],
    ['e-mail', ['e', 'mail']],
    ['3-day', ['3', 'day']],
    ['coffee -tea cake -"green', ['coffee', 'cake']],
    ['-', []],
    ['😀', []],
  ])('of %j: %j', (search, words) => expect(parseSearchWords(search)).toEqual(words));
});

describe('filterMatchingTags', () => {
  it('returns the tags with a matching word', () => {
    expect(filterMatchingTags(['typescript', 'remote work', 'css'], terms(['work', 'typesc']))).toEqual([
      'typescript',
      'remote work',
    ]);
  });
});
