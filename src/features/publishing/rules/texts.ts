import { countWords } from '#shared/word-count.ts';

/** About how many words of prose a Markdown text has, while it is not rendered: code is not counted. */
export function estimateWords(markdown: string): number {
  const prose = markdown.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|(?![\s\S]))/gm, ' ');
  return countWords(prose);
}

/** An excerpt has about so many characters where it is taken out of the text. */
const EXCERPT_LENGTH = 200;

/** The beginning of a text as an excerpt, up to the end of a sentence or, failing that, of a word. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const start = line.slice(0, EXCERPT_LENGTH);
  const sentence = Math.max(...['. ', '! ', '? '].map(end => start.lastIndexOf(end)));
  if (sentence > EXCERPT_LENGTH / 3) return start.slice(0, sentence + 1);
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:–-]+$/, '')} …`;
}

/** The tags in a text with commas between them, each once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map(tag => tag.trim());
  return [...new Set(tags.filter(tag => tag !== ''))];
}

/** Whether a form that is sent without script says that readers can comment; undefined for one that does not ask. */
export function commentingIn(form: ReadonlyMap<string, string>): boolean | undefined {
  return form.has('asksForComments') ? form.has('commentsOpen') : undefined;
}
