/** Normalizes a comment for storage: trims the text and its lines, and collapses empty lines. */
export function normalizeCommentText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
