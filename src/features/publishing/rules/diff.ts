/** Characters of a long unchanged text that are kept next to each difference. */
const CONTEXT = 240;

/** Returns the unchanged text between two differences; if long, only its ends, cut between words. */
export function truncateUnchanged(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const start = first ? '' : text.slice(0, CONTEXT);
  const end = last ? '' : text.slice(-CONTEXT);
  if (text.length <= start.length + end.length + CONTEXT) return text;
  const left = start.replace(/\S*$/, '').trimEnd();
  const right = end.replace(/^\S*/, '').trimStart();
  return [left, '[…]', right].filter(Boolean).join(' ');
}
