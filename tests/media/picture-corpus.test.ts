import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryPicture } from '#features/media/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { expectApiError } from '../support/api-client.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createTestImage, createHugePng, MIB, uploadTestFile } from '../support/upload-fixture.ts';

// Pictures as users and attackers upload them.

let site: TestSite;
let mira: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite();
  await deleteAllUsers(site.db);
  mira = await createSignedInUser(site, { role: 'owner' });
});
beforeEach(async () => {
  await site.db.$client.query('delete from pictures where owner_id is not null');
});
afterAll(() => site.close());

const send = (bytes: Buffer, type = 'image/png', name?: string) =>
  uploadTestFile(site, 'pictures', bytes, mira, { type, ...(name === undefined ? {} : { name }) });
const countUploads = async () =>
  (
    await site.db.$client.query<{ total: number }>(
      'select count(*)::int as total from pictures where owner_id is not null',
    )
  ).rows[0]?.total;

/** Returns every file that the site stores for a picture. */
async function storedFilesOf(id: string): Promise<Buffer[]> {
  const original = await site.http.services.files.read(`pictures/${id}.webp`);
  const sizes = await Promise.all(
    (['avif', 'webp'] as const).map(
      async format => (await site.http.app.inject(pictureFile(id, 480, format))).rawPayload,
    ),
  );
  return [original ?? Buffer.alloc(0), ...sizes];
}

const PAYLOAD = '<script>alert("planted")</script>';
const withExif = () =>
  createTestImage(300, 200)
    .withExif({ IFD0: { Copyright: 'planted' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 });

/** Returns an archive with one file, to append to a picture, so the result is valid as both. */
function archive(): Buffer {
  const name = Buffer.from('planted.html');
  const data = deflateRawSync(PAYLOAD);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, data]);
}

describe('valid picture', () => {
  it.each([
    ['image/png', () => createTestImage(300, 200).png()],
    ['image/jpeg', () => createTestImage(300, 200).jpeg()],
    ['image/jpeg', () => createTestImage(300, 200).jpeg({ progressive: true })],
    ['image/webp', () => createTestImage(300, 200).webp({ lossless: true })],
    ['image/avif', () => createTestImage(300, 200).avif({ effort: 0 })],
    ['image/gif', () => createTestImage(300, 200).gif()],
    ['image/png', () => createTestImage(300, 200).toColorspace('b-w').png({ palette: true })],
    ['image/png', () => createTestImage(300, 200).toColorspace('rgb16').png()],
  ] as const)('as %s is accepted', async (type, draw) => {
    const answer = await send(await draw().toBuffer(), type);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ width: 300, height: 200 });
  });

  it('with a wrong type is accepted as its real type', async () => {
    expect((await send(await createTestImage(30, 20).webp().toBuffer(), 'image/png')).statusCode).toBe(201);
  });

  it.each([
    ['image/jpeg', () => withExif().jpeg()],
    ['image/webp', () => withExif().webp()],
    ['image/avif', () => withExif().avif({ effort: 0 })],
    ['image/png', () => withExif().png()],
  ] as const)('as %s loses its camera metadata, including the location', async (type, draw) => {
    const bytes = await draw().toBuffer();
    expect((await sharp(bytes).metadata()).exif?.includes('planted')).toBe(true);
    const { id } = (await send(bytes, type)).json<LibraryPicture>();
    for (const stored of await storedFilesOf(id)) {
      const { exif, xmp, iptc, orientation } = await sharp(stored).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
      expect(stored.includes('planted')).toBe(false);
    }
  });

  it('is rotated upright', async () => {
    const picture = (await send(await withExif().jpeg().toBuffer(), 'image/jpeg')).json<LibraryPicture>();
    expect(picture).toMatchObject({ width: 200, height: 300 });
  });

  it('that is animated keeps its first frame', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map(color => createTestImage(20, 20, color).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const picture = (await send(moving, 'image/gif')).json<LibraryPicture>();
    expect(picture).toMatchObject({
      width: 20,
      height: 20,
      placeholderColors: expect.stringMatching(/^(f[a-f0-9]0[0-9]0[0-9])+$/) as string,
    });
  });

  it('is limited to 40 megapixels and 5 MB', async () => {
    expect((await send(createHugePng(8000, 5000))).json()).toMatchObject({ width: 3200, height: 2000 });
    expect(expectApiError(await send(createHugePng(8000, 5001)), 'BAD_REQUEST').message).toBe(
      'This image has too many pixels. Choose one with at most 40 megapixels.',
    );
    const small = await createTestImage(30, 20).png().toBuffer();
    const filled = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
    expect((await send(filled(5 * MIB))).statusCode).toBe(201);
    expect(expectApiError(await send(filled(5 * MIB + 1)), 'PAYLOAD_TOO_LARGE').message).toBe(
      'This image is larger than 5 MB. Choose a smaller one.',
    );
  });
});

