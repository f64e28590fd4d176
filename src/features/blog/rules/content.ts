import type { PostContent } from '../contract/writing.ts';

/** What a post begins with. */
export const emptyContent: PostContent = {
  title: '',
  description: '',
  markdown: '',
  category: 'Technology',
  tags: [],
  coverId: null,
  coverAlt: '',
  canonicalUrl: null,
  metaTitle: null,
  metaDescription: null,
  cardTitle: null,
  cardDescription: null,
  cardPictureId: null,
};

/** The fields of a post's content, without whatever else an object has. */
export function contentOf(post: PostContent): PostContent {
  const entries = Object.keys(emptyContent).map(key => [key, post[key as keyof PostContent]]);
  return Object.fromEntries(entries) as PostContent;
}

/** Whether two contents say the same. */
export function isSameContent(one: PostContent, other: PostContent): boolean {
  return Object.keys(emptyContent).every(key => {
    const [a, b] = [one[key as keyof PostContent], other[key as keyof PostContent]];
    return Array.isArray(a) && Array.isArray(b) ? a.join('\n') === b.join('\n') : a === b;
  });
}

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

/** What keeps a post from its readers, by field; nothing where it can be published. */
export function missingToPublish({ title, markdown }: Pick<PostContent, 'title' | 'markdown'>): Record<string, string> {
  return {
    ...(title === '' ? { title: 'Give the post a title before it goes out.' } : {}),
    ...(markdown.trim() === '' ? { markdown: 'Write something before it goes out.' } : {}),
  };
}
