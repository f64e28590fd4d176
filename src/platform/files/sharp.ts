import type Sharp from 'sharp';

/** The picture library, loaded on first use: it takes 24 MB that a site with only stored files never needs. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is made once, so nothing of it is worth keeping in memory.
  sharp.cache(false);
  return sharp;
}
