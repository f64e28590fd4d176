/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or else an encoding that the file declares, by its WHATWG
 * label. Unknown ones count as Windows-1252, in which Excel and old editors save.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  for (const encoding of [marked, declared]) {
    try {
      if (encoding !== undefined) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Another encoding.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}
