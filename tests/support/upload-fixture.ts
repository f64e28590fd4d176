import { deflateSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { LibraryPicture } from '#features/media/contract.ts';
import type { TestSite } from './test-site.ts';

export const MIB = 1024 * 1024;

/** Returns an image of one color, ready to be encoded. */
export const createTestImage = (width: number, height: number, background = '#357') =>
  sharp({ create: { width, height, channels: 3, background } });

interface Sender {
  readonly cookie?: string;
}

interface Sending {
  readonly type?: string;
  readonly name?: string;
}

/** Uploads a file as a page of the site does, and returns the response, whatever its status. */
export function uploadTestFile(
  site: TestSite,
  kind: 'pictures' | 'files',
  payload: Buffer,
  { cookie }: Sender,
  { type = kind === 'pictures' ? 'image/png' : 'application/pdf', name }: Sending = {},
): Promise<LightMyRequestResponse> {
  return site.http.app.inject({
    method: 'POST',
    url: `/api/v1/media/${kind}${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`,
    payload,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, ...(cookie ? { cookie } : {}) },
  });
}

/** Adds a picture to a user's library. */
export async function addPicture(site: TestSite, who: Sender, name = 'a.png', color = '#357'): Promise<LibraryPicture> {
  const answer = await uploadTestFile(site, 'pictures', await createTestImage(60, 40, color).png().toBuffer(), who, {
    name,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<LibraryPicture>();
}

/** Returns an all-black PNG of any size in pixels; the file has only some hundred kilobytes. */
export function createHugePng(width: number, height = width): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale.
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
