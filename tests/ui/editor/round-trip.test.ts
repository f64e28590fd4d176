import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { MarkdownSource } from '#ui/editor/markdown-source.ts';
import { createDocument, parseBlocks, type SourceBlock } from '#ui/editor/from-markdown.ts';
import { schema } from '#ui/editor/schema.ts';
import { markdownArbitrary } from '../../support/markdown-arbitrary.ts';
import { normalizeMarkdown } from '../../support/normalize-markdown.ts';
import { markdownFuzzArbitrary } from '../../support/markdown-fuzz-arbitrary.ts';

// The rich text editor must not lose anything when it parses a text and serializes it again.

const RUNS = Number(process.env.RUNS ?? 60);

// Each run generates different documents. A failure prints its seed; SEED repeats it.
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
fc.configureGlobal({ seed: SEED });

const folder = join(import.meta.dirname, '../../../content/posts');
const posts = readdirSync(folder).map(
  name => [name, readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')] as const,
);

/** Serializes the text as if every block had been changed. */
function serializeFully(markdown: string): string {
  return serializeWithoutSource(new MarkdownSource(markdown));
}

/** Serializes a document without its source, so no block can be copied. */
function serializeWithoutSource(source: MarkdownSource): string {
  return new MarkdownSource('').write(source.doc);
}

/** Expects that a text keeps its meaning when it is fully serialized, and every byte when it is serialized again. */
function expectStableMeaning(source: MarkdownSource): void {
  const once = serializeWithoutSource(source);
  if (once !== source.markdown) {
    const [meaning, expected] = [normalizeMarkdown(once), normalizeMarkdown(source.markdown)];
    // Compute the difference only on failure, because that is slow.
    if (!isDeepStrictEqual(meaning, expected)) expect(meaning).toEqual(expected);
  }
  expect(serializeFully(once)).toBe(once);
}

describe.each(posts)('sample post %s', (_name, markdown) => {
  it('keeps every byte, even when fully serialized', () => {
    const source = new MarkdownSource(markdown);
    expect(source.write(source.doc)).toBe(markdown);
    expect(serializeWithoutSource(source)).toBe(markdown);
  });
});

describe.each([
  ['documents', markdownArbitrary],
  ['random Markdown characters', markdownFuzzArbitrary],
])('generated %s', (_name, texts) => {
  it('keep every byte when unchanged, their meaning when fully serialized, and every byte when serialized again', () => {
    fc.assert(
      fc.property(texts, markdown => {
        const source = new MarkdownSource(markdown);
        expect(source.write(source.doc)).toBe(markdown);
        expectStableMeaning(source);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});

// Found with generated documents: each was once serialized with a different meaning, or became stable only the second
// time.
describe('fully serialized', () => {
  it.each([
    ['a callout that begins with a hard break', '> [!tip]\n> \\\n> word\n>\n> word\n\nword\n\n'],
    [
      'adjacent lists, one of them starting with a rule',
      '- word\n  ===\n\n+ ---\n+ word\n\n    indented code\n\n    goes on\n\n',
    ],
    ['adjacent lists in a quote', '> - word\n>\n> * ---\n> * word\n'],
    ['a footnote reference and a colon at the start of a line', '- [x] - - word\n      [^1]: a\n\n[^1]: Note.\n'],
    ['a reference and a colon', '[one]\\: word\n\n[one]: /one\n'],
    ['a reference and a colon in a heading of two lines', '[one]\\: word\nword\n===\n\n[one]: /one\n'],
    ['an address right after a reference', '[one]www.example.org\n\n[one]: /one\n'],
    ['a checkbox after an empty item', '*\n[ ] word'],
    ['a task with definitions first', '- [one]: /one\n  [two]: /two\n  [ ] word\n\n  word\n'],
    ['lines of HTML that are indented', 'a <b\n     c="d"\n  e> *<!--\n    -->'],
    ['a hard break after an address right after a reference', '[one]www.example.org  \nword\n\n[one]: /one\n'],
    ['a hard break after an address and its punctuation', '[one]www.example.org,  \nword\n\n[one]: /one\n'],
    ['an address in a link', '[<https://a.example>](/a)'],
    ['a link that contains a line break', 'a> [\n  ](/a);'],
    ['the highest number of a list', '999999999. word\n999999999. word\n'],
    ['a blank line of code in a footnote', '[^1]: ```\n  '],
    ['HTML on a line that continues an item', '1.\tword\n   <x-card>\n   word\n'],
    ['a label with formatting', '- [x] [*one*]: word\n\n**[*one*]**\n\n[*one*]: /one\n'],
    [
      'labels with escapes and entities',
      '[\\*one\\*] ![\\*one\\*] [a&amp;b][]\n\n[\\*one\\*]: /one\n[a&amp;b]: /two\n',
    ],
    [
      'a label on two lines of a quote',
      '> > [Two\n> > words]: word\n> > more\n>\n> [Two\n> words]: /x\n\n[Two\nwords]\n',
    ],
    ['a footnote’s label with an escape', 'word[^a\\]b]\n\n[^a\\]b]: Note.\n'],
    ['a table with a row that is too long, and a footnote', '- | a |\n  | - |\n  | b | c |\n  [^1]: Note.\n'],
    ['a quote right after text, with a number in an item', '- word\n  >\n  > - 5) word\n'],
    ['HTML right after a definition', '[one]: /one "Title"\n<x-card>\nword\n</x-card>\n'],
    ['HTML after a tab in an item', '*\n  \t<!--'],
    ['HTML after a break that begins a paragraph', '\\\n<x-card>\nword\n'],
    ['formatting that ends with a space at the end of a line', '**!**a &Tab;***\nword\n'],
    ['an exclamation mark before a reference', '\\![one][] word\n\n[one]: /one\n'],
    ['bullets that begin lines of a paragraph', '1234567890. a\n    -\n    - *b*\n'],
    ['Windows line endings', '- a\r\n  b\r\n\r\n```\r\na\r\n\r\nb\r\n```\r\n\r\n<pre>\r\na\r\n</pre>\r\n'],
  ])('%s', (_kind, markdown) => {
    expectStableMeaning(new MarkdownSource(markdown));
  });
});

/** Returns whether a block is parsed the same without the rest of the text. Definitions may still be elsewhere. */
function isStandalone({ start, end, node }: SourceBlock, markdown: string): boolean {
  const alone = parseBlocks(markdown.slice(start, end));
  return JSON.stringify(alone.map(block => outline(block.node))) === JSON.stringify([outline(node)]);
}

function outline(node: Node): unknown {
  const { name, spec } = node.type;
  if (spec.code) return [name, node.attrs, node.textContent];
  return [name, node.attrs, node.inlineContent ? [] : node.children.map(outline)];
}

describe('change in one block', () => {
  const paragraph = schema.node('paragraph', null, [schema.text('Something else altogether.')]);

  it('changes only that block’s bytes', () => {
    fc.assert(
      fc.property(markdownArbitrary, fc.nat(), (markdown, seed) => {
        const source = new MarkdownSource(markdown);
        const blocks = parseBlocks(markdown);
        fc.pre(blocks.length > 0);
        const place = seed % blocks.length;
        const block = blocks[place];
        fc.pre(block !== undefined);
        // Some blocks depend on their neighbors, and are serialized again when those change.
        fc.pre([blocks[place - 1], blocks[place + 1]].every(other => !other || isStandalone(other, markdown)));
        const doc = createDocument(source.doc.children.map((node, other) => (other === place ? paragraph : node)));
        const written = source.write(doc);
        // A paragraph needs empty lines around it where other blocks don't.
        const before = markdown.slice(0, block?.start);
        const after = markdown.slice(block?.end);
        const start = before.trimEnd();
        const end = after.trimStart();
        expect(written.startsWith(start)).toBe(true);
        expect(written.endsWith(end)).toBe(true);
        const middle = written.slice(start.length, written.length - end.length);
        expect(middle.trim()).toBe('Something else altogether.');
        if (/(^|\n\s*\n)[ \t]*$/.test(before) && /^[ \t]*(\n[ \t]*\n|\n?$)/.test(after)) {
          expect(written).toBe(`${before}Something else altogether.${after}`);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('that is reverted changes nothing', () => {
    fc.assert(
      fc.property(markdownArbitrary, fc.nat(), (markdown, seed) => {
        const source = new MarkdownSource(markdown);
        const { children } = source.doc;
        const place = seed % children.length;
        // A different node with the same content, as after typing and deleting a character.
        const copies = children.map((node, other) => (other === place ? schema.nodeFromJSON(node.toJSON()) : node));
        expect(source.write(createDocument(copies))).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps definitions before a two-line heading in place', () => {
    const source = new MarkdownSource('word\n\n[a]: b\nword\n===\n');
    const [, definition, heading] = source.doc.children;
    if (!definition || !heading) throw new Error('There are three blocks.');
    expect(source.write(createDocument([paragraph, definition, heading]))).toBe(
      'Something else altogether.\n\n[a]: b\nword\n===\n',
    );
    expect(source.write(createDocument([paragraph, heading]))).toBe('Something else altogether.\n\nword\n===\n');
  });

  it('keeps an unclosed code fence with its empty lines', () => {
    const source = new MarkdownSource('word\n\n~~~ js\na\n\n\n');
    const [, code] = source.doc.children;
    if (!code) throw new Error('There are two blocks.');
    expect(source.write(createDocument([paragraph, code]))).toBe('Something else altogether.\n\n~~~ js\na\n\n\n');
    expect(source.write(createDocument([code, paragraph]))).toBe('```js\na\n\n\n```\n\nSomething else altogether.\n');
  });

  it('keeps the bytes of a moved block', () => {
    const one = '* a\n* b';
    const two = 'Set   ext\n=====';
    const three = '| a|b |\n|-|-|\n|1|2|';
    const source = new MarkdownSource(`${one}\n\n\n${two}\n\n${three}\n`);
    const [first, second, third] = source.doc.children;
    if (!first || !second || !third) throw new Error('There are three blocks.');
    expect(source.write(createDocument([third, first, second]))).toBe(`${three}\n\n${one}\n\n\n${two}\n`);
    expect(source.write(createDocument([second, first, third]))).toBe(`${two}\n\n${one}\n\n${three}\n`);
  });

  it.each([
    // After a block is deleted, the rest must be written differently to keep its meaning.
    ['adjacent lists of one kind', '- a\n\ngone\n\n- b\n', '- a\n\n* b\n'],
    ['adjacent numbered lists', '1. a\n\ngone\n\n1. b\n', '1. a\n\n1) b\n'],
    ['a heading without an empty line', '# a\ngone\n\nb\n', '# a\n\nb\n'],
    ['a fence that was open inside a list', 'gone\n\n- a\n\n  ```\n  b\n\n> c\n', '- a\n\n  ```\n  b\n\n> c\n'],
    ['a fence that was open at the end', 'gone\n\n```js\na', '```js\na'],
  ])('%s', (_name, markdown, expected) => {
    const source = new MarkdownSource(markdown);
    const rest = source.doc.children.filter(node => node.textContent !== 'gone');
    expect(source.write(createDocument(rest))).toBe(expected);
  });

  it('closes an open fence before following blocks', () => {
    const source = new MarkdownSource('```js\na');
    expect(source.write(createDocument([...source.doc.children, paragraph]))).toBe(
      '```js\na\n```\n\nSomething else altogether.\n',
    );
  });
});

describe('text outside the blocks', () => {
  it.each(['', '\n', '\n\n  \n', '\u{FEFF}# a\r\n\r\nb\r\n', 'a', '  a  ', '\ta\n', '---\ntitle: x\n---\n\na\n'])(
    '%j is preserved',
    markdown => {
      const source = new MarkdownSource(markdown);
      expect(source.write(source.doc)).toBe(markdown);
    },
  );

  it('stays around a change', () => {
    const source = new MarkdownSource('\u{FEFF}\n\na\r\n\r\n* b\r\n');
    const [first, second] = source.doc.children;
    if (!first || !second) throw new Error('There are two blocks.');
    const changed = schema.node('paragraph', null, [schema.text('c')]);
    expect(source.write(createDocument([changed, second]))).toBe('\u{FEFF}\n\nc\r\n\r\n* b\r\n');
  });

  it('determines the line endings of new lines', () => {
    const source = new MarkdownSource('a\r\nb\r\n');
    const list = parseBlocks('- a\n- b\n').map(({ node }) => node);
    expect(source.write(createDocument([...source.doc.children, ...list]))).toBe('a\r\nb\r\n\r\n- a\r\n- b\r\n');
  });
});

describe('serializing typed text', () => {
  const written = (...nodes: Node[]) => new MarkdownSource('').write(createDocument(nodes));
  const text = (value: string, ...marks: string[]) =>
    schema.text(
      value,
      marks.map(name => schema.mark(name)),
    );
  const p = (...content: Node[]) => schema.node('paragraph', null, content);

  it('escapes only characters with meaning', () => {
    expect(written(p(text('snake_case, 2 * 3, a_b and #hash')))).toBe('snake_case, 2 * 3, a_b and #hash\n');
    expect(written(p(text('1. no list')))).toBe('1\\. no list\n');
    expect(written(p(text('*no* emphasis')))).toBe('\\*no\\* emphasis\n');
  });

  it('drops trailing spaces of lines and marks', () => {
    expect(written(p(text('word ')))).toBe('word\n');
    expect(written(p(text('a '), text('b ', 'strong'), text('c')))).toBe('a **b** c\n');
    expect(written(p(text(' ', 'strong')))).toBe('');
  });

  it('drops empty paragraphs', () => {
    expect(written(p(), p(text('a')), p(), p(), p(text('b')), p())).toBe('a\n\nb\n');
    expect(written(p())).toBe('');
  });
});

describe('HTML without Markdown syntax', () => {
  it.each(['sub', 'sup', 'mark', 'u', 'kbd'])('<%s> keeps every byte, also next to a changed block', tag => {
    const markdown = `Before <${tag}>x *y* [z](/a)</${tag}> after.\n\n- A <${tag}>b</${tag}>\n\n| A<${tag}>1</${tag}> |\n| --- |\n| <${tag}>2</${tag}> |\n`;
    const source = new MarkdownSource(markdown);
    expect(source.write(source.doc)).toBe(markdown);
    expect(serializeWithoutSource(source)).toBe(markdown);
  });
});
