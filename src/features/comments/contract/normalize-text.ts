/** A comment as it is kept: without blanks around it and at the ends of lines, and with one empty line at a time. */
export function normalizeCommentText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
