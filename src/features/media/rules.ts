/** What an upload may be, as its content type. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** An uploaded picture has at most so many bytes (security page, "service"). */
export const LARGEST_UPLOAD = 5 * 1024 * 1024;

/**
 * Which kind of picture a file is by its first bytes, whatever it is called or said to be; undefined for any other,
 * drawings with script in them (SVG) among them.
 */
export function pictureKind(bytes: Uint8Array): PictureType | undefined {
  const begins = (signature: string, at = 0) =>
    String.fromCharCode(...bytes.subarray(at, at + signature.length)) === signature;
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('\xff\xd8\xff')) return 'image/jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp';
  if (begins('ftypavif', 4) || begins('ftypavis', 4)) return 'image/avif';
  return undefined;
}
