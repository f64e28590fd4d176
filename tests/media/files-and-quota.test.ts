import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MediaFile, LibraryPicture, StorageQuota } from '#features/media/contract.ts';
import { deleteFilesJob } from '#features/media/jobs.ts';
import { mediaFilePath, pictureFile } from '#shared/paths.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs } from '../support/emails.ts';
import { createSignedInUser, deleteAllWriting, PASSWORD } from '../support/user-factory.ts';
import { insertPost } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture, createTestImage, MIB, uploadTestFile } from '../support/upload-fixture.ts';

let site: TestSite;
let grace: Awaited<ReturnType<typeof createSignedInUser>>;
let mira: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite();
  grace = await createSignedInUser(site);
  mira = await createSignedInUser(site, { role: 'owner', name: 'Mira Castellan' });
});
beforeEach(async () => {
  await deleteAllWriting(site.db);
  await site.db.$client.query(
    `update posts set cover_image_id = null;
     update projects set cover_image_id = null;
     delete from pictures where owner_id is not null or in_library;
     delete from media_files`,
  );
});
afterAll(() => site.close());

const count = async (table: 'pictures' | 'media_files') =>
  (await site.db.$client.query<{ total: number }>(`select count(*)::int as total from ${table}`)).rows[0]?.total ?? 0;
/** Runs the queued jobs that delete files, as a worker does. */
async function runFileDeletionJobs(): Promise<void> {
  const { rows } = await site.db.$client.query<{ data: { files: string[] } }>(
    "delete from pgboss.job where name = 'media.delete_files' returning data",
  );
  for (const { data } of rows) await deleteFilesJob(site.http.services, data);
}
const storedFileName = ({ id, type }: MediaFile) => `documents/${id}.${type === 'application/pdf' ? 'pdf' : 'zip'}`;

const pdf = Buffer.from('%PDF-1.7\n<script>alert("planted")</script>\n%%EOF');
const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(60, 7)]);
const add = async (who: { cookie: string }, bytes = pdf, name = 'Terms.pdf'): Promise<MediaFile> => {
  const answer = await uploadTestFile(site, 'files', bytes, who, { name });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<MediaFile>();
};
const download = (id: string, cookie?: string) =>
  site.http.app.inject({ url: mediaFilePath(id), headers: cookie ? { cookie } : {} });

