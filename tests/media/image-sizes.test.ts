import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostCard } from '#features/blog/contract/public.ts';
import { encodePicture, saveUnchangedPicture } from '#features/media/actions/pictures.ts';
import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { expectApiError, getApi } from '../support/api-client.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createHugePng } from '../support/upload-fixture.ts';

let site: TestSite;
let cover: Picture;
beforeAll(async () => {
  site = await createTestSite();
  const { items } = await getApi<{ items: PostCard[] }>(site, '/blogs?pageSize=1');
  cover = items[0]?.cover as Picture;
});
afterAll(() => site.close());

describe('picture', () => {
  it('is served in the requested width and format, cached permanently', async () => {
    const answer = await site.http.app.inject(pictureFile(cover.id, 480, 'webp'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    const { width, format, exif } = await sharp(answer.rawPayload).metadata();
    expect([width, format, exif]).toEqual([480, 'webp', undefined]);
    const again = await site.http.app.inject(pictureFile(cover.id, 480, 'webp'));
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it.each([
    '0000000000000000-480.webp',
    'ID-481.webp',
    'ID-0.webp',
    'ID-99999.webp',
    'ID-480.png',
    'ID-480.svg',
    'ID.webp',
    'ID-480.webp.exe',
    '..%2f..%2fpackage.json',
    'ID-480.webp%00.png',
    'nope',
  ])('does not exist as %s', async file => {
    const answer = await site.http.app.inject(`/media/pictures/${file.replace('ID', cover.id)}`);
    expectRefusalOfFile(answer.statusCode, answer.json());
  });
});

/** Compares only the body, because file responses have fewer headers than the API's. */
function expectRefusalOfFile(status: number, body: { error: { code: string; requestId: string } }): void {
  expect(status).toBe(404);
  expect(body.error.code).toBe('NOT_FOUND');
  expect(body.error.requestId).toMatch(/^[0-9a-f-]{36}$/);
}

describe('saved picture', () => {
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#357' } });

  it('is re-encoded upright without metadata and stored once', async () => {
    const files = createMemoryFileStore();
    const jpeg = await drawing(60, 40)
      .withExif({ IFD0: { Copyright: 'planted-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes('planted-place')).toBe(true);
    const webp = Buffer.from((await encodePicture(jpeg)).webp);
    const first = await saveUnchangedPicture(site.db, files, webp);
    const second = await saveUnchangedPicture(site.db, files, webp);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ width: 40, height: 60 });
    expect(first.placeholderColors).toMatch(/^[0-9a-f]{36}$/);
    expect([...files.names.keys()]).toEqual([`pictures/${first.id}.webp`]);
    const stored = Buffer.from([...files.names.values()][0] ?? []);
    expect(stored.includes('planted-place')).toBe(false);
    expect((await sharp(stored).metadata()).orientation).toBeUndefined();
    const { rows } = await site.db.$client.query('select width from pictures where id = $1', [first.id]);
    expect(rows).toEqual([{ width: 40 }]);
  });

  it.each([
    ['in color', drawing(30, 20), '335577'],
    ['in grayscale', drawing(30, 20).toColorspace('b-w'), '535353'],
    ['with full transparency', drawing(30, 20).ensureAlpha(0), '000000'],
    ['of one pixel', drawing(1, 1), '335577'],
  ])('%s has the colors of its six areas', async (_what, picture, color) => {
    const { placeholderColors } = await encodePicture(await picture.png().toBuffer());
    expect(placeholderColors).toBe(color.repeat(6));
  });

  it('has its colors in rows', async () => {
    const rows = ['ff0000', '00ff00', '0000ff', 'ffffff', '000000', '808080'];
    const raw = Buffer.from(rows.join(''), 'hex');
    const picture = sharp(raw, { raw: { width: 3, height: 2, channels: 3 } });
    const { placeholderColors } = await encodePicture(await picture.png().toBuffer());
    expect(placeholderColors).toBe(rows.join(''));
  });

  it.each([
    ['text', Buffer.from('not a picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an incomplete picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('is refused when it is %s', async (_what, bytes) => {
    await expect(encodePicture(bytes)).rejects.toThrow();
  });

  it('is refused with too many pixels before decoding', async () => {
    const bomb = createHugePng(10_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(encodePicture(bomb)).rejects.toThrow(/pixel/i);
  });
});

describe('other files', () => {
  it('of the build are refused when missing', async () => {
    for (const path of ['/assets/nope.js', '/assets/', '/assets/..%2fmanifest.json']) {
      const answer = await site.http.app.inject(path);
      expect(answer.statusCode, path).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, path).toBeLessThan(500);
    }
  });

  it('under the API path get API errors', async () => {
    expectApiError(await site.http.app.inject('/api/v1/media'), 'NOT_FOUND');
  });
});
