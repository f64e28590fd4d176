/** Chunks of a WebP that form the picture; others contain metadata, animation etc. */
const PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/**
 * Returns whether a file is a WebP without metadata, other chunks or trailing bytes (WebP container specification,
 * "RIFF file format").
 */
export function isWebpWithoutMetadata(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return false;
  }
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let offset = 12;
  while (offset + 8 <= bytes.length) {
    if (!PICTURE_CHUNKS.has(bytes.toString('latin1', offset, offset + 4))) return false;
    const length = bytes.readUInt32LE(offset + 4);
    // Chunks of odd length are padded.
    offset += 8 + length + (length % 2);
  }
  return offset === bytes.length;
}
