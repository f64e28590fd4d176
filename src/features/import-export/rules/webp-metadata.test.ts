import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isWebpWithoutMetadata } from './webp-metadata.ts';

const make = (channels: 3 | 4) =>
  sharp({ create: { width: 9, height: 7, channels, background: { r: 9, g: 90, b: 200, alpha: 0.5 } } });

describe('isWebpWithoutMetadata', () => {
  it.each([
    ['plain', () => make(3).webp().toBuffer()],
    ['transparent', () => make(4).webp().toBuffer()],
    ['lossless', () => make(4).webp({ lossless: true }).toBuffer()],
  ])('accepts a WebP that is %s', async (_name, bytes) => {
    expect(isWebpWithoutMetadata(await bytes())).toBe(true);
  });

  it('rejects metadata, trailing bytes, truncated files and other formats', async () => {
    const webp = await make(3).webp().toBuffer();
    expect(
      isWebpWithoutMetadata(
        await make(3)
          .withExif({ IFD0: { Copyright: 'Somebody' } })
          .webp()
          .toBuffer(),
      ),
    ).toBe(false);
    expect(isWebpWithoutMetadata(Buffer.concat([webp, Buffer.from('<script>')]))).toBe(false);
    expect(isWebpWithoutMetadata(webp.subarray(0, -2))).toBe(false);
    expect(isWebpWithoutMetadata(await make(3).png().toBuffer())).toBe(false);
    const chunk = Buffer.concat([webp, Buffer.from('ICCP\x04\0\0\0abcd', 'latin1')]);
    chunk.writeUInt32LE(chunk.length - 8, 4);
    expect(isWebpWithoutMetadata(chunk)).toBe(false);
  });

  it.each([
    ['RIFF', 0, 'RIFX'],
    ['length', 4, '\0\0\0\0'],
    ['WEBP', 8, 'WEBM'],
  ])('rejects a header without the right %s', async (_name, offset, bytes) => {
    const webp = await make(3).webp().toBuffer();
    webp.write(bytes, offset, 'latin1');
    expect(isWebpWithoutMetadata(webp)).toBe(false);
  });

  it('rejects a file that ends in its header', async () => {
    const webp = await make(3).webp().toBuffer();
    for (const length of [0, 7, 12]) expect(isWebpWithoutMetadata(webp.subarray(0, length))).toBe(false);
  });
});
