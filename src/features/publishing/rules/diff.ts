/** Of a long stretch that both have, so many characters stand next to a difference. */
const CONTEXT = 240;

/** What two compared texts have in common between two differences; where it is long, its ends, cut between words. */
export function truncateUnchanged(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const start = first ? '' : text.slice(0, CONTEXT);
  const end = last ? '' : text.slice(-CONTEXT);
  if (text.length <= start.length + end.length + CONTEXT) return text;
  const left = start.replace(/\S*$/, '').trimEnd();
  const right = end.replace(/^\S*/, '').trimStart();
  return [left, '[…]', right].filter(Boolean).join(' ');
}
