import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { preparePicture, deleteFilesJob } from '#features/media/jobs.ts';
import type { LibraryPicture } from '#features/media/contract.ts';
import { insertPicture } from '#features/media/queries/pictures.ts';
import { pictureFile } from '#shared/paths.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { countJobs } from '../support/emails.ts';
import { createSignedInUser, deleteAllWriting } from '../support/user-factory.ts';
import { insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture, createTestImage, uploadTestFile } from '../support/upload-fixture.ts';

interface List {
  readonly items: LibraryPicture[];
  readonly total: number;
}

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
     update users set avatar_id = null;
     delete from pictures where owner_id is not null or in_library`,
  );
});
afterAll(() => site.close());

const list = (who: { cookie: string }, query = '') => getApi<List>(site, `/media/pictures${query}`, who.cookie);
const namesOf = ({ items }: List) => items.map(({ name }) => name);
const change = (who: { cookie: string }, id: string, what: object) =>
  postApi(site, `/media/pictures/${id}`, what, { cookie: who.cookie, method: 'PATCH' });
const remove = (who: { cookie: string }, id: string) =>
  postApi(site, `/media/pictures/${id}`, {}, { cookie: who.cookie, method: 'DELETE' });
const countRows = async () =>
  (await site.db.$client.query<{ total: number }>('select count(*)::int as total from pictures')).rows[0]?.total;
/** Runs the queued jobs that delete files, as a worker does. */
async function runFileDeletionJobs(): Promise<void> {
  const { rows } = await site.db.$client.query<{ data: { files: string[] } }>(
    "delete from pgboss.job where name = 'media.delete_files' returning data",
  );
  for (const { data } of rows) await deleteFilesJob(site.http.services, data);
}

describe('uploaded picture', () => {
  it('is in the library of its uploader and the owner only', async () => {
    const picture = await addPicture(site, grace, 'Harbor at dawn.png');
    expect(picture).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      width: 60,
      height: 40,
      placeholderColors: '335577'.repeat(6),
      name: 'Harbor at dawn.png',
      alt: '',
      sizeBytes: expect.any(Number) as number,
      createdAt: expect.any(String) as string,
      uploadedBy: 'Grace Murray',
      isSample: false,
      usages: [],
    });
    expect(await list(grace)).toEqual({ items: [picture], total: 1, page: 1, pageSize: 24 });
    expect(await list(mira)).toMatchObject({ items: [picture] });
    const eve = await createSignedInUser(site);
    expect(await list(eve)).toMatchObject({ items: [], total: 0 });
    expect(await getApi(site, `/media/pictures/${picture.id}`, grace.cookie)).toEqual(picture);
    expectApiError(await requestApi(site, `/media/pictures/${picture.id}`, eve.cookie), 'NOT_FOUND');
    expectApiError(await change(eve, picture.id, { alt: 'planted' }), 'NOT_FOUND');
    expectApiError(await remove(eve, picture.id), 'NOT_FOUND');
    expectApiError(await requestApi(site, '/media/pictures'), 'UNAUTHORIZED');
  });

  it('is separate for each upload of the same file', async () => {
    const [first, second] = [await addPicture(site, grace), await addPicture(site, grace)];
    expect(second.id).not.toBe(first.id);
    expect((await remove(grace, first.id)).statusCode).toBe(200);
    await runFileDeletionJobs();
    expect((await site.http.app.inject(pictureFile(first.id, 480, 'avif'))).statusCode).toBe(404);
    expect((await site.http.app.inject(pictureFile(second.id, 480, 'avif'))).statusCode).toBe(200);
  });

  it('is limited to 3200 pixels per side and its sizes are prepared', async () => {
    const answer = await uploadTestFile(site, 'pictures', await createTestImage(4000, 40).jpeg().toBuffer(), grace, {
      type: 'image/jpeg',
    });
    const picture = answer.json<LibraryPicture>();
    expect(picture).toMatchObject({ width: 3200, height: 32, name: 'picture' });
    expect(await site.http.services.files.has(`pictures/${picture.id}-480.avif`)).toBe(true);
    expect(await countJobs(site, 'media.generate_image_sizes')).toBe(1);
    expect(await site.http.services.files.has(`pictures/${picture.id}-1600.avif`)).toBe(false);
    await preparePicture(site.http.services, { pictureId: picture.id });
    const made = await site.http.services.files.read(`pictures/${picture.id}-1600.avif`);
    expect((await sharp(made).metadata()).width).toBe(1600);
  });

  it('is not enlarged when its sizes are prepared', async () => {
    const { id } = await addPicture(site, grace);
    await preparePicture(site.http.services, { pictureId: id });
    expect(await site.http.services.files.has(`pictures/${id}-480.avif`)).toBe(true);
    expect(await site.http.services.files.has(`pictures/${id}-640.avif`)).toBe(false);
  });

  it('can be deleted before its sizes are prepared', async () => {
    await expect(preparePicture(site.http.services, { pictureId: '0123456789abcdef' })).resolves.toBeUndefined();
  });

  it('is limited to twenty an hour, except for the owner', async () => {
    const broken = Buffer.from('no picture');
    for (let tried = 0; tried < 20; tried++) {
      expectApiError(await uploadTestFile(site, 'pictures', broken, grace), 'BAD_REQUEST');
    }
    expectApiError(await uploadTestFile(site, 'pictures', broken, grace), 'TOO_MANY_REQUESTS');
    expectApiError(await uploadTestFile(site, 'files', broken, grace), 'TOO_MANY_REQUESTS');
    for (let tried = 0; tried < 25; tried++) {
      expectApiError(await uploadTestFile(site, 'pictures', broken, mira), 'BAD_REQUEST');
    }
  });
});

describe('library', () => {
  it('can be searched, sorted and paged', async () => {
    for (const [index, name] of ['Beta.png', 'alpha.png', '100%.png'].entries()) {
      const { id } = await addPicture(site, grace, name);
      const at = new Date(Date.UTC(2026, 10, 1 + index));
      await site.db.$client.query('update pictures set created_at = $1, bytes = $2 where id = $3', [at, index + 1, id]);
      if (name === 'Beta.png') await change(grace, id, { alt: 'A boat at anchor' });
    }
    expect(namesOf(await list(grace))).toEqual(['100%.png', 'alpha.png', 'Beta.png']);
    expect(namesOf(await list(grace, '?sort=oldest'))).toEqual(['Beta.png', 'alpha.png', '100%.png']);
    expect(namesOf(await list(grace, '?sort=name_asc'))).toEqual(['100%.png', 'alpha.png', 'Beta.png']);
    expect(namesOf(await list(grace, '?sort=size_desc'))).toEqual(['100%.png', 'alpha.png', 'Beta.png']);
    expect(namesOf(await list(grace, '?search=ALPHA'))).toEqual(['alpha.png']);
    expect(namesOf(await list(grace, '?search=anchor'))).toEqual(['Beta.png']);
    expect(namesOf(await list(grace, '?search=%25'))).toEqual(['100%.png']);
    expect(namesOf(await list(grace, '?usage=missing_alt'))).toEqual(['100%.png', 'alpha.png']);
    const second = await list(grace, '?pageSize=2&page=2');
    expect([namesOf(second), second.total]).toEqual([['Beta.png'], 3]);
    for (const wrong of ['sort=size', 'usage=lost', 'page=0', 'owner=x']) {
      expectApiError(await requestApi(site, `/media/pictures?${wrong}`, grace.cookie), 'BAD_REQUEST');
    }
  });

  it('shows every use and filters by used and unused', async () => {
    const cover = await addPicture(site, grace, 'cover.png');
    const inText = await addPicture(site, grace, 'text.png');
    const idle = await addPicture(site, grace, 'idle.png');
    const other = await addPicture(site, mira, 'other.png');
    const image = `![](${pictureFile(inText.id, 800, 'webp')})`;
    await insertPost(site.db, { title: 'Tides', slug: 'tides', coverImageId: cover.id, status: 'published' });
    const draft = await insertPost(site.db, { title: 'Draft', coverImageId: cover.id, status: 'draft' });
    const text = await insertPost(site.db, {
      title: 'Text',
      slug: 'text',
      markdown: `${image}\n\n${image}`,
      status: 'published',
    });
    const card = await insertPost(site.db, { title: 'Card', socialImageId: other.id, status: 'draft' });
    await insertProject(site.db, { id: 'quay', title: 'Quay', coverImageId: inText.id, status: 'published' });
    await insertProject(site.db, { id: 'pier', title: 'Pier', markdown: image, status: 'draft' });
    await site.db.$client.query(
      `update posts set unpublished_changes = jsonb_build_object('coverImageId', $1::text) where title = 'Text'`,
      [cover.id],
    );
    const usesOf = async (id: string) =>
      (await getApi<LibraryPicture>(site, `/media/pictures/${id}`, mira.cookie)).usages.toSorted((one, two) =>
        one.label.localeCompare(two.label),
      );
    expect(await usesOf(cover.id)).toEqual([
      { label: 'Cover of “Draft”', path: `/dashboard/update-blog/${draft}` },
      { label: 'Cover of “Tides”', path: '/blog/tides' },
      { label: 'In unpublished changes to “Text”', path: `/dashboard/update-blog/${text}` },
    ]);
    expect(await usesOf(inText.id)).toEqual([
      { label: 'Cover of “Quay”', path: '/projects/quay' },
      { label: 'In the text of “Pier”', path: '/dashboard/update-project/pier' },
      { label: 'In the text of “Text”', path: '/blog/text' },
    ]);
    expect(await usesOf(other.id)).toEqual([
      { label: 'Social image of “Card”', path: `/dashboard/update-blog/${card}` },
    ]);
    expect(await usesOf(idle.id)).toEqual([]);
    expect(namesOf(await list(grace, '?usage=used&sort=name_asc'))).toEqual(['cover.png', 'text.png']);
    expect(namesOf(await list(grace, '?usage=unused'))).toEqual(['idle.png']);
    expect((await list(mira, '?usage=used')).total).toBe(3);
    await site.db.$client.query("delete from posts where title in ('Tides', 'Draft', 'Text', 'Card')");
    await site.db.$client.query("delete from projects where id in ('quay', 'pier')");
  });

  it('includes uses as portrait and in site sections', async () => {
    const picture = await addPicture(site, mira, 'face.png');
    const eve = await createSignedInUser(site, { name: 'Eve', avatarId: picture.id });
    await site.db.$client.query(
      `update site_sections set content = jsonb_set(content, '{avatar,id}', to_jsonb($1::text)) where key = 'profile'`,
      [picture.id],
    );
    await site.db.$client.query('update blog_authors set avatar_id = $1 where id = $2', [picture.id, 'mira-castellan']);
    const { usages } = await getApi<LibraryPicture>(site, `/media/pictures/${picture.id}`, mira.cookie);
    expect(usages).toEqual([
      { label: 'Profile picture of Eve', path: null },
      { label: expect.stringMatching(/^Profile picture of /) as string, path: null },
      { label: 'Your portrait on the About page', path: '/about' },
    ]);
    expect(expectApiError(await remove(mira, picture.id), 'CONFLICT').message).toContain(
      'Your portrait on the About page',
    );
    await site.db.$client.query('update blog_authors set avatar_id = null');
    await site.db.$client.query('delete from users where id = $1', [eve.id]);
  });

  it('excludes portraits', async () => {
    const answer = await site.http.app.inject({
      method: 'PUT',
      url: '/api/v1/profile/avatar',
      payload: await createTestImage(90, 90).png().toBuffer(),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png', cookie: grace.cookie },
    });
    const { avatar } = answer.json<{ avatar: { id: string } }>();
    expect((await list(mira)).items).toEqual([]);
    expectApiError(await requestApi(site, `/media/pictures/${avatar.id}`, grace.cookie), 'NOT_FOUND');
    expectApiError(await remove(grace, avatar.id), 'NOT_FOUND');
  });
});

describe('picture description and name', () => {
  it('can be changed by the uploader and the owner', async () => {
    const { id } = await addPicture(site, grace);
    expect((await change(grace, id, { alt: '  A quay in rain ' })).json()).toMatchObject({
      alt: 'A quay in rain',
      name: 'a.png',
    });
    expect((await change(mira, id, { name: 'quay.png' })).json()).toMatchObject({
      alt: 'A quay in rain',
      name: 'quay.png',
    });
    expect((await change(grace, id, { alt: '' })).json()).toMatchObject({ alt: '' });
    expect((await change(grace, id, {})).statusCode).toBe(200);
  });

  it.each([
    [{ alt: 'x'.repeat(301) }, 'alt'],
    [{ alt: 'a\nb' }, 'alt'],
    [{ name: '' }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ name: 'a\u202Egnp.exe' }, 'name'],
    [{ ownerId: 'x' }, 'ownerId'],
    [{ inLibrary: false }, 'inLibrary'],
  ])('are refused as %j', async (what, field) => {
    const { id } = await addPicture(site, grace);
    expect(Object.keys(expectApiError(await change(grace, id, what), 'BAD_REQUEST').fields)).toEqual([field]);
  });
});

describe('deleting a picture', () => {
  it('deletes its row immediately and its files soon after', async () => {
    const { id } = await addPicture(site, grace);
    const before = await countRows();
    expect((await remove(grace, id)).json()).toEqual({ deleted: true });
    expect(await countRows()).toBe((before ?? 0) - 1);
    expect(await countJobs(site, 'media.delete_files')).toBe(1);
    await runFileDeletionJobs();
    for (const name of [`${id}.webp`, `${id}-480.avif`]) {
      expect(await site.http.services.files.has(`pictures/${name}`), name).toBe(false);
    }
    expectApiError(await remove(grace, id), 'NOT_FOUND');
  });

  it('keeps its files if it was added again, as by an import', async () => {
    const { id } = await addPicture(site, grace);
    await remove(grace, id);
    await insertPicture(site.db, { id, width: 60, height: 40, placeholderColors: '335577'.repeat(6) });
    await runFileDeletionJobs();
    expect(await site.http.services.files.has(`pictures/${id}.webp`)).toBe(true);
  });

  it('is refused with its uses while it is used', async () => {
    const { id } = await addPicture(site, grace, 'tide.png');
    const post = await insertPost(site.db, { title: 'Tides', coverImageId: id });
    for (const who of [grace, mira]) {
      expect(expectApiError(await remove(who, id), 'CONFLICT').message).toBe(
        '“tide.png” is in use: Cover of “Tides”. Replace or remove it there first.',
      );
    }
    expect(await countJobs(site, 'media.delete_files')).toBe(0);
    expect(await site.http.services.files.has(`pictures/${id}.webp`)).toBe(true);
    await site.db.$client.query('delete from posts where id = $1', [post]);
    expect((await remove(grace, id)).statusCode).toBe(200);
  });

  it('and using it simultaneously lets only one succeed', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await addPicture(site, mira);
      const [removal, post] = await Promise.allSettled([remove(mira, id), insertPost(site.db, { coverImageId: id })]);
      const removed = removal.status === 'fulfilled' && removal.value.statusCode === 200;
      expect(removed).toBe(post.status === 'rejected');
      if (removal.status === 'fulfilled' && !removed) expectApiError(removal.value, 'CONFLICT');
      await site.db.$client.query("delete from posts where slug like 'test-%'");
    }
  });
});
