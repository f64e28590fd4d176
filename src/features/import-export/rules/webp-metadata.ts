/** Chunks of a WebP that form the picture; others contain metadata, animation etc. */
const OF_PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/**
 * Returns whether a file is a WebP without metadata, other chunks or trailing bytes (WebP container specification,
 * "RIFF file format").
 */
export function isWebpWithoutMetadata(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return false;
  }
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let place = 12;
  while (place + 8 <= bytes.length) {
    if (!OF_PICTURE.has(bytes.toString('latin1', place, place + 4))) return false;
    const length = bytes.readUInt32LE(place + 4);
    // Chunks of odd length are padded.
    place += 8 + length + (length % 2);
  }
  return place === bytes.length;
}
