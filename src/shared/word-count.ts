/** How many words a text without markup has. Numbers and what is joined by hyphens or apostrophes count as one. */
export function countWords(prose: string): number {
  return prose.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0;
}
