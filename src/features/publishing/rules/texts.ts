import slugify from '@sindresorhus/slugify';

/** About how many words of prose a Markdown text has, while it is not rendered: code is not counted. */
export function countWords(markdown: string): number {
  const prose = markdown.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|(?![\s\S]))/gm, ' ');
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
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

/** An address is made of at most so many characters of a title. */
const LONGEST_SLUG = 80;

/** The address that a title asks for, in Latin letters; the noun where it has none. */
export function slugOf(title: string, noun: 'post' | 'project'): string {
  const whole = slugify(title, { decamelize: false });
  if (whole.length <= LONGEST_SLUG) return whole || noun;
  const cut = whole.slice(0, LONGEST_SLUG + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)) || noun;
}
