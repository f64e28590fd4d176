import { countWords } from '#shared/word-count.ts';

/** About how many words of prose a Markdown text has, while it is not rendered: code is not counted. */
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

/** The tags in a text with commas between them, each once. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map(tag => tag.trim());
  return [...new Set(tags.filter(tag => tag !== ''))];
}

/** Whether a form that is sent without script says that readers can comment; undefined for one that does not ask. */
export function parseCommentsEnabled(form: ReadonlyMap<string, string>): boolean | undefined {
  return form.has('asksForComments') ? form.has('commentsOpen') : undefined;
}
