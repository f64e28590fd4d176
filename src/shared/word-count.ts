/**
 * Returns the number of words in a text without markup. Numbers, and words joined by hyphens or apostrophes, count as
 * one.
 */
export function countWords(prose: string): number {
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
}
