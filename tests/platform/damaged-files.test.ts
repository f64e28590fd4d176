import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDocumentFileKey } from '#features/billing/actions/pdf-files.ts';
import type { MediaFile } from '#features/media/contract.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { mediaFilePath } from '#shared/paths.ts';
import { getApi } from '../support/api-client.ts';
import { billingDocumentFactory } from '../support/billing-document-factory.ts';
import { readPdf } from '../support/pdf-reader.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture, uploadTestFile } from '../support/upload-fixture.ts';

let folder: string;
let site: TestSite;
let mira: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  site = await createTestSite({ files: createDiskStore(folder) });
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from stored_files where damaged_at is not null');
  mira = await createSignedInUser(site, { role: 'owner', name: 'Mira Castellan' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const place = (name: string) => join(folder, name);
const get = (url: string) => site.http.app.inject({ url, headers: { cookie: mira.cookie } });
const damaged = () => getApi<{ items: { name: string }[]; total: number }>(site, '/media/damaged-files', mira.cookie);

let colors = 0;
/** Each picture has its own color, because identical pictures share a file. */
const nextColor = () => `#${String((colors += 1)).padStart(6, '0')}`;

/** Damage that a power cut or a failing disk can cause. */
const damages = {
  'an empty': (name: string) => truncate(place(name), 0),
  'a shortened': (name: string) => truncate(place(name), 9),
  'a missing': (name: string) => rm(place(name)),
  'an altered': async (name: string) => {
    const content = await readFile(place(name));
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    await writeFile(place(name), content);
  },
};

describe.each(Object.entries(damages))('%s file', (_what, damage) => {
  it('of a picture is not served or cached, and is reported to the owner', async () => {
    const { id } = await addPicture(site, mira, 'a.png', nextColor());
    const url = `/media/pictures/${id}-480.webp`;
    expect((await get(url)).statusCode).toBe(200);
    await damage(`pictures/${id}.webp`);
    await damage(`pictures/${id}-480.webp`);

    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    const names = (await damaged()).items.map(({ name }) => name);
    expect(names.toSorted()).toEqual([`pictures/${id}-480.webp`, `pictures/${id}.webp`]);
    expect(site.log.takeErrors()).toHaveLength(2);
  });

  it('of a resized picture is created again', async () => {
    const { id } = await addPicture(site, mira, 'b.png', nextColor());
    const url = `/media/pictures/${id}-480.webp`;
    const good = (await get(url)).rawPayload;
    await damage(`pictures/${id}-480.webp`);
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(good)).toBe(true);
    expect(await damaged()).toEqual({ items: [], total: 0 });
    expect(site.log.takeErrors()).toHaveLength(1);
  });

  it('of an upload is not served until it is restored', async () => {
    const sent = await uploadTestFile(site, 'files', Buffer.from('%PDF-1.7\nterms\n%%EOF'), mira, {
      name: 'Terms.pdf',
    });
    const { id } = sent.json<MediaFile>();
    const name = `documents/${id}.pdf`;
    const good = await readFile(place(name));
    expect((await get(mediaFilePath(id))).rawPayload.equals(good)).toBe(true);
    await damage(name);
    const answer = await get(mediaFilePath(id));
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await damaged()).toMatchObject({ items: [{ name }], total: 1 });
    expect(site.log.takeErrors()).toHaveLength(1);

    await writeFile(place(name), good);
    expect((await get(mediaFilePath(id))).rawPayload.equals(good)).toBe(true);
    expect(await damaged()).toEqual({ items: [], total: 0 });
  });

  it('of an issued invoice is created again from its snapshot', async () => {
    const issuer = await billingDocumentFactory(site);
    const invoice = await issuer.issue(49_950, { dueOn: '2026-11-27' });
    const url = issuer.pdfPathOf(invoice);
    expect((await issuer.get(url)).statusCode).toBe(200);
    await damage(getDocumentFileKey(invoice, null));
    const answer = await issuer.get(url);
    expect(answer.statusCode).toBe(200);
    expect((await readPdf(answer.rawPayload)).text).toContain(invoice.number);
    expect(await damaged()).toEqual({ items: [], total: 0 });
    expect(site.log.takeErrors()).toHaveLength(1);
  });
});
