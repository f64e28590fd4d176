import type Sharp from 'sharp';

/** The picture library, loaded when a picture is first made: it takes 24 MB that a site serving kept files never needs. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // Each picture is made once, so nothing of it is worth keeping in memory.
  sharp.cache(false);
  return sharp;
}
