/** Returns the size of a text in a JSON request, in bytes. */
export function countJsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
