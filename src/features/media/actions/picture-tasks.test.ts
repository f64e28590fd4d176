import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureTasks } from './picture-tasks.ts';

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c14020' } });

/** Returns a JPEG with the parameters of a progressive one, as some phones write panoramas. */
async function withWrongParameters(): Promise<Buffer> {
  const jpeg = await draw(300, 200).jpeg().toBuffer();
  const start = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  jpeg.fill(0, end - 3, end);
  return jpeg;
}

/** Returns a JPEG with bytes between two segments, as some cameras write. */
async function withExtraBytes(): Promise<Buffer> {
  const jpeg = await draw(300, 200).jpeg().toBuffer();
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(8), jpeg.subarray(at)]);
}

it.each([
  ['wrong parameters', withWrongParameters],
  ['extra bytes', withExtraBytes],
])('accepts a JPEG with %s, which browsers show, unless it is incomplete', async (_what, make) => {
  const jpeg = await make();
  expect(await pictureTasks.upload(jpeg, { largest: 3200 })).toMatchObject({ width: 300, height: 200 });
  expect(await pictureTasks.encode(jpeg)).toMatchObject({ width: 300, height: 200 });
  const half = jpeg.subarray(0, jpeg.length - 300);
  expect(await pictureTasks.upload(half, { largest: 3200 })).toBe('broken');
  await expect(pictureTasks.encode(half)).rejects.toThrow();
});

it('reduces an imported picture with a side that WebP can’t store', async () => {
  const screenshot = await draw(40, 20_000).png().toBuffer();
  expect(await pictureTasks.encode(screenshot)).toMatchObject({ width: 33, height: 16_383 });
});
