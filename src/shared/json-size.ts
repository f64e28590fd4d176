/** Returns the bytes of a text as JSON, which the size of a request is limited in. */
export function countJsonBytes(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
