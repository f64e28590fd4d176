import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkdownSource } from '#ui/editor/markdown-source.ts';
import { documentOf } from '#ui/editor/from-markdown.ts';
import { schema } from '#ui/editor/schema.ts';
import { writeBlock } from '#ui/editor/to-markdown.ts';
import { markdownDocuments, markdownSoup } from './support/markdown-documents.ts';
import { meaningOf } from './support/markdown-meaning.ts';

// What the rich editor must not lose: a text that is read into its document and written back.

const RUNS = Number(process.env.RUNS ?? 200);

const folder = join(import.meta.dirname, '../content/posts');
const posts = readdirSync(folder).map(
  name => [name, readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')] as const,
);

/** The text written wholly anew, as if every block had been changed. */
function writtenAnew(markdown: string): string {
  return anew(new MarkdownSource(markdown));
}

/** Takes a document from one source and writes it as a change of an empty one, so that no block has a source. */
function anew(source: MarkdownSource): string {
  return new MarkdownSource('').write(source.doc);
}

describe.each(posts)('the sample post %s', (_name, markdown) => {
  it('changes by no byte, not even when all of it is written anew', () => {
    const source = new MarkdownSource(markdown);
    expect(source.write(source.doc)).toBe(markdown);
    expect(writtenAnew(markdown)).toBe(markdown);
  });
});

describe.each([
  ['documents', markdownDocuments],
  ['signs thrown together', markdownSoup],
])('generated: %s', (_name, texts) => {
  it('keep every byte while nobody changes them', () => {
    fc.assert(
      fc.property(texts, markdown => {
        const source = new MarkdownSource(markdown);
        expect(source.write(source.doc)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  });

  it('mean the same when they are written wholly anew, and the next time change by no byte', () => {
    fc.assert(
      fc.property(texts, markdown => {
        const once = writtenAnew(markdown);
        expect(meaningOf(once)).toEqual(meaningOf(markdown));
        expect(writtenAnew(once)).toBe(once);
      }),
      { numRuns: RUNS },
    );
  });
});