describe('polyglot file', () => {
  it.each([
    [
      'a GIF followed by a page',
      'image/gif',
      async () => Buffer.concat([await createTestImage(60, 60).gif().toBuffer(), Buffer.from(PAYLOAD)]),
    ],
    [
      'a PNG followed by an archive',
      'image/png',
      async () => Buffer.concat([await createTestImage(60, 60).png().toBuffer(), archive()]),
    ],
    [
      'a JPEG with a page in its comment',
      'image/jpeg',
      async () => {
        const jpeg = await createTestImage(60, 60).jpeg().toBuffer();
        const comment = Buffer.from(PAYLOAD);
        const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
        return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
      },
    ],
    [
      'a WebP followed by a page',
      'image/webp',
      async () => Buffer.concat([await createTestImage(60, 60).webp().toBuffer(), Buffer.from(PAYLOAD)]),
    ],
  ] as const)('%s keeps only the image or is rejected', async (_what, type, make) => {
    const bytes = await make();
    const answer = await send(bytes, type);
    if (answer.statusCode !== 201) {
      expectApiError(answer, 'BAD_REQUEST');
      expect(await countUploads()).toBe(0);
      return;
    }
    const { id } = answer.json<LibraryPicture>();
    for (const stored of await storedFilesOf(id)) {
      expect(stored.includes('planted')).toBe(false);
      expect(stored.includes('PK\x03\x04')).toBe(false);
      expect((await sharp(stored).metadata()).width).toBe(60);
    }
    const shown = await site.http.app.inject(pictureFile(id, 480, 'webp'));
    expect(shown.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  });
});

describe('invalid picture', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an SVG with a script', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`)],
    ['an SVG after an XML declaration', () => Buffer.from(`<?xml version="1.0"?><svg>${PAYLOAD}</svg>`)],
    ['a page', () => Buffer.from(`<!doctype html>${PAYLOAD}`)],
    ['a script that starts like a GIF', () => Buffer.from('GIF89a/*planted*/=1;alert(1)')],
    [
      'a page that starts like a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(PAYLOAD)]),
    ],
    ['an archive', archive],
    ['a PDF', () => Buffer.from('%PDF-1.7')],
    ['a TIFF', () => createTestImage(30, 20).tiff().toBuffer()],
    ['nothing', () => Buffer.alloc(0)],
    ['half a JPEG', async () => (await createTestImage(600, 600).jpeg().toBuffer()).subarray(0, 1500)],
    ['half a PNG', async () => (await sharp(createHugePng(900)).png().toBuffer()).subarray(0, 300)],
    ['half an AVIF', async () => (await createTestImage(600, 600).avif({ effort: 0 }).toBuffer()).subarray(0, 300)],
    ['a bomb of 20000 × 20000 pixels', () => createHugePng(20_000)],
    ['a strip of 100 × 1000000 pixels', () => createHugePng(100, 1_000_000)],
  ])('is rejected and leaves nothing: %s', async (_what, make) => {
    const error = expectApiError(await send(await make()), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['picture']);
    expect(error.message).toMatch(/Choose/);
    expect(await countUploads()).toBe(0);
  });

  it.each(['image/svg+xml', 'text/html', 'application/octet-stream', 'application/json', 'image/x-icon'])(
    'is refused with type %s',
    async type => {
      expectApiError(await send(await createTestImage(30, 20).png().toBuffer(), type), 'UNSUPPORTED_MEDIA_TYPE');
      expect(await countUploads()).toBe(0);
    },
  );
});

describe('name of an uploaded file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\quay.png', 'quay.png'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['a\u202Egnp.exe', 'agnp.exe'],
    ['..', 'picture'],
    ['', 'picture'],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(115)}….png`],
  ])('%j is stored as %j and has no effect', async (name, storedName) => {
    const answer = await send(await createTestImage(30, 20).png().toBuffer(), 'image/png', name);
    expect(answer.json()).toMatchObject({ name: storedName, id: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
  });
});
