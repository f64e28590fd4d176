/** Shortens a text to at most `most` characters, the last of them an ellipsis. */
export function truncate(text: string, most: number): string {
  const characters = Array.from(text);
  const start = characters.slice(0, most - 1).join('');
  return characters.length > most ? `${start.trimEnd()}…` : text;
}