describe('uploaded file', () => {
  it('is stored byte for byte and listed to its uploader and the owner', async () => {
    const document = await add(grace);
    expect(document).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      name: 'Terms.pdf',
      type: 'application/pdf',
      sizeBytes: pdf.length,
      createdAt: expect.any(String) as string,
      uploadedBy: 'Grace Murray',
    });
    for (const who of [grace, mira]) {
      expect(await getApi(site, '/media/files', who.cookie)).toMatchObject({ items: [document], total: 1 });
      const answer = await download(document.id, who.cookie);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(pdf)).toBe(true);
    }
    const eve = await createSignedInUser(site);
    expect(await getApi(site, '/media/files', eve.cookie)).toMatchObject({ items: [], total: 0 });
    expect(expectNoFile(await download(document.id, eve.cookie))).toBe(404);
    expect(expectNoFile(await download(document.id))).toBe(401);
    expect(expectNoFile(await download('0123456789abcdef', mira.cookie))).toBe(404);
    expect(expectNoFile(await download('..%2f..%2fpackage', mira.cookie))).toBe(404);
  });

  it('is only downloaded, never displayed or cached', async () => {
    const { id } = await add(grace, zip, 'Fotos “quay” 100%.zip');
    const { headers } = await download(id, grace.cookie);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(zip.length),
      'content-disposition': `attachment; filename="Fotos _quay_ 100_.zip"; filename*=UTF-8''Fotos%20%E2%80%9Cquay%E2%80%9D%20100%25.zip`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'application/pdf'],
    ['a program', 'MZ\x90\x00', 'application/zip'],
    ['a picture', '\x89PNG\r\n\x1a\n', 'application/pdf'],
    ['a PDF signature that is not at the start', 'x%PDF-1.7', 'application/pdf'],
    ['nothing', '', 'application/pdf'],
  ])('is refused as %s, and leaves nothing', async (_what, text, type) => {
    const answer = await uploadTestFile(site, 'files', Buffer.from(text, 'latin1'), grace, { type });
    const error = expectApiError(answer, 'BAD_REQUEST');
    expect(error.message).toMatch(/PDF or ZIP/);
    expect(await count('media_files')).toBe(0);
  });

  it('is typed by its bytes, not its name', async () => {
    const answer = await uploadTestFile(site, 'files', zip, grace, {
      type: 'application/x-zip-compressed',
      name: 'a.pdf',
    });
    expect(answer.json()).toMatchObject({ type: 'application/zip', name: 'a.pdf' });
    expectApiError(await uploadTestFile(site, 'files', pdf, grace, { type: 'text/html' }), 'UNSUPPORTED_MEDIA_TYPE');
    expectApiError(await uploadTestFile(site, 'files', pdf, grace, { type: 'image/png' }), 'UNSUPPORTED_MEDIA_TYPE');
    expectApiError(
      await uploadTestFile(site, 'pictures', pdf, grace, { type: 'application/pdf' }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  it('is limited to 50 MB and requires a session', async () => {
    const large = Buffer.alloc(50 * MIB + 1);
    pdf.copy(large);
    const refused = await uploadTestFile(site, 'files', large, mira);
    expect(expectApiError(refused, 'PAYLOAD_TOO_LARGE').message).toBe(
      'This file is larger than 50 MB. Choose a smaller one.',
    );
    expect((await add(mira, large.subarray(0, 50 * MIB))).sizeBytes).toBe(50 * MIB);
    expectApiError(await uploadTestFile(site, 'files', pdf, {}), 'UNAUTHORIZED');
    expect(await count('media_files')).toBe(1);
  });

  it('can be deleted by its uploader and the owner', async () => {
    const [first, second] = [await add(grace), await add(grace)];
    const remove = (who: { cookie: string }, id: string) =>
      postApi(site, `/media/files/${id}`, {}, { cookie: who.cookie, method: 'DELETE' });
    expectApiError(await remove(await createSignedInUser(site), first.id), 'NOT_FOUND');
    expect((await remove(grace, first.id)).json()).toEqual({ deleted: true });
    expect((await remove(mira, second.id)).json()).toEqual({ deleted: true });
    expectApiError(await remove(grace, first.id), 'NOT_FOUND');
    await runFileDeletionJobs();
    for (const document of [first, second])
      expect(await site.http.services.files.has(storedFileName(document))).toBe(false);
  });
});

/** Expects the API's error shape. File responses have fewer headers than the API's. */
function expectNoFile(answer: Awaited<ReturnType<typeof download>>): number {
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(Object.keys(answer.json())).toEqual(['error']);
  expect(answer.body).not.toContain('%PDF');
  return answer.statusCode;
}

describe('account deletion', () => {
  it('exports a list of uploads', async () => {
    const picture = await addPicture(site, grace, 'quay.png');
    const document = await add(grace);
    await addPicture(site, mira, 'not-theirs.png');
    const copy = await getApi<{ uploads: unknown }>(site, '/profile/export', grace.cookie);
    expect(copy.uploads).toEqual({
      pictures: [
        {
          name: 'quay.png',
          alt: '',
          width: 60,
          height: 40,
          bytes: picture.sizeBytes,
          uploadedAt: picture.createdAt,
          file: pictureFile(picture.id, 480, 'webp'),
        },
      ],
      documents: [
        {
          name: 'Terms.pdf',
          type: 'application/pdf',
          bytes: pdf.length,
          uploadedAt: document.createdAt,
          file: mediaFilePath(document.id),
        },
      ],
    });
  });

  it('keeps only pictures in use, without an owner', async () => {
    const joan = await createSignedInUser(site, { name: 'Joan Clarke' });
    const [idle, cover] = [await addPicture(site, joan), await addPicture(site, joan)];
    const document = await add(joan);
    const post = await insertPost(site.db, { coverImageId: cover.id });
    const answer = await postApi(site, '/profile', { password: PASSWORD }, { cookie: joan.cookie, method: 'DELETE' });
    expect(answer.statusCode, answer.body).toBe(200);
    await runFileDeletionJobs();
    const { items } = await getApi<{ items: LibraryPicture[] }>(site, '/media/pictures', mira.cookie);
    expect(items).toMatchObject([{ id: cover.id, uploadedBy: null }]);
    expect((await site.http.app.inject(pictureFile(cover.id, 480, 'webp'))).statusCode).toBe(200);
    expect((await site.http.app.inject(pictureFile(idle.id, 480, 'webp'))).statusCode).toBe(404);
    expect(await site.http.services.files.has(storedFileName(document))).toBe(false);
    expect(await count('media_files')).toBe(0);
    await site.db.$client.query('delete from posts where id = $1', [post]);
  });

  it('that is refused deletes nothing', async () => {
    await addPicture(site, mira);
    expectApiError(
      await postApi(site, '/profile', { password: PASSWORD }, { cookie: mira.cookie, method: 'DELETE' }),
      'CONFLICT',
    );
    expect((await requestApi(site, '/media/pictures', mira.cookie)).json()).toMatchObject({ total: 1 });
    expect(await countJobs(site, 'media.delete_files')).toBe(0);
  });
});

describe('storage quota', () => {
  const quota = (who: { cookie: string }) => getApi<StorageQuota>(site, '/media/quota', who.cookie);

  it('is 100 MB for members, 1 GB for authors and unlimited for the owner', async () => {
    const author = await createSignedInUser(site, { role: 'author' });
    const picture = await addPicture(site, grace);
    expect(await quota(grace)).toEqual({
      usedBytes: picture.sizeBytes,
      limitBytes: 100 * MIB,
      pictures: 1,
      documents: 0,
    });
    expect(await quota(author)).toEqual({ usedBytes: 0, limitBytes: 1024 * MIB, pictures: 0, documents: 0 });
    expect(await quota(mira)).toEqual({ usedBytes: picture.sizeBytes, limitBytes: null, pictures: 1, documents: 0 });
  });

  it('holds for simultaneous uploads and leaves no rejected files', async () => {
    const { id, sizeBytes } = await addPicture(site, grace);
    const room = 100 * MIB - 3 * (sizeBytes ?? 0);
    await site.db.$client.query('update pictures set bytes = $1 where id = $2', [room, id]);
    const before = await count('pictures');
    const payload = await createTestImage(60, 40).png().toBuffer();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => uploadTestFile(site, 'pictures', payload, grace)));
    const having = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([having(201), having(409)]).toEqual([3, 2]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json<{ error: { message: string } }>().error.message).toBe(
      'You’ve used 100 MB of your 100 MB of storage. Delete files you no longer need.',
    );
    expect(await count('pictures')).toBe(before + 3);
    expect((await uploadTestFile(site, 'files', Buffer.from('%PDF-1.7'), grace)).statusCode).toBe(409);
    await site.db.$client.query('update pictures set bytes = $1 where id = $2', [sizeBytes, id]);
    expect((await uploadTestFile(site, 'pictures', payload, grace)).statusCode).toBe(201);
  });
});
