import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/text/markdown.ts';
import { pictureFile } from '#shared/paths.ts';
import { excerptOfMarkdown } from '#ui/editor/excerpt.ts';

const long = 'A sentence with several words. '.repeat(20);

describe('the excerpt in the editor equals that of the published text', () => {
  it.each([
    ['an empty text', '', ''],
    ['a paragraph', 'One *two*\nthree.', 'One two three.'],
    ['a heading before it', '# Title\n\nText.', 'Text.'],
    ['code', '```js\nlet x;\n```\n\nText with `code`.', 'Text with code.'],
    ['a list', '- One\n- Two\n\n1. Three', 'One Two Three'],
    ['a table', '| a | b |\n| - | - |\n| c | d |\n\nText.', 'Text.'],
    ['an image', `![Alt text](${pictureFile('0'.repeat(32), 800, 'webp')})\n\nText.`, 'Text.'],
    ['a link and a hard break', '[One](/a)\\\ntwo', 'One two'],
    ['a quote', '> Quoted.\n\nText.', 'Quoted. Text.'],
    ['a callout', '> [!NOTE]\n> Noted.\n\nText.', 'Text.'],
    ['a footnote', 'Text.[^1]\n\n[^1]: Note.', 'Text.'],
    ['inline HTML', 'One <b>two</b>.', 'One two.'],
    ['many sentences', long, 'A sentence with several words. '.repeat(6).trim()],
    ['a long sentence', 'word '.repeat(90), `${'word '.repeat(40)}…`],
  ])('%s', async (_name, markdown, expected) => {
    expect((await renderMarkdown(markdown)).excerpt).toBe(expected);
    expect(excerptOfMarkdown(markdown)).toBe(expected);
  });

  it('the sample texts', async () => {
    const files = globSync('content/**/*.md').toSorted();
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const markdown = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      expect(excerptOfMarkdown(markdown), file).toBe((await renderMarkdown(markdown)).excerpt);
    }
  });
});
