import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { MarkdownSource } from '#ui/editor/markdown-source.ts';
import { countDocumentWords, countMarkdownWords } from '#ui/editor/word-count.ts';

// The editor shows the same word count as the published post.

const folder = join(import.meta.dirname, '../../../content/posts');
const posts = readdirSync(folder).map(
  name => [name, readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')] as const,
);

describe('word count is the same in the editor, in Markdown and for readers', () => {
  it.each<readonly [string, string]>([
    ...posts,
    ['code', '```js\nconst a = 1;\n```\n\nNot `that` code.'],
    ['lists', '- one\n- two\n\n  three\n\n1. four'],
    ['tables', '| a | b |\n| - | - |\n| c | d e |'],
    ['formatting inside a word', 'one **two**three'],
    ['lines', 'one\ntwo\\\nthree'],
    ['notes', 'one[^a] two\n\n[^a]: three four'],
    ['pictures', 'one ![alt text](/a.webp) two'],
  ])('%s', async (_name, markdown) => {
    const { wordCount } = await renderMarkdown(markdown);
    expect(countDocumentWords(new MarkdownSource(markdown).doc)).toBe(wordCount);
    expect(countMarkdownWords(markdown)).toBe(wordCount);
  });
});
