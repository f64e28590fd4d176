import { access } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createTestImage, createHugePng, MIB } from '../support/upload-fixture.ts';

let site: TestSite;
let grace: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  grace = await createSignedInUser(site);
});
afterAll(() => site.close());

function upload(payload: Buffer, type = 'image/png', headers: Record<string, string> = { cookie: grace.cookie }) {
  return site.http.app.inject({
    method: 'PUT',
    url: '/api/v1/profile/avatar',
    payload,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, ...headers },
  });
}
const remove = () => postApi(site, '/profile/avatar', {}, { cookie: grace.cookie, method: 'DELETE' });
const avatarNow = async () => (await getApi<{ avatar: Picture | null }>(site, '/profile', grace.cookie)).avatar;
const fileExists = (name: string) =>
  access(join(inject('sampleFiles'), 'pictures', name)).then(
    () => true,
    () => false,
  );
async function countPictures(): Promise<number> {
  const { rows } = await site.db.$client.query<{ total: number }>('select count(*)::int as total from pictures');
  return rows[0]?.total ?? 0;
}

describe('uploaded portrait', () => {
  it.each([
    ['image/png', () => createTestImage(300, 200).png()],
    ['image/jpeg', () => createTestImage(300, 200).jpeg()],
    ['image/webp', () => createTestImage(300, 200).webp()],
    ['image/avif', () => createTestImage(300, 200).avif({ effort: 0 })],
    ['image/gif', () => createTestImage(300, 200).gif()],
  ] as const)('as %s becomes a square and is shown', async (type, draw) => {
    const answer = await upload(await draw().toBuffer(), type);
    expect(answer.statusCode, answer.body).toBe(200);
    const { avatar } = answer.json<{ avatar: Picture }>();
    expect(avatar).toMatchObject({ width: 200, height: 200 });
    expect(avatar.id).toMatch(/^[0-9a-f]{16}$/);
    expect(await avatarNow()).toEqual(avatar);
    const shown = await site.http.app.inject(pictureFile(avatar.id, 480, 'avif'));
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('image/avif');
  });

  it('is cropped to its center, at most 800 pixels wide', async () => {
    const sides = await createTestImage(2400, 1000, '#f00')
      .composite([{ input: await createTestImage(1000, 1000, '#00f').png().toBuffer(), left: 700, top: 0 }])
      .png()
      .toBuffer();
    const { avatar } = (await upload(sides)).json<{ avatar: Picture }>();
    expect(avatar).toMatchObject({ width: 800, height: 800, placeholderColors: '0000ff'.repeat(6) });
  });

  it('loses its metadata and is rotated upright', async () => {
    const bytes = await createTestImage(300, 200)
      .withExif({ IFD0: { Copyright: 'planted-place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.includes('planted-place')).toBe(true);
    const { avatar } = (await upload(bytes, 'image/jpeg')).json<{ avatar: Picture }>();
    for (const format of ['avif', 'webp'] as const) {
      const shown = await site.http.app.inject(pictureFile(avatar.id, 480, format));
      const { exif, xmp, iptc, orientation } = await sharp(shown.rawPayload).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
      expect(shown.rawPayload.includes('planted-place')).toBe(false);
    }
  });

  it('that is a polyglot keeps only the picture', async () => {
    const payload = '<script>alert("planted")</script>';
    const gif = Buffer.concat([await createTestImage(60, 60).gif().toBuffer(), Buffer.from(payload)]);
    const answer = await upload(gif, 'image/gif');
    expect(answer.statusCode).toBe(200);
    const { avatar } = answer.json<{ avatar: Picture }>();
    const shown = await site.http.app.inject(pictureFile(avatar.id, 480, 'webp'));
    expect(shown.rawPayload.includes('planted')).toBe(false);
    expect(shown.headers['content-type']).toBe('image/webp');
  });

  it.each([
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['only a signature', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a signature and a page', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    ['a TIFF', () => createTestImage(30, 20).tiff().toBuffer()],
    ['half a JPEG', async () => (await createTestImage(600, 600).jpeg().toBuffer()).subarray(0, 1500)],
    ['half a PNG', async () => (await sharp(createHugePng(900)).png().toBuffer()).subarray(0, 300)],
    ['a bomb of 20000 × 20000 pixels', () => createHugePng(20_000)],
  ])('is refused when it is %s, and leaves nothing', async (_what, make) => {
    const before = await countPictures();
    const error = expectApiError(await upload(await make()), 'BAD_REQUEST');
    expect(Object.keys(error.fields)).toEqual(['picture']);
    expect(error.message).toMatch(/Choose/);
    expect(await countPictures()).toBe(before);
    expect(await avatarNow()).toBeNull();
  });

  it.each([
    'image/svg+xml',
    'text/html',
    'application/octet-stream',
    'application/json',
    'multipart/form-data; boundary=x',
  ])('is rejected with content type %s', async type => {
    const refused = await upload(await createTestImage(30, 20).png().toBuffer(), type);
    expect(expectApiError(refused, 'UNSUPPORTED_MEDIA_TYPE').message).toMatch(/^Send a PNG, JPEG, WebP, AVIF or GIF/);
    expect(await avatarNow()).toBeNull();
  });

  it('is limited to 5 MiB', async () => {
    const picture = await createTestImage(30, 20).png().toBuffer();
    const filled = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expectApiError(await upload(filled(5 * MIB + 1)), 'PAYLOAD_TOO_LARGE');
    expect(await avatarNow()).toBeNull();
    expect((await upload(filled(5 * MIB))).statusCode).toBe(200);
  });

  it.each([
    ['the database fails', 'before update of avatar_id on users', "raise exception 'killed'", 500],
    [
      'the account is deleted during the upload',
      'after insert on pictures',
      "delete from users where name = 'Grace'",
      404,
    ],
  ])('leaves nothing if %s', async (_what, event, work, status) => {
    grace = await createSignedInUser(site, { name: 'Grace' });
    const before = await countPictures();
    const { files } = site.http.services;
    const written = vi.spyOn(files, 'write');
    await site.db.$client.query(
      `create function stop_here() returns trigger language plpgsql as $$ begin ${work}; return new; end $$;
       create trigger stop_here ${event} for each row execute function stop_here()`,
    );
    const answer = await upload(await createTestImage(30, 20).png().toBuffer());
    await site.db.$client.query('drop function stop_here cascade');
    site.log.takeErrors();
    expect(answer.statusCode, answer.body).toBe(status);
    expect(await countPictures()).toBe(before);
    const names = written.mock.calls.map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(await files.has(name), name).toBe(false);
    written.mockRestore();
  });

  it('is refused without a body', async () => {
    expectApiError(await upload(Buffer.alloc(0)), 'BAD_REQUEST');
  });

  it('requires a session and the same origin', async () => {
    const picture = await createTestImage(30, 20).png().toBuffer();
    expectApiError(await upload(picture, 'image/png', {}), 'UNAUTHORIZED');
    expectApiError(await upload(Buffer.alloc(6 * MIB), 'image/png', {}), 'UNAUTHORIZED');
    const foreign = { cookie: grace.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expectApiError(await upload(picture, 'image/png', foreign), 'FORBIDDEN');
    expect(await avatarNow()).toBeNull();
  });

  it('is refused in a page form', async () => {
    const answer = await site.http.app.inject({
      method: 'POST',
      url: '/dashboard/update-profile',
      payload: Buffer.alloc(6 * MIB),
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=x',
        cookie: grace.cookie,
      },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  });

  it('can be changed twenty times an hour', async () => {
    const broken = Buffer.from('not a picture');
    for (let tried = 0; tried < 20; tried++) expectApiError(await upload(broken), 'BAD_REQUEST');
    expectApiError(await upload(await createTestImage(30, 20).png().toBuffer()), 'TOO_MANY_REQUESTS');
    const eve = await createSignedInUser(site);
    expect((await upload(broken, 'image/png', { cookie: eve.cookie })).statusCode).toBe(400);
  });
});

describe('unused portrait', () => {
  it('is deleted when replaced, removed, or with the account', async () => {
    const picture = await createTestImage(900, 900).png().toBuffer();
    const before = await countPictures();
    const first = (await upload(picture)).json<{ avatar: Picture }>().avatar;
    await site.http.app.inject(pictureFile(first.id, 640, 'webp'));
    expect(await fileExists(`${first.id}.webp`)).toBe(true);
    // Uploading the same image again creates a separate picture, so neither depends on the other.
    const second = (await upload(picture)).json<{ avatar: Picture }>().avatar;
    expect(second.id).not.toBe(first.id);
    for (const name of [`${first.id}.webp`, `${first.id}-480.avif`, `${first.id}-640.webp`]) {
      expect(await fileExists(name), name).toBe(false);
    }
    expect(await countPictures()).toBe(before + 1);
    expect((await site.http.app.inject(pictureFile(first.id, 480, 'avif'))).statusCode).toBe(404);

    expect((await remove()).json()).toEqual({ avatar: null });
    expect((await remove()).json()).toEqual({ avatar: null });
    expect(await fileExists(`${second.id}.webp`)).toBe(false);
    expect(await countPictures()).toBe(before);

    const third = (await upload(picture)).json<{ avatar: Picture }>().avatar;
    await postApi(site, '/profile', { password: 'tide-gauge-42' }, { cookie: grace.cookie, method: 'DELETE' });
    expect(await fileExists(`${third.id}.webp`)).toBe(false);
    expect(await countPictures()).toBe(before);
  });

  it('is kept while someone else or a post uses it', async () => {
    const { avatar } = (await upload(await createTestImage(90, 90).png().toBuffer())).json<{ avatar: Picture }>();
    const eve = await createSignedInUser(site, { avatarId: avatar.id });
    await remove();
    expect(await fileExists(`${avatar.id}.webp`)).toBe(true);
    expect(await getApi(site, '/profile', eve.cookie)).toMatchObject({ avatar: { id: avatar.id } });

    await site.db.$client.query('update posts set cover_image_id = $1 where id = 2', [avatar.id]);
    await postApi(site, '/profile/avatar', {}, { cookie: eve.cookie, method: 'DELETE' });
    expect(await getApi(site, '/profile', eve.cookie)).toMatchObject({ avatar: null });
    expect(await fileExists(`${avatar.id}.webp`)).toBe(true);
    const { rows } = await site.db.$client.query('select cover_image_id from posts where id = 2');
    expect(rows).toEqual([{ cover_image_id: avatar.id }]);
  });

  it('from simultaneous uploads is deleted and one stays', async () => {
    const before = await countPictures();
    const pictures = await Promise.all(
      ['#111', '#222', '#333', '#444'].map(color => createTestImage(90, 90, color).png().toBuffer()),
    );
    const answers = await Promise.all(pictures.map(picture => upload(picture)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const current = await avatarNow();
    for (const answer of answers) {
      const { id } = answer.json<{ avatar: Picture }>().avatar;
      expect(await fileExists(`${id}.webp`)).toBe(id === current?.id);
    }
    expect(await countPictures()).toBe(before + 1);
  });
});
