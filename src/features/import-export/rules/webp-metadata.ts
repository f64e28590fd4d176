/** The chunks of a WebP that are the picture itself; all others carry metadata, animation or anything else. */
const OF_PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/**
 * Whether a file is a WebP and nothing besides: no metadata, no further chunk, no byte behind its end (WebP container
 * specification, "RIFF file format").
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
    // A chunk of an odd length has a byte more.
    place += 8 + length + (length % 2);
  }
  return place === bytes.length;
}
