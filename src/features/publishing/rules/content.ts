import { countWords } from '#shared/word-count.ts';

/** Returns the approximate word count of unrendered Markdown, without code. */
export function estimateWordCount(markdown: string): number {
  let words = 0;
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    if (line === '') continue;
    if (fence !== undefined) {
      if (line.startsWith(fence)) fence = undefined;
      continue;
    }
    fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === undefined) words += countWords(line);
  }
  return words;
}

/** Parses comma-separated tags and removes duplicates. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map(tag => tag.trim());
  return [...new Set(tags.filter(tag => tag !== ''))];
}

/** Returns whether two contents are equal, regardless of the order of their fields. */
export function isSameContent(one: object, other: object): boolean {
  return JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields);
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
