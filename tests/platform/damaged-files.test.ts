import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentFileName } from '#features/billing/actions/pdf-files.ts';
import type { Document } from '#features/media/contract.ts';
import { openDiskStore } from '#platform/files/file-store.ts';
import { documentFile } from '#shared/paths.ts';
import { readApi } from '../support/api-client.ts';
import { issuesOn } from '../support/billing-document-factory.ts';
import { read } from '../support/pdf-reader.ts';
import { arrive, forgetEverybody } from '../support/user-factory.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture, sendFile } from '../support/upload-fixture.ts';

let folder: string;
let site: TestSite;
let mira: Awaited<ReturnType<typeof arrive>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  site = await openTestSite({ files: openDiskStore(folder) });
});
beforeEach(async () => {
  await forgetEverybody(site.db);
  await site.db.$client.query('delete from stored_files where damaged_at is not null');
  mira = await arrive(site, { role: 'owner', name: 'Mira Castellan' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const place = (name: string) => join(folder, name);
const get = (url: string) => site.http.app.inject({ url, headers: { cookie: mira.cookie } });
const damaged = () => readApi<{ items: { name: string }[]; total: number }>(site, '/media/damaged-files', mira.cookie);

let colors = 0;
/** Each picture has a color of its own, since equal pictures share a file. */
const nextColor = () => `#${String((colors += 1)).padStart(6, '0')}`;

/** What a power cut or a failing disk leaves of a file. */
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
  it('of a picture is not served, never cached, and shown to the owner', async () => {
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

  it('of a resized picture is made again', async () => {
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

  it('of a document is not served until it is restored', async () => {
    const sent = await sendFile(site, 'documents', Buffer.from('%PDF-1.7\nterms\n%%EOF'), mira, { name: 'Terms.pdf' });
    const { id } = sent.json<Document>();
    const name = `documents/${id}.pdf`;
    const good = await readFile(place(name));
    expect((await get(documentFile(id))).rawPayload.equals(good)).toBe(true);
    await damage(name);
    const answer = await get(documentFile(id));
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await damaged()).toMatchObject({ items: [{ name }], total: 1 });
    expect(site.log.takeErrors()).toHaveLength(1);

    await writeFile(place(name), good);
    expect((await get(documentFile(id))).rawPayload.equals(good)).toBe(true);
    expect(await damaged()).toEqual({ items: [], total: 0 });
  });

  it('of an issued invoice is drawn again from its snapshot', async () => {
    const issuer = await issuesOn(site);
    const invoice = await issuer.issue(49_950, { dueOn: '2026-11-27' });
    const url = issuer.pdfPathOf(invoice);
    expect((await issuer.get(url)).statusCode).toBe(200);
    await damage(documentFileName(invoice, null));
    const answer = await issuer.get(url);
    expect(answer.statusCode).toBe(200);
    expect((await read(answer.rawPayload)).text).toContain(invoice.number);
    expect(await damaged()).toEqual({ items: [], total: 0 });
    expect(site.log.takeErrors()).toHaveLength(1);
  });
});
