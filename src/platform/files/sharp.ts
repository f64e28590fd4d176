import type Sharp from 'sharp';

/** Loads the image library on first use: it takes 24 MB, which a site that only serves stored files doesn't need. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Each image is processed once, so sharp's cache would be useless.
  sharp.cache(false);
  return sharp;
}
